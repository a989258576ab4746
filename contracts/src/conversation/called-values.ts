/** The values that a model chose for a call of a tool, by name. */
import { z } from 'zod'
import { personalJson } from '../message.ts'

export const calledValues = personalJson(z.record(z.string(), z.unknown()), {})
