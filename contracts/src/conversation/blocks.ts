/** What a message is made of. Text is Markdown; the widget sanitises it. */
import { z } from 'zod'

export const blockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
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
])
export type Block = z.infer<typeof blockSchema>

export const messageView = z.object({
  id: z.string(),
  /** Counts from 0 within the conversation. */
  index: z.number(),
  role: z.enum(['visitor', 'agent', 'human', 'system']),
  blocks: z.array(blockSchema),
  /** ISO 8601. */
  at: z.string(),
  /** Sources the reply was drawn from. */
  sources: z.array(z.object({ sourceId: z.string(), name: z.string() })).optional(),
  /** Set when no reply could be given: what the visitor can do. */
  failed: z.boolean().optional(),
})
export type MessageView = z.infer<typeof messageView>
