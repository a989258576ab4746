/** Names and texts: what a visitor told, and variables that a page set. */
import { z } from 'zod'
import { personalJson } from '../message.ts'

export const namedTexts = personalJson(z.record(z.string(), z.string()), {})
