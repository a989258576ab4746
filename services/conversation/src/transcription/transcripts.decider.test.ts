import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { fold } from '@parley/kernel/commands/decider.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, it } from 'vitest'
import { conversation, type Reply, textOf } from '../conversation.decider.ts'
import { withWords } from '../translation/block-words.ts'
import { saidIn } from '../turn/generate/prompt.ts'
import { mergeBurst } from '../turn/queue/burst.ts'

const NOW = '2026-11-21T12:00:00.000Z'
const at = new Date(NOW)
const where = { agentId: 'a1', channel: 'whatsapp', at: NOW } as const
const started: ConversationEvent = {
  type: 'ConversationStarted',
  data: { conversationId: 'c1', agentId: 'a1', visitorId: 'v1', channel: 'whatsapp' },
}
const fileOf = (fileId: string): Block => ({
  type: 'file',
  fileId,
  name: 'voice.ogg',
  mimeType: 'audio/ogg',
  size: 9,
})
const sent = (messageId: string, index: number, text = ''): ConversationEvent => ({
  type: 'VisitorMessageReceived',
  data: { ...where, messageId, text, index, content: [fileOf(`${messageId}-file`)] },
})
const note = {
  messageId: 'm1',
  index: 0,
  fileId: 'm1-file',
  text: 'Wann?',
  lang: 'de',
  seconds: 3,
  modelId: 'whisper-1',
}
const transcribed: ConversationEvent = { type: 'VoiceNoteTranscribed', data: { ...where, ...note } }
const gone: ConversationEvent = { type: 'MessageDeleted', data: { ...where, index: 0, messageId: 'm1' } }
const { blocks, ...answer } = {
  ...{
    messageId: 'r1',
    inReplyTo: 'm1',
    blocks: [{ type: 'text' as const, text: 'From nine.' }],
    sources: [],
  },
  ...{ modelId: 'gpt-4o', inputTokens: 2, outputTokens: 1, tookMs: 3, cost: 1, grounded: true },
}
const reply: Reply = { ...answer, blocks, heard: [note] }
const replied: ConversationEvent = {
  type: 'AgentReplied',
  data: { ...where, ...answer, index: 1, content: blocks },
}
const failure = { messageId: 'f1', inReplyTo: 'm1', notice: 'Try again.', reason: 'time-out' } as const
const stateAfter = (...events: ConversationEvent[]) => fold(conversation.decider, events)

it('a transcript is recorded with the reply, or with its failure, and not with a reply that nobody is shown', () => {
  const before = given(conversation, started, sent('m1', 0))
  before.when({ type: 'RecordReply', reply, epoch: 0 }, at).then(replied, transcribed)
  before
    .when({ type: 'RecordFailure', ...failure, attempt: 1, heard: [note] }, at)
    .then({ type: 'ReplyFailed', data: { ...where, ...failure, index: 1 } }, transcribed)
  before
    .when({ type: 'RecordReply', reply, epoch: 7 }, at)
    .then({ type: 'ReplyDiscarded', data: { ...where, inReplyTo: 'm1', reason: 'owner-changed' } })
})

it('a transcript is recorded once, and none of what was deleted or never sent', () => {
  const record = { type: 'RecordTranscripts', heard: [note] } as const
  given(conversation, started, sent('m1', 0)).when(record, at).then(transcribed)
  given(conversation, started, sent('m1', 0), transcribed).when(record, at).thenNothing()
  given(conversation, started, sent('m1', 0), transcribed)
    .when({ type: 'RecordReply', reply }, at)
    .then(replied)
  given(conversation, started, sent('m1', 0), gone).when(record, at).thenNothing()
  given(conversation, started).when(record, at).thenNothing()
  const other = { ...record, heard: [{ ...note, fileId: 'another' }] }
  given(conversation, started, sent('m1', 0)).when(other, at).thenNothing()
})

it('what is said belongs to the text of the message, until the message is deleted', () => {
  const [message] = stateAfter(started, sent('m1', 0, 'Hallo'), transcribed).messages
  expect(textOf(message!)).toBe('Hallo\n\nWann?')
  expect(saidIn(message!)).toBe('Hallo\n\nWann?')
  expect(stateAfter(started, sent('m1', 0), transcribed, transcribed).messages).toEqual(
    stateAfter(started, sent('m1', 0), transcribed).messages,
  )
  expect(JSON.stringify(stateAfter(started, sent('m1', 0), transcribed, gone))).not.toContain('Wann')
  expect(
    withWords(message!.blocks, (text) => `${text}!`).map((block) => textOf({ blocks: [block] })),
  ).toEqual([...['Hallo!', 'Wann?!']])
})

it('a voice note without words stays a file', () => {
  const silent = { ...transcribed, data: { ...transcribed.data, text: '' } } as ConversationEvent
  const [message] = stateAfter(started, sent('m1', 0), silent).messages
  expect([textOf(message!), saidIn(message!)]).toEqual(['', '[File: voice.ogg]'])
})

it('several messages that one reply answers are one text, in order', () => {
  const second = {
    ...transcribed,
    data: { ...transcribed.data, messageId: 'm2', index: 1, fileId: 'm2-file', text: 'Heute?' },
  }
  const state = stateAfter(
    started,
    sent('m1', 0, 'Hallo'),
    sent('m2', 1),
    transcribed,
    second as ConversationEvent,
  )
  const [merged] = mergeBurst(state, state.visitorMessages).messages
  expect(saidIn(merged!)).toBe('Hallo\nWann?\nHeute?\n[File: voice.ogg]\n[File: voice.ogg]')
})
