import { locale, t } from '../../design/language.ts'

/** Why a draft is not published, in the words of the server with its numbers where they are in the language that is spoken. */
export const untestedWords = (why: string): string =>
  locale === undefined ? why : t('The tests of this agent have not all passed with this draft.')
