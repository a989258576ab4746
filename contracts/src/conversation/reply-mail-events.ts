import { z } from 'zod'
import { processEvents } from '../process-events.ts'

const messages = { messageIds: z.array(z.string()) }

export const replyMailInput = z.discriminatedUnion('type', [
  /** A person wrote to a visitor of a website. */
  z.object({ type: z.literal('ReplyWritten'), messageId: z.string() }),
  z.object({ type: z.literal('MailSent'), ...messages }),
  /** The mail server takes no mail for the address, or no further mail may be sent today. */
  z.object({ type: z.literal('MailRefused'), ...messages, reason: z.enum(['limit-reached']).optional() }),
  /** The visitor has read them, is gone or has no address. */
  z.object({ type: z.literal('MailNotNeeded') }),
  z.object({ type: z.literal('MailPostponed'), ...messages }),
])
export type ReplyMailInput = z.infer<typeof replyMailInput>

export const replyMailCommand = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RecordMailed'), ...messages }),
  z.object({
    type: z.literal('RecordNotMailed'),
    ...messages,
    reason: z.enum(['refused', 'expired', 'limit-reached']),
  }),
])
export type ReplyMailCommand = z.infer<typeof replyMailCommand>

export const replyMailEffect = z.object({
  type: z.literal('MailReplies'),
  ...messages,
  /** The mail was counted when it was tried before. */
  counted: z.literal(true).optional(),
})
export type ReplyMailEffect = z.infer<typeof replyMailEffect>

/** Stream `mailing-<conversationId>`: how a visitor who left gets the replies of people by mail. */
export const replyMailEvents = processEvents('ReplyMailAdvanced', {
  summary: 'Mailed replies to a visitor who had left, or waited to',
  input: replyMailInput,
  command: replyMailCommand,
  effect: replyMailEffect,
})
