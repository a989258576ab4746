import { webhookCatalogue } from '@parley/contracts/integration/webhook-catalogue.ts'
import { describe, expect, test } from 'vitest'
import { payloadOf, toldEvents, webhookNameOf } from './payload.ts'

describe('the published catalogue', () => {
  test.each(Object.entries(webhookCatalogue))('has an example of %s that fits its schema', (_, entry) => {
    const { payload, example } = entry
    expect(payload.strict().parse(example)).toEqual(example)
  })

  test('has an event of the log for each of its events, and no other', () => {
    const named = new Set(Object.keys(toldEvents).map(webhookNameOf))
    const published = Object.keys(webhookCatalogue).filter((name) => name !== 'webhook_test')
    expect([...named].toSorted()).toEqual(published.toSorted())
    expect(webhookNameOf('toString')).toBeUndefined()
  })
})

const said = { agentId: 'a1', channel: 'web-chat', index: 1, at: '2026-11-25T12:00:00.000Z' } as const

describe('a payload', () => {
  test('has what is published and nothing else of its event', () => {
    const data = { ...said, messageId: 'm1', text: 'Hello', lang: 'en', sentAt: said.at }
    expect(payloadOf('conversation-c1', { type: 'VisitorMessageReceived', data })).toEqual({
      ...{ agentId: 'a1', conversationId: 'c1', channel: 'web-chat', messageId: 'm1', text: 'Hello' },
    })
  })

  test('of a transcribed voice note has what is said in it', () => {
    const note = { messageId: 'm1', fileId: 'f1', text: 'Hello', lang: 'en', seconds: 3 }
    const data = { ...said, ...note, modelId: 'whisper-1' }
    expect(payloadOf('conversation-c1', { type: 'VoiceNoteTranscribed', data })).toEqual({
      ...{ agentId: 'a1', conversationId: 'c1', channel: 'web-chat', ...note },
    })
  })

  test('is bounded, however long a text is', () => {
    const data = { ...said, messageId: 'm1', text: 'x'.repeat(200_000) }
    const { text } = payloadOf('conversation-c1', { type: 'VisitorMessageReceived', data })
    expect(text).toHaveLength(32_000)
  })

  test('names the credentials of a channel as little as its account', () => {
    const data = { channelId: 'h1', agentId: 'a1', at: said.at, kind: 'webhook', name: 'Shop' } as const
    const event = {
      type: 'ChannelConnected',
      data: { ...data, account: { url: 'https://shop.example' }, credentials: { secret: 'hidden' } },
    } as const
    expect(payloadOf('channel-h1', event, { agentType: 'vf' })).toEqual({
      ...{ agentId: 'a1', agentType: 'vf', channelType: 'webhook', channelId: 'h1' },
    })
  })
})
