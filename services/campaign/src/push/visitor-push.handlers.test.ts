/** Calls of visitors on notifications, behind whatever the server checks before: whose they are, and what may be stored. */
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { beforeEach, expect, test } from 'vitest'
import { contactKeys } from '../audience/addresses.ts'
import { visitorPush, visitorPushId } from './visitor-push.decider.ts'
import { visitorPushHandlers } from './visitor-push.handlers.ts'

const tenant = 'workspace1'
const own = { region: 'na' as const, agentId: 'desk', conversationId: 'c1' }
const principal = {
  kind: 'visitor' as const,
  tenant,
  agentId: 'desk',
  conversationId: 'c1',
  visitorId: 'ada',
}
const body = { endpoint: 'https://push.example/1', keys: { p256dh: 'p', auth: 'a' } }

let region: TestRegion
let isOffered: boolean
let channel: string | undefined
let whileAsked: () => void
let calls = 0
beforeEach(async () => {
  region = await openTestRegion()
  isOffered = true
  channel = 'web-chat'
  whileAsked = () => undefined
  return () => region.close()
})

function call(name: 'visitorPush.get' | 'visitorPush.allow' | 'visitorPush.withdraw', params: object = own) {
  const handlers = visitorPushHandlers({
    ...{ handle: region.handle, load: region.load, refresh: region.commands.refresh },
    keys: contactKeys(Buffer.alloc(32, 1)),
    contactOf: async () => (channel === undefined ? undefined : { agentId: 'desk', channel }),
    async isOffered() {
      whileAsked()
      return isOffered
    },
    isPushEndpoint: (endpoint) => endpoint.startsWith('https:'),
  })
  const context = {
    tenant,
    actor: { kind: 'visitor', id: 'ada' },
    cause: { via: 'api', command: `call/${++calls}`, correlation: 'test' },
  }
  return handlers[name]?.({ principal, params, body, context, tenant } as never)
}
const stored = async () =>
  (await region.load(visitorPush, visitorPushId({ agentId: 'desk', visitorId: 'ada' }), tenant))?.state
    .subscriptions ?? []

test.each([
  { ...own, agentId: 'other' },
  { ...own, conversationId: 'c2' },
])(
  'whoever names another agent or conversation than the token is told nothing and stores nothing',
  async (params) => {
    for (const name of ['visitorPush.get', 'visitorPush.allow', 'visitorPush.withdraw'] as const)
      expect(await call(name, params)).toMatchObject({ ok: false, rejection: { code: 'not-found' } })
    expect(await stored()).toEqual([])
  },
)

test.each([
  ['push-off', () => (isOffered = false)],
  ['push-off', () => (channel = 'test-panel')],
  ['deleted', () => (channel = undefined)],
])('refuses with %s', async (code, given) => {
  given()
  expect(await call('visitorPush.allow')).toMatchObject({ ok: false, rejection: { code } })
  expect(await stored()).toEqual([])
})

test('nothing is left where the conversation was deleted meanwhile', async () => {
  whileAsked = () => (channel = undefined)
  expect(await call('visitorPush.allow')).toMatchObject({ ok: false, rejection: { code: 'deleted' } })
  expect(await stored()).toEqual([])
})

test('is allowed, told, and withdrawn', async () => {
  expect(await call('visitorPush.get')).toMatchObject({ value: { allowed: false } })
  await call('visitorPush.allow')
  expect(await stored()).toMatchObject([{ endpoint: body.endpoint, conversationId: 'c1' }])
  expect(await call('visitorPush.get')).toMatchObject({ value: { allowed: true } })
  await call('visitorPush.withdraw')
  expect(await call('visitorPush.get')).toMatchObject({ value: { allowed: false } })
})
