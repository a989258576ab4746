/** The blocks of a message. Text is Markdown; the widget sanitizes it. */
import { z } from 'zod'
import { deliveryFailures, deliveryStates } from '../channel/names.ts'
import { sentTemplate } from '../channel/template.ts'
import { ERASED, personalJson } from '../message.ts'
import { replyFailures } from './reply-failures.ts'

export const formField = z.object({
  /** The variable that stores it. */
  name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
  label: z.string().max(200),
  type: z.enum(['text', 'name', 'email', 'phone', 'number', 'date', 'long-text', 'select', 'checkbox']),
  required: z.boolean().optional(),
  placeholder: z.string().max(200).optional(),
  options: z.array(z.string().max(200)).max(50).optional(),
})
export type FormField = z.infer<typeof formField>

/** Maximum length of a button or of a form's text as shown: with variables filled in, and translated. */
export const MOST_OF_A_LABEL = 500
const label = z.string().max(MOST_OF_A_LABEL)

/** As shown, its texts may be longer than an agent's author may make them. */
const shownField = formField.extend({ label, placeholder: label.optional() })

export const blockSchema = z.discriminatedUnion('type', [
  /**
   * `template`: on WhatsApp the message is this template, sent instead of the text, which says the same and is what all others
   * read. A message with a template has no other block.
   */
  z.object({ type: z.literal('text'), text: z.string(), template: sentTemplate.optional() }),
  z.object({ type: z.literal('buttons'), buttons: z.array(z.object({ id: z.string(), label: z.string() })) }),
  z.object({
    type: z.literal('carousel'),
    cards: z.array(
      z.object({
        title: z.string(),
        description: z.string().optional(),
        imageUrl: z.string().optional(),
        buttons: z
          .array(z.object({ label: z.string(), url: z.string().optional(), text: z.string().optional() }))
          .optional(),
      }),
    ),
  }),
  z.object({ type: z.literal('image'), url: z.string(), alt: z.string().optional() }),
  z.object({ type: z.literal('video'), url: z.string(), title: z.string().optional() }),
  /**
   * `url` opens for its recipient for a limited time; a stored block has none. `size` in bytes. `transcript`: what is said in
   * a recording of the visitor; its text is empty if nothing is.
   */
  z.object({
    type: z.literal('file'),
    fileId: z.string().optional(),
    url: z.string().optional(),
    name: z.string(),
    mimeType: z.string(),
    size: z.number().optional(),
    transcript: z.object({ text: z.string(), lang: z.string().optional(), seconds: z.number() }).optional(),
  }),
  z.object({
    type: z.literal('form'),
    formId: z.string().max(64),
    title: label.optional(),
    fields: z.array(shownField).max(20),
    submitLabel: label.optional(),
  }),
  /** The answers of a filled-in form, by field name. */
  z.object({
    type: z.literal('form-answers'),
    formId: z.string().max(64),
    answers: z.record(z.string().max(64), z.string().max(4_000)),
  }),
  /** An event in the conversation; the chat and the dashboard each have their own text for it. */
  z.object({
    type: z.literal('event'),
    event: z.enum(['handoff-requested', 'human-joined', 'handed-back', 'timed-out', 'resolved', 'reopened']),
    /** Who caused it. */
    name: z.string().optional(),
  }),
])
export type Block = z.infer<typeof blockSchema>

export type VoiceTranscript = NonNullable<Extract<Block, { type: 'file' }>['transcript']>

/** Returns the blocks of a message with what is said in one of its files, unless that is known. */
export function withTranscript(blocks: Block[], fileId: string, transcript: VoiceTranscript): Block[] {
  return blocks.map((block) =>
    block.type === 'file' && block.fileId === fileId && !block.transcript ? { ...block, transcript } : block,
  )
}

/** What a block says in words that somebody wrote or spoke; undefined if it is none of these. */
export function wordsSaidIn(block: Block): string | undefined {
  if (block.type === 'text') return block.text
  return block.type === 'file' ? block.transcript?.text || undefined : undefined
}

/** The blocks of a message, as events have them. Those of an erased conversation say so. */
export const messageContent = personalJson(z.array(blockSchema), [{ type: 'text' as const, text: ERASED }])

export const messageView = z.object({
  id: z.string(),
  /** Counts from 0 within the conversation. */
  index: z.number(),
  role: z.enum(['visitor', 'agent', 'human', 'system']),
  blocks: z.array(blockSchema),
  /** ISO 8601. */
  at: z.string(),
  /** Sources that the reply is based on. */
  sources: z
    .array(z.object({ sourceId: z.string(), name: z.string(), url: z.string().optional() }))
    .optional(),
  /** Set when no reply could be given; the text says what the visitor can do. */
  failed: z.boolean().optional(),
  /** For the team: why not. */
  failure: z.enum(replyFailures).optional(),
  /** The visitor stopped the reply. */
  stopped: z.boolean().optional(),
  /** The person who wrote it, if it was a person. */
  author: z.string().optional(),
  feedback: z.enum(['up', 'down']).optional(),
  /** When it arrived, if a channel delivered it; \`at\` is when it was written. */
  receivedAt: z.string().optional(),
  /** Its number among those that were written at the same moment, where the channel that delivered it counts. */
  sequence: z.number().optional(),
  /** What became of it, if it was sent through a connected channel; absent while it is queued. */
  deliveryState: z.enum(deliveryStates).optional(),
  deliveryFailure: z.enum(deliveryFailures).optional(),
  /** How many parts of a message that failed were sent, if it was too long for one and some were. */
  partsSent: z.number().optional(),
  /**
   * For the team: the text that the visitor reads of a person's reply, or a visitor's message in the agent's language.
   */
  translation: z.object({ lang: z.string(), blocks: z.array(blockSchema) }).optional(),
  /** It was written in the app of the channel's provider. */
  outside: z.literal(true).optional(),
  /** The visitor's reaction to it, as the provider says it: an emoji, or its name. */
  reaction: z.string().optional(),
  /** When it was edited last, and its former texts, the oldest first. */
  edited: z.object({ at: z.string(), earlier: z.array(z.string()) }).optional(),
  /** Whoever wrote it has deleted it; it has no blocks. */
  deleted: z.literal(true).optional(),
})
export type MessageView = z.infer<typeof messageView>

/**
 * Returns messages with one more. A message that a channel delivered late comes before those just before it that a
 * channel delivered, too, and that were written later.
 */
export function insertMessage(messages: readonly MessageView[], message: MessageView): MessageView[] {
  let place = messages.length
  while (place > 0 && wasWrittenBefore(message, messages[place - 1])) place--
  return messages.toSpliced(place, 0, message)
}

function wasWrittenBefore(message: MessageView, other: MessageView | undefined): boolean {
  if (message.receivedAt === undefined || other?.receivedAt === undefined) return false
  if (other.role !== 'visitor' && other.outside !== true) return false
  const [before, after] = [Date.parse(message.at), Date.parse(other.at)]
  if (before !== after) return before < after
  const { sequence } = message
  return sequence !== undefined && other.sequence !== undefined && sequence < other.sequence
}
