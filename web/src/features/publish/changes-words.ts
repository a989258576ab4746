import { tCount } from '../../design/language.ts'

/** How many fields of an agent differ from what is published. */
export const changesWords = (changes: number) =>
  tCount(changes, '{count} unpublished change', '{count} unpublished changes')
