/** Counts of the Knowledge screen, in words. */
import { tCount } from '../../design/language.ts'

export const passages = (many: number): string => tCount(many, '{count} passage', '{count} passages')
export const pagesOf = (many: number): string => tCount(many, '{count} page', '{count} pages')
export const characters = (many: number): string => tCount(many, '{count} character', '{count} characters')
export const unreadPages = (many: number): string =>
  tCount(many, '{count} page could not be read', '{count} pages could not be read')
