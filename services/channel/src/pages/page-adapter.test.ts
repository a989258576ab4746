/** The adapter of pages against its double, with each request held against what Meta's reference says. */
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Channel } from '../channel.decider.ts'
import { graphApi } from '../meta/graph-api.ts'
import { type GraphAnswer, type GraphDouble, startGraphDouble } from '../meta/graph-double.ts'
import { randomBlocks } from '../random-blocks.ts'
import { pageAdapter } from './page-adapter.ts'
import { MOST_OF_TEXT, messageFor, type PageKind, pageParts } from './requests.ts'
import { faultsOfCall } from './send-api.ts'

const secret = '0123456789abcdef0123456789abcdef'
const pageId = '104111111111111'
const igPageId = '17841400000000001'
const contactId = '7654321098765432'
const both: PageKind[] = ['messenger', 'instagram']

let double: GraphDouble
let token: string
/** Accounts that other channels use. */
let used: string[]

beforeEach(async () => {
  double = await startGraphDouble()
  used = []
  token = double.page(secret, {
    ...{ id: pageId, name: 'Lamp Shop' },
    instagram: { id: igPageId, username: 'lamps' },
  })
})
afterEach(() => double.stop())

function open(kind: PageKind) {
  const fetch = createSafeFetch({ allowPrivateAddresses: [new URL(double.url).host] })
  const adapter = pageAdapter({
    ...{ kind, publicUrl: 'https://parley.example' },
    api: graphApi({ apiUrl: double.url, version: 'v18.0', fetch }),
    isUsed: async (account) => used.includes(`${account.kind} ${account.accountId}`),
  })
  const account = { pageId, pageName: 'Lamp Shop' }
  const channel: Channel = {
    ...{ channelId: 'c1', agentId: 'a1', kind, name: 'Shop' },
    account: kind === 'messenger' ? account : { ...account, igPageId, igPageName: 'lamps' },
    credentials: { token, appSecret: secret },
  }
  const send = (blocks: Block[], more: { role?: MessageView['role']; isLate?: true } = {}) => {
    const message: MessageView = { id: 'm1', index: 1, role: more.role ?? 'agent', blocks, at: '' }
    const late = more.isLate ? { isLate: more.isLate } : {}
    return adapter.send(channel, { conversationId: 'x', contactId, message, key: 'm1', ...late })
  }
  const faults = () => double.calls.flatMap((call) => faultsOfCall(kind, call))
  return { adapter, channel, send, faults }
}
const hello: Block[] = [{ type: 'text', text: 'Hello' }]

test('what is wrong with a request is found', () => {
  const call = (body: object, path = [pageId, 'messages']) =>
    faultsOfCall('messenger', { method: 'POST', path, body })
  const good = { recipient: { id: '1' }, messaging_type: 'RESPONSE', message: { text: 'x' } }
  expect(call(good)).toEqual([])
  const wrong: object[] = [
    { ...good, colour: 'red' },
    { ...good, message: { text: 'x'.repeat(2_001) } },
    { ...good, message: { text: ' ' } },
    { ...good, message: {} },
    { ...good, tag: 'HUMAN_AGENT' },
    { ...good, messaging_type: 'MESSAGE_TAG' },
    {
      ...good,
      message: { text: 'x', quick_replies: [{ content_type: 'text', title: 'x'.repeat(21), payload: 'x' }] },
    },
  ]
  for (const body of wrong) expect(call(body)).not.toEqual([])
  expect(
    faultsOfCall('instagram', {
      method: 'POST',
      path: [pageId, 'messages'],
      body: { ...good, message: { text: 'x', metadata: 'x' } },
    }),
  ).not.toEqual([])
  expect(call({ subscribed_fields: 'messages,nonsense' }, [pageId, 'subscribed_apps'])).not.toEqual([])
})

describe.each(both)('%s', (kind) => {
  test('is connected, checked and removed', async () => {
    const { adapter, channel, faults } = open(kind)
    const { credentials } = channel
    expect(await adapter.identify?.(credentials, { pageId })).toEqual({
      ...{ ok: true, account: channel.account },
      ...(kind === 'messenger' ? { id: pageId, name: 'Lamp Shop' } : { id: igPageId, name: 'lamps' }),
    })
    expect(await adapter.provider?.check(channel)).toEqual({ state: 'not-connected' })
    expect(await adapter.provider?.setUp(channel)).toEqual({ ok: true })
    expect(double.toldOf(pageId, secret)).toContain('messages')
    expect(await adapter.provider?.check(channel)).toEqual({ state: 'connected' })
    double.expire(token, 1_800_000_000)
    const tokenEndsAt = '2027-01-15T08:00:00.000Z'
    expect(await adapter.provider?.check(channel)).toEqual({ state: 'connected', tokenEndsAt })
    // The other kind of channel, or a newer one, needs what the page tells of.
    for (const other of [`messenger ${pageId}`, `instagram ${igPageId}`]) {
      used = [other]
      expect(await adapter.provider?.tearDown(channel)).toEqual({ ok: true })
      expect(double.toldOf(pageId, secret)).toBeDefined()
    }
    used = []
    expect(await adapter.provider?.tearDown(channel)).toEqual({ ok: true })
    expect(double.toldOf(pageId, secret)).toBeUndefined()
    expect(await adapter.provider?.tearDown(channel)).toEqual({ ok: true })
    double.revoke(token)
    expect(await adapter.provider?.check(channel)).toEqual({ state: 'credentials-refused' })
    expect(faults()).toEqual([])
  })

  test('is not connected by the token of another page or account, or a wrong secret', async () => {
    const { adapter } = open(kind)
    const identify = (given: object, id = pageId) =>
      adapter.identify?.({ token, appSecret: secret, ...given }, { pageId: id })
    const refused = (description: RegExp) => ({
      ...{ ok: false, refused: true },
      description: expect.stringMatching(description),
    })
    expect(await identify({}, '999999999')).toEqual(refused(/not the one of the page/))
    expect(await identify({ token: double.app(secret, 'somebody') })).toEqual(refused(/does not exist/))
    expect(await identify({ appSecret: 'f'.repeat(32) })).toEqual(refused(/appsecret_proof/))
    const alone = double.page(secret, { id: '5555555', name: 'Alone' })
    if (kind === 'instagram')
      expect(await identify({ token: alone }, '5555555')).toEqual(refused(/No Instagram page is linked/))
    else expect(await identify({ token: alone }, '5555555')).toMatchObject({ ok: true, name: 'Alone' })
    double.answer('GET number', 'nonsense')
    expect(await identify({})).toEqual({ ok: false, refused: false })
  })

  test('tags what a person writes after the agent’s time, and nothing else', async () => {
    const { send, faults } = open(kind)
    await send(hello)
    await send(hello, { role: 'human' })
    await send(hello, { role: 'human', isLate: true })
    await send(hello, { role: 'agent', isLate: true })
    const tags = double.sentFrom(pageId).map(({ body }) => [body.messaging_type, body.tag])
    const response = ['RESPONSE', undefined]
    expect(tags).toEqual([response, response, ['MESSAGE_TAG', 'HUMAN_AGENT'], response])
    expect(faults()).toEqual([])
  })

  test('is shown as reading and writing', async () => {
    const { adapter, channel, faults } = open(kind)
    await adapter.showTyping?.(channel, contactId)
    const recipient = { id: contactId }
    expect(double.calls.map(({ body }) => body)).toEqual([
      { recipient, sender_action: 'mark_seen' },
      { recipient, sender_action: 'typing_on' },
    ])
    expect(faults()).toEqual([])
  })

  test('a refusal to send says what may help', async () => {
    const { send } = open(kind)
    const subcode = (status: number, code: number, error_subcode: number): GraphAnswer => ({
      ...{ status, code },
      more: { error_subcode },
    })
    const final = (reason: string) => ({ ok: false, final: true, reason })
    const later = { ok: false, final: false }
    const results: [GraphAnswer, object][] = [
      // The code alone says that the token may not do this.
      [subcode(403, 10, 2_018_278), final('window-closed')],
      [subcode(400, 10, 2_534_022), final('window-closed')],
      [subcode(400, 100, 2_018_001), final('unreachable')],
      [subcode(400, 551, 1_545_041), final('unreachable')],
      [{ status: 400, code: 551 }, final('unreachable')],
      [{ status: 400, code: 100 }, final('refused')],
      [
        { status: 400, code: 613, headers: { 'retry-after': '9' } },
        { ...later, away: false, afterMs: 9_000 },
      ],
      [
        { status: 400, code: 1_200 },
        { ...later, away: true },
      ],
      [
        { status: 403, code: 10 },
        { ...later, away: true, channelFailed: 'credentials-refused' },
      ],
      [
        { status: 401, code: 190 },
        { ...later, away: true, channelFailed: 'credentials-refused' },
      ],
      [
        { status: 400, code: 368 },
        { ...later, away: true, channelFailed: 'refused' },
      ],
    ]
    for (const [answer, expected] of results) {
      double.answer('POST messages', answer)
      expect(await send(hello)).toEqual(expected)
    }
  })

  test('nothing that an agent may say yields a request that the reference refuses', () => {
    fc.assert(
      fc.property(randomBlocks, (blocks) => {
        for (const part of pageParts(blocks, MOST_OF_TEXT) ?? []) {
          const message = messageFor(part, { origin: 'https://parley.example', kind })
          if (!message) continue
          const body = { recipient: { id: contactId }, messaging_type: 'RESPONSE', message }
          expect(faultsOfCall(kind, { method: 'POST', path: [pageId, 'messages'], body })).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})
