import { t, tCount } from '../../design/language.ts'

/** How many fields of an agent differ from what is published. */
export const changesWords = (changes: number) =>
  tCount(changes, '{count} unpublished change', '{count} unpublished changes')

/** Where the unpublished changes are: in the session storage of the tab. */
export const onlyHere = () => t('Only in this tab until you publish')
