/** Whose a message is that comes back from a page: our own, or one of a person in Meta's own app. */
import { expect, test, vi } from 'vitest'
import { createFileTurns } from '../received-files.ts'
import { pagesHandlers } from './pages.handlers.ts'
import { deliveryOf, eventOf } from './sample-deliveries.ts'

const page = '104111111111111'
const person = '7654321098765432'
const channel = {
  ...{ channelId: 'c1', agentId: 'a1', kind: 'messenger', name: 'Shop' },
  account: { pageId: page, pageName: 'Shop' },
  credentials: { token: 't', appSecret: 's' },
}

const WRITTEN = 1_749_416_383_000
const HOUR_MS = 3_600_000

function open({ app = '111', sent = {} as Record<string, string>, sending = false, later = 1_000 } = {}) {
  const replyOutside = vi.fn(async (_: object) => ({ ok: true as const }))
  const takeChange = vi.fn(async (..._: unknown[]) => ({ ok: true as const, found: false }))
  const noteIgnored = vi.fn(async (..._: unknown[]) => undefined)
  const receive = vi.fn(async (_: object) => ({ ok: true as const }))
  const { handlers } = pagesHandlers({
    ...{
      region: 'na',
      receive,
      replyOutside,
      takeChange,
      onIgnored: vi.fn(),
      noteIgnored,
      fileTurns: createFileTurns(),
    },
    load: (async () => ({ state: { status: 'connected', channel } })) as never,
    refresh: async () => undefined,
    api: {
      call: async (_key: unknown, { path }: { path: string[] }) =>
        path[0] === 'app' && app === 'away'
          ? { ok: false, kind: 'away' }
          : { ok: true, result: path[0] === 'app' ? { id: app } : {} },
    } as never,
    accounts: {
      holderOf: async ({ kind, accountId }) =>
        kind === 'messenger' && accountId === page
          ? { channelId: 'c1', region: 'na', workspaceId: 'w1', reservedAt: 0 }
          : undefined,
    },
    sentMessages: { messageOf: async (_, id) => sent[id], isSending: async () => sending },
    conversationOf: async () => 'conversation1',
    recordUntil: async () => ({ ok: true }),
    isAgent: async () => true,
    now: () => WRITTEN + later,
  })
  const deliver = (...events: object[]) => {
    const body = deliveryOf(events)
    return handlers['channels.metaWebhook']!({
      ...{ tenant: 'w1', params: { region: 'na', agentId: 'a1' }, body },
      context: { tenant: 'w1', cause: { command: 'k' } },
      request: { delivery: { id: '1', raw: Buffer.from(JSON.stringify(body)) } },
    } as never)
  }
  return { deliver, replyOutside, receive, takeChange }
}

const echo = (more: object = {}) =>
  eventOf(
    { message: { mid: 'm_1', text: 'On my way', is_echo: true, ...more } },
    { from: page, to: person, timestamp: WRITTEN },
  )

test('a person’s reply in the app is in the conversation with the person it was written to', async () => {
  for (const more of [{}, { app_id: 222 }, { metadata: 'of another app' }]) {
    const { deliver, replyOutside, receive } = open()
    expect(await deliver(echo(more))).toMatchObject({ ok: true })
    expect(replyOutside.mock.calls).toMatchObject([
      [
        {
          ...{ tenant: 'w1', agentId: 'a1', channel: { kind: 'messenger', channelId: 'c1' } },
          ...{ contact: { id: person }, providerMessageId: 'm_1', text: 'On my way', from: 'Messenger' },
        },
      ],
    ])
    expect(receive).not.toHaveBeenCalled()
  }
})

test('what we sent ourselves is known by its reference, its app or its id', async () => {
  for (const [setup, more] of [
    [{}, { metadata: 'conversation1/message1/1/1', app_id: 222 }],
    [{}, { app_id: 111 }],
    [{ sent: { m_1: 'message1' } }, {}],
  ] as const) {
    const { deliver, replyOutside } = open(setup)
    expect(await deliver(echo(more))).toMatchObject({ ok: true })
    expect(replyOutside).not.toHaveBeenCalled()
  }
})

test('while it can’t be known, Meta delivers it again', async () => {
  for (const [setup, more] of [
    [{ sending: true }, {}],
    [{ app: 'away' }, { app_id: 111 }],
  ] as const) {
    const { deliver, replyOutside } = open(setup)
    expect(await deliver(echo(more))).toMatchObject({ ok: false, rejection: { code: 'unavailable' } })
    expect(replyOutside).not.toHaveBeenCalled()
  }
})

test('an app that can’t be known for an hour, as with a token that was revoked, keeps nothing else waiting', async () => {
  const later = HOUR_MS + 1
  const unknown = { app: 'away', later }
  const theirs = open(unknown)
  expect(await theirs.deliver(echo({ app_id: 222 }))).toMatchObject({ ok: true })
  expect(theirs.replyOutside).toHaveBeenCalledOnce()
  const ours = open({ ...unknown, sent: { m_1: 'message1' } })
  expect(await ours.deliver(echo({ app_id: 111 }))).toMatchObject({ ok: true })
  expect(ours.replyOutside).not.toHaveBeenCalled()
})

test('an edit of a message that is not known is that message', async () => {
  const { deliver, receive, takeChange } = open()
  await deliver(eventOf({ message_edit: { mid: 'm_1', text: 'Monday', num_edit: 1 } }))
  expect(takeChange).toHaveBeenCalledOnce()
  expect(receive.mock.calls).toMatchObject([[{ providerMessageId: 'm_1', text: '(edited) Monday' }]])
})
