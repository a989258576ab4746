/** Arbitrary commands to a conversation at arbitrary times, for property tests. */
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'
import type { ConversationCommand } from './conversation.decider.ts'

/** The time of the first command, in ms. */
export const NOW = Date.parse('2026-11-21T12:00:00.000Z')
export const start: ConversationCommand = {
  type: 'StartConversation',
  conversation: {
    conversationId: 'c1',
    agentId: 'a1',
    visitorId: 'v1',
    channel: 'web-chat',
  },
  firstMessages: [{ messageId: 'f1', blocks: [{ type: 'text', text: 'Hi' }] }],
}

const messageId = fc.constantFrom('m1', 'm2', 'm3', 'm4')
const epoch = fc.integer({ min: 0, max: 6 })
const person = fc.constantFrom({ userId: 'u1', displayName: 'Ada' }, { userId: 'u2', displayName: 'Ben' })
const blocks: Block[] = [{ type: 'text', text: 'Words' }]
const recordings: Block[] = [{ type: 'file', fileId: 'f1', name: 'voice.ogg', mimeType: 'audio/ogg' }]
const heard = (messageId: string) => ({
  ...{ messageId, index: 0, fileId: 'f1', text: 'Words', seconds: 1, modelId: 'whisper-1' },
})
const text = fc.constantFrom('', 'a', 'b')
const also = fc.uniqueArray(messageId, { maxLength: 3 })
const used = {
  sources: [],
  modelId: 'gpt-4o',
  inputTokens: 1,
  outputTokens: 1,
  tookMs: 1,
  cost: 1,
  grounded: true,
}

const approvalIds = fc.uniqueArray(fc.constantFrom('p1', 'p2'), { maxLength: 2 })
const requested = { toolId: 't1', functionName: 'refund', name: 'Refund', values: {}, toolVersion: '' }

const command: fc.Arbitrary<ConversationCommand> = fc.oneof(
  messageId.map((id): ConversationCommand => ({ type: 'RecordTranscripts', heard: [heard(id)] })),
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('ReceiveVisitorMessage' as const),
      messageId,
      text: fc.constant('Hi'),
      blocks: fc.constantFrom([], recordings),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.tuple(messageId, also, epoch, fc.nat(9), approvalIds, approvalIds).map(
      ([inReplyTo, alsoAnswers, epoch, nth, asksFor, tells]): ConversationCommand => ({
        type: 'RecordReply',
        reply: {
          messageId: `r${nth}`,
          inReplyTo,
          alsoAnswers,
          blocks,
          ...used,
          flow: { nodeId: `n${nth}`, variables: {} },
          heard: [heard(inReplyTo)],
          approvalRequests: asksFor.map((id) => ({ approvalId: `${id}-${nth}`, ...requested })),
          approvalIds: tells.map((id) => `${id}-${nth}`),
        },
        epoch,
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(messageId, epoch, fc.integer({ min: 1, max: 3 })).map(
      ([inReplyTo, epoch, attempt]): ConversationCommand => ({
        type: 'RecordFailure',
        messageId: `x-${inReplyTo}-${attempt}`,
        inReplyTo,
        attempt,
        notice: 'Try again.',
        reason: 'time-out',
        epoch,
      }),
    ),
  },
  fc.tuple(fc.boolean(), fc.boolean()).map(
    ([offline, silencesAgent]): ConversationCommand => ({
      type: 'RequestHandoff',
      by: 'visitor',
      offline,
      silencesAgent,
    }),
  ),
  person.map((person): ConversationCommand => ({ type: 'TakeOver', person })),
  fc.constant<ConversationCommand>({ type: 'HandBack' }),
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.constantFrom('p1', 'p2'),
        fc.nat(9),
        fc.constantFrom('approved' as const, 'declined' as const),
      )
      .map(
        ([id, nth, outcome]): ConversationCommand => ({
          type: 'DecideApproval',
          approvalId: `${id}-${nth}`,
          outcome,
        }),
      ),
  },
  fc.integer({ min: -600_000, max: 600_000 }).map(
    (ms): ConversationCommand => ({
      type: 'TimeOutHandoff',
      awaitingSince: new Date(NOW + ms).toISOString(),
    }),
  ),
  fc
    .tuple(person, fc.constantFrom('h1', 'h2'))
    .map(([person, id]): ConversationCommand => ({ type: 'ReplyAsPerson', messageId: id, blocks, person })),
  fc
    .tuple(person, fc.constantFrom('n1', 'n2'))
    .map(([person, noteId]): ConversationCommand => ({ type: 'AddNote', noteId, text: 'Note', person })),
  fc.constantFrom('n1', 'n2').map((noteId): ConversationCommand => ({ type: 'RemoveNote', noteId })),
  fc
    .uniqueArray(fc.constantFrom('vip', 'new'))
    .map((tags): ConversationCommand => ({ type: 'TagConversation', tags })),
  fc
    .constantFrom('u1', undefined)
    .map((assignee): ConversationCommand => ({ type: 'AssignConversation', assignee })),
  fc
    .constantFrom('open' as const, 'resolved' as const)
    .map((status): ConversationCommand => ({ type: 'SetStatus', status })),
  fc.integer({ min: -1, max: 9 }).map((index): ConversationCommand => ({ type: 'MarkRead', index })),
  fc.tuple(messageId, fc.nat(9)).map(
    ([messageId, index]): ConversationCommand => ({
      type: 'RecordTranslation',
      messageId,
      index,
      translation: { lang: 'de', blocks },
    }),
  ),
  fc
    .tuple(
      fc.constantFrom('f1', 'm1', 'r1', undefined),
      fc.constantFrom('up' as const, 'down' as const, 'none' as const),
    )
    .map(
      ([about, rating]): ConversationCommand => ({
        type: 'GiveFeedback',
        rating,
        ...(about === undefined ? {} : { messageId: about }),
      }),
    ),
  fc.tuple(text, fc.boolean()).map(
    ([name, verified]): ConversationCommand => ({
      type: 'IdentifyVisitor',
      name,
      externalId: 'e1',
      verified,
    }),
  ),
  text.map((plan): ConversationCommand => ({ type: 'SetVariables', variables: { plan } })),
  text.map((pageUrl): ConversationCommand => ({ type: 'ViewPage', pageUrl })),
  text.map((city): ConversationCommand => ({ type: 'CaptureFields', by: 'form', fields: { city } })),
  {
    weight: 1,
    arbitrary: fc.constant<ConversationCommand>({ type: 'DeleteConversation', reason: 'person' }),
  },
)
export type Step = { command: ConversationCommand; afterMs: number }

/** Commands after the start of a conversation, each `afterMs` later than the one before. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ command, afterMs: fc.integer({ min: 0, max: 60_000 }) }),
  {
    maxLength: 60,
  },
)
