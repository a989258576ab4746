import { createContext, use } from 'react'
import { english, t, tCount } from './language.ts'

/** Whether the page around is translated: one that is not is in English as a whole. */
export const IsTranslated = createContext(true)

const spoken = { t, tCount }

/** `t` and `tCount` for what translated pages and others have in common. */
export const useTexts = (): typeof spoken => (use(IsTranslated) ? spoken : english)
