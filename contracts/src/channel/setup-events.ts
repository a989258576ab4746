import { z } from 'zod'
import { processEvents } from '../process-events.ts'
import { setupFailures } from './names.ts'

/** Which order an outcome belongs to. */
const round = { round: z.number() }
/** Which version of the channel's account and credentials was used. */
const version = { version: z.number() }
/** What the provider said. */
const description = { description: z.string().optional() }

export const setupInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SetupWanted') }),
  z.object({ type: z.literal('TeardownWanted') }),
  z.object({ type: z.literal('Succeeded'), ...round, ...version }),
  z.object({ type: z.literal('Postponed'), ...round, ...version, afterMs: z.number().optional() }),
  z.object({
    type: z.literal('Failed'),
    ...round,
    ...version,
    reason: z.enum(setupFailures),
    ...description,
  }),
  /** How a channel that is set up stands at its provider. `reason`: why it works no more. `endsAt`: when its token does. */
  z.object({
    type: z.literal('Checked'),
    ...round,
    ...version,
    reason: z.enum(setupFailures).optional(),
    endsAt: z.iso.datetime().optional(),
  }),
  /** There was nothing to do any more, for example because the channel was disconnected in the meantime. */
  z.object({ type: z.literal('Skipped'), ...round }),
])
export type SetupInput = z.infer<typeof setupInput>

/** `reason`: why it failed; absent after a success. */
const reason = { reason: z.enum(setupFailures).optional() }
export const setupCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RecordSetup'), ...version, ...reason, ...description }),
  z.object({ type: z.literal('RecordTeardown'), ...reason }),
  z.object({ type: z.literal('RecordFailure'), ...version, reason: z.enum(setupFailures) }),
  z.object({ type: z.literal('RecordTokenEnd'), ...version, endsAt: z.iso.datetime() }),
])
export type SetupCommand = z.infer<typeof setupCommand>

export const setupEffect = z.object({ type: z.enum(['SetUp', 'TearDown', 'Check']), ...round })
export type SetupEffect = z.infer<typeof setupEffect>

/** Stream `setup-<channelId>`: how a channel is set up at its provider, and removed there. */
export const setupEvents = processEvents('SetupAdvanced', {
  summary: 'Set up a channel at its provider or removed it there, or tried to',
  input: setupInput,
  command: setupCommand,
  effect: setupEffect,
})
