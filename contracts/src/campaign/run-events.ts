import { z } from 'zod'
import { processEvents } from '../process-events.ts'

const list = { listId: z.string() }

export const campaignRunInput = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RunStarted'), ...list, fromLeads: z.boolean(), live: z.boolean() }),
  z.object({ type: z.literal('RunPaused') }),
  z.object({ type: z.literal('RunResumed') }),
  z.object({ type: z.literal('RunEnded') }),
  z.object({ type: z.literal('RetryAsked'), ...list }),
  z.object({ type: z.literal('ListRemoved'), ...list }),
  /** A page of leads was added; `cursor`: where the next one begins. */
  z.object({ type: z.literal('PageAdded'), cursor: z.string().optional() }),
  /** A page of recipients is queued again; `cursor`: where the next one begins. */
  z.object({ type: z.literal('PageRetried'), cursor: z.string().optional() }),
  /** A page of recipients was removed; `more`: others are left. */
  z.object({ type: z.literal('PageRemoved'), ...list, more: z.boolean() }),
  /** `next`: when the next recipients may be written to (ISO 8601), or `now`; absent where none is left. */
  z.object({ type: z.literal('BatchSent'), next: z.string().optional(), channelGone: z.boolean() }),
])
export type CampaignRunInput = z.infer<typeof campaignRunInput>

export const campaignRunEffect = z.discriminatedUnion('type', [
  z.object({ type: z.literal('AddPage'), ...list, cursor: z.string().optional() }),
  z.object({ type: z.literal('RetryPage'), ...list, cursor: z.string().optional() }),
  z.object({ type: z.literal('RemovePage'), ...list }),
  z.object({ type: z.literal('SendBatch'), ...list }),
])
export type CampaignRunEffect = z.infer<typeof campaignRunEffect>

export const campaignRunCommand = z.object({ type: z.enum(['FinishCampaign', 'PauseCampaign']) })
export type CampaignRunCommand = z.infer<typeof campaignRunCommand>

/** Stream `campaignrun-<campaignId>`: adds recipients page by page, and writes to them batch by batch. */
export const campaignRunEvents = processEvents('CampaignRunAdvanced', {
  summary: 'Sent messages of a campaign',
  input: campaignRunInput,
  command: campaignRunCommand,
  effect: campaignRunEffect,
})
