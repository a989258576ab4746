/** A test case: what a visitor says, line by line, and what a good answer to each line holds. */
import { z } from 'zod'

const phrase = z.string().trim().min(1).max(200)
const toolName = z.string().trim().min(1).max(100)

/**
 * What a good answer holds; what is left out is not checked. A phrase may give alternatives, separated by `|`, of which
 * one is enough.
 */
export const expectationsSchema = z.object({
  mentions: z.array(phrase).max(10).optional(),
  avoids: z.array(phrase).max(10).optional(),
  /** Part of the name or address of a source that the answer cites. */
  source: phrase.optional(),
  toolsCalled: z.array(toolName).max(5).optional(),
  toolsNotCalled: z.array(toolName).max(5).optional(),
  /** Whether a person is asked for. */
  handedOver: z.boolean().optional(),
  /** False: the agent says honestly that it does not know. */
  answered: z.boolean().optional(),
  /** The language of the answer, such as `de`. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/, 'Please give a language as two letters, such as "de".')
    .optional(),
  /** How the answer should sound, in words; graded by a model if the run asks for it. */
  tone: z.string().trim().min(1).max(300).optional(),
})
export type Expectations = z.infer<typeof expectationsSchema>

export const testCaseSchema = z.object({
  name: z.string().trim().max(120).optional(),
  lines: z
    .array(
      z.object({
        says: z.string().trim().min(1, 'Please enter what the visitor says.').max(2_000),
        expects: expectationsSchema,
      }),
    )
    .min(1, 'Please enter at least one line.')
    .max(20),
  /** The results that tools answer with in place of calls, by the tool's name. */
  toolResults: z
    .array(z.object({ tool: toolName, result: z.string().max(4_000) }))
    .max(10)
    .optional(),
})
export type TestCase = z.infer<typeof testCaseSchema>
