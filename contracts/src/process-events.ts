/** The event of a process manager: one input with the actions that follow from it (`kernel/src/process-managers/process-manager.ts`). */
import { z } from 'zod'
import type { EventShape } from './message.ts'

/** The input that a deadline of this name has passed. */
export const deadlinePassed = z.object({ type: z.literal('DeadlinePassed'), name: z.string() })

type Schemas = { input: z.ZodType; command: z.ZodType; effect: z.ZodType; summary?: string }

/** The event of a process manager by its name, given the schemas of its own inputs, commands and effects. */
export function processEvents(
  name: string,
  { input, command, effect, summary }: Schemas,
): Record<string, EventShape> {
  const data = z.object({
    input: z.union([deadlinePassed, input]),
    outcomeOf: z.string().optional(),
    step: z.number(),
    commands: z.array(command),
    effects: z.array(effect),
    deadlines: z.array(z.object({ name: z.string(), due: z.string().nullable() })),
  })
  return { [name]: summary === undefined ? { version: 1, data } : { version: 1, summary, data } }
}
