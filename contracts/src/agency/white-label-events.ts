import { z } from 'zod'
import { defineEvents, type EventOf } from '../message.ts'
import { processEvents } from '../process-events.ts'

/** Stream `whitelabel-<workspaceId>`: the one white-label trial of a workspace. Times in milliseconds. */
export const whiteLabelEvents = defineEvents({
  WhiteLabelTrialStarted: {
    version: 1,
    summary: 'Started the white-label trial',
    data: z.object({ userId: z.string(), startedAt: z.number(), endsAt: z.number() }),
  },
  WhiteLabelTrialEndsSoon: {
    version: 1,
    summary: 'Announced the end of the white-label trial',
    data: z.object({ endsAt: z.number() }),
  },
  WhiteLabelTrialEnded: {
    version: 1,
    summary: 'Ended the white-label trial',
    data: z.object({ endsAt: z.number() }),
  },
})
export type WhiteLabelEvent = EventOf<typeof whiteLabelEvents>

export const whiteLabelTrialInput = z.discriminatedUnion('type', [
  /** Milliseconds. */
  z.object({ type: z.literal('TrialStarted'), endsAt: z.number() }),
  /** Nothing is left to announce or to end. */
  z.object({ type: z.literal('WorkspaceDeleted') }),
])
export type WhiteLabelTrialInput = z.infer<typeof whiteLabelTrialInput>

export const whiteLabelTrialCommand = z.object({ type: z.enum(['AnnounceTrialEnd', 'EndTrial']) })
export type WhiteLabelTrialCommand = z.infer<typeof whiteLabelTrialCommand>

/** Stream `whitelabeltrial-<workspaceId>`: when the trial is announced to end, and ends. */
export const whiteLabelTrialEvents = processEvents('WhiteLabelTrialAdvanced', {
  summary: 'Went on with the white-label trial',
  input: whiteLabelTrialInput,
  command: whiteLabelTrialCommand,
  effect: z.never(),
})
