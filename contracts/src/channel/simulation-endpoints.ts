/** The channel simulator of the test panel: what a channel would be sent, and what a contact's choice would be read as. */
import { z } from 'zod'
import { blockSchema } from '../conversation/blocks.ts'
import { maxMessageLength } from '../conversation/endpoints.ts'
import { agentParams, defineEndpoints } from '../endpoint.ts'
import { deliveryFailures, simulatedKindNames } from './names.ts'

const kind = z.enum(simulatedKindNames)
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
/** How long ago the contact wrote, in ms; at most a year. */
const age = z.number().int().min(0).max(31_536_000_000)

export const simulatedRequest = z.object({
  method: z.string(),
  /** Below the provider's address: without credentials, and with ids that no account has. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()),
})
export type SimulatedRequest = z.infer<typeof simulatedRequest>

/** Who may write to a contact now, of whom. `tagged`: with the tag `HUMAN_AGENT` of Meta. `template`: an approved one only. */
export const writingAllowance = z.enum(['free', 'tagged', 'template', 'none'])
export type WritingAllowance = z.infer<typeof writingAllowance>

/** Of recordings that people may send. */
export const recordingTypes = ['audio/ogg', 'audio/mpeg', 'audio/mp4', 'audio/wav'] as const

const shown = z.string().max(1_000)
/** As it was sent. */
const data = z.string().max(1_100)

export const simulationEndpoints = defineEndpoints({
  'channels.simulate': {
    summary: 'The requests that a channel’s provider would be sent for messages; nothing is sent',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channel-simulation',
    permission: 'agent.test',
    kind: 'query',
    params: agentParams,
    body: z.object({
      kind,
      /** How long ago the contact wrote last, now. */
      ageMs: age,
      /** `ageMs`: how long ago the contact had written when the message was. */
      messages: z
        .array(
          z.object({
            id,
            role: z.enum(['agent', 'human']),
            blocks: z.array(blockSchema).max(200),
            ageMs: age,
          }),
        )
        .max(50),
    }),
    output: z.object({
      /** In the given order. `notSent`: why nothing, or nothing more, would be sent. */
      messages: z.array(
        z.object({
          id: z.string(),
          requests: z.array(simulatedRequest),
          notSent: z.enum(deliveryFailures).optional(),
        }),
      ),
      /** Who may write now. */
      window: z.object({ agent: writingAllowance, person: writingAllowance }),
    }),
    maxBodyBytes: 1_000_000,
  },
  'channels.simulateInbound': {
    summary: 'What a contact’s message or choice would be read as when the provider delivered it',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/channel-simulation/inbound',
    permission: 'agent.test',
    kind: 'query',
    params: agentParams,
    body: z.object({
      kind,
      act: z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), text: z.string().trim().min(1).max(maxMessageLength) }),
        /** Opens the chat with a bot of Telegram (`/start`). */
        z.object({ type: z.literal('open') }),
        /** `data`: what the button, row or quick reply returns. `label`: its words. */
        z.object({
          type: z.literal('choice'),
          of: z.enum(['button', 'row', 'quick-reply', 'postback', 'callback']),
          ...{ data, label: shown },
          /** The keyboard in which a button of Telegram stands. */
          keyboard: z
            .array(z.object({ text: shown, data: data.optional() }))
            .max(100)
            .optional(),
        }),
        /** The recording itself is uploaded to the conversation, by the name of its file. */
        z.object({ type: z.literal('voice-note'), mimeType: z.enum(recordingTypes) }),
      ]),
    }),
    /**
     * `opens`: the agent says what it says first; `text` counts only if it says nothing. `files`: by which names those that
     * came with it are kept.
     */
    output: z.object({
      text: z.string(),
      opens: z.boolean(),
      files: z.array(z.object({ name: z.string() })),
    }),
    maxBodyBytes: 200_000,
  },
})
