/** The delivery of events to one webhook over a day and more, by a clock of the test. */
import type { DeliveryInput } from '@parley/contracts/delivery-events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { createDeadlines } from '@parley/kernel/deadlines.ts'
import { type Aggregate, accept } from '@parley/kernel/decider.ts'
import type { RunningProcess } from '@parley/kernel/process-manager.ts'
import type { SafeFetched } from '@parley/kernel/safe-fetch.ts'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createDeliveryLog } from './delivery-log.ts'
import { instanceOf, RETRY_FOR_MS, runWebhooks } from './send-webhooks.ts'
import { newSigningSecret } from './standard-signature.ts'
import { webhook } from './webhook.decider.ts'

const tenant = 'w1'
const HOUR_MS = 3_600_000
const secret = newSigningSecret()
const settings = {
  ...{ url: 'https://shop.example/events', description: '', sendWorkspaceSecret: false },
  subscribedEvents: ['member_joined'],
}
const context = (command: string): CommandContext => ({
  tenant,
  actor: { kind: 'user', id: 'u1' },
  cause: { via: 'dashboard', command, correlation: command },
})

/** A stream of members, by which something happens. */
type Joined = { type: 'WorkspaceMemberRemoved'; data: { userId: string; reason: 'left' } }
const members: Aggregate<number, { userId: string }, Joined> = {
  category: 'workspace',
  events: { WorkspaceMemberRemoved: workspaceEvents.WorkspaceMemberRemoved },
  decider: {
    initialState: 0,
    evolve: (count) => count + 1,
    decide: ({ userId }) => accept({ type: 'WorkspaceMemberRemoved', data: { userId, reason: 'left' } }),
  },
}

async function openWebhook() {
  const state = await openSqliteReadStore({ file: ':memory:' })
  const deadlines = createDeadlines(state)
  const clock = { now: Date.now() }
  const sent: { at: number; body: string; headers: Record<string, string> }[] = []
  let answer: (nth: number) => SafeFetched = () => answered(200)
  let running: RunningProcess<DeliveryInput> | undefined
  let log: ReturnType<typeof createDeliveryLog> | undefined
  const region = await openTestRegion({
    now: () => new Date(clock.now),
    policies({ handle, load, keyring }) {
      log = createDeliveryLog({ state, keyring })
      running = runWebhooks({
        ...{ handle, load, keyring, deadlines, log, now: () => clock.now },
        eventStore: { readStream: (...of) => region.eventStore.readStream(...of) },
        agentType: async () => 'vg',
        workspaceSecret: async () => 'ws_secret',
        async safeFetch(_address, { body = '', headers = {} } = {}) {
          sent.push({ at: clock.now, body: String(body), headers })
          return answer(sent.length)
        },
      })
      return [running.policy]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  const limit = { maxWebhooks: 1, webhooks: 0 }
  const create = { type: 'CreateWebhook', webhookId: 'h1', userId: 'u1', settings, secret, limit } as const
  await region.handle(webhook, 'h1', create, context('create'))

  return {
    sent,
    clock,
    answers(next: (nth: number) => SafeFetched) {
      answer = next
    },
    log: async () => (await log?.page(tenant, { webhookId: 'h1' }, { limit: 50 }))?.items ?? [],
    paused: async () => {
      const found = (await region.load(webhook, 'h1', tenant))?.state
      return found?.status === 'live' ? found.webhook.paused : undefined
    },
    run: (command: Parameters<typeof webhook.decider.decide>[0], key: string) =>
      region.handle(webhook, 'h1', command, context(key)),
    /** Somebody leaves one of the workspaces. */
    async happen(stream: string, userId: string) {
      const handled = await region.handle(members, stream, { userId }, context(`${stream}/${userId}`))
      const revision = handled.ok ? Number(handled.revision) : 0
      const input = { type: 'MessageWritten', messageId: String(revision), retryForMs: RETRY_FOR_MS } as const
      const instance = instanceOf({ webhookId: 'h1', stream: `workspace-${stream}` })
      await running?.take({ tenant, instance }, input, `event/${stream}/${revision}`)
      await region.settled()
    },
    /** Carries out every deadline that is due until then. */
    async pass(ms: number) {
      const until = clock.now + ms
      for (;;) {
        const [next] = await deadlines.due('webhookdelivery', until, 1)
        if (!next) break
        clock.now = Math.max(clock.now, next.due)
        await running?.deadlineWork.carryOut(next, new AbortController().signal)
        await deadlines.done(next)
        await region.settled()
      }
      clock.now = until
    },
  }
}

function answered(status: number, headers: Record<string, string> = {}): SafeFetched {
  const body = Buffer.from(`answer ${status}`)
  return { ok: true, status, headers, body, cut: false, url: settings.url, redirects: [] }
}
const refused: SafeFetched = { ok: false, code: 'unreachable', message: 'The site refuses connections.' }

test('is signed so that the package of Standard Webhooks verifies it', async () => {
  const { sent, happen } = await openWebhook()
  await happen('w1', 'ada')
  const [{ body, headers } = { body: '', headers: {} }] = sent
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({
    ...{ type: 'member_left', version: 1, payload: { userId: 'ada', reason: 'left' } },
  })
  const changed = body.replace('ada', 'eve')
  expect(() => new Webhook(secret).verify(changed, headers)).toThrow()
})

test('is sent again after growing pauses, an hour at most, for a day, and the webhook is then paused', async () => {
  const { sent, clock, answers, log, paused, happen, pass } = await openWebhook()
  answers(() => refused)
  const start = clock.now
  await happen('w1', 'ada')
  await happen('w1', 'ben')
  await pass(23 * HOUR_MS)
  expect(await paused()).toBeUndefined()
  const pauses = sent.slice(1).map(({ at }, nth) => (at - (sent[nth]?.at ?? 0)) / 1000)
  expect(pauses.slice(0, 4)).toEqual([5, 10, 20, 40])
  expect(Math.max(...pauses)).toBe(3_600)
  await pass(2 * HOUR_MS)
  expect(await paused()).toBe('failing')
  expect(sent.at(-1)?.at).toBeLessThanOrEqual(start + 24 * HOUR_MS)
  // The next one of the stream is listed, and not sent to a paused webhook.
  expect((await log()).map(({ state, attempts }) => [state, attempts > 0]).toSorted()).toEqual([
    ['failed', true],
    ['skipped', false],
  ])
  expect(sent.every(({ body }) => body.includes('ada'))).toBe(true)
})

test('is not paused for one event that its server never accepts while it accepts others', async () => {
  const { sent, answers, log, paused, happen, pass } = await openWebhook()
  answers(() => (sent.at(-1)?.body.includes('ada') ? answered(500) : answered(200)))
  await happen('w1', 'ada')
  await happen('w2', 'ben')
  await pass(25 * HOUR_MS)
  expect(await paused()).toBeUndefined()
  expect((await log()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed'])
})

test('waits as long as its server asks, an hour at most', async () => {
  const { sent, answers, happen, pass } = await openWebhook()
  answers((nth) => (nth === 1 ? answered(429, { 'retry-after': '600' }) : answered(200)))
  await happen('w1', 'ada')
  await pass(599_000)
  expect(sent).toHaveLength(1)
  await pass(2_000)
  expect(sent).toHaveLength(2)
})

test('keeps the newest attempts, with the beginning of each answer', async () => {
  const { answers, log, happen, pass } = await openWebhook()
  answers((nth) => answered(nth < 9 ? 500 : 200))
  await happen('w1', 'ada')
  await pass(HOUR_MS)
  const [entry] = await log()
  expect(entry).toMatchObject({ state: 'delivered', attempts: 9 })
  expect(entry?.recent.map(({ status }) => status)).toEqual([200, 500, 500, 500, 500])
})
