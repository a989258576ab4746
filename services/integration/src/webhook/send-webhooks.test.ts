/** The delivery of events to one webhook over a day and more, by a clock of the test. */
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import type { Posted } from '@parley/kernel/outgoing/kept-posts.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDeliveryLog, type DeliveryPlace } from './delivery-log.ts'
import type { WebhookRequest } from './requests.ts'
import {
  instanceOf,
  RETRY_FOR_MS,
  type RunningWebhooks,
  runWebhooks,
  webhookDelivery,
} from './send-webhooks.ts'
import { newSigningSecret } from './standard-signature.ts'
import { webhook } from './webhook.decider.ts'
import { createEventReader } from './webhook-message.ts'

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
  const sent: (WebhookRequest & { at: number })[] = []
  let held: PromiseWithResolvers<void> | undefined
  let answer: (nth: number) => Posted = () => answered(200)
  let running: RunningWebhooks | undefined
  let log: ReturnType<typeof createDeliveryLog> | undefined
  const region = await openTestRegion({
    now: () => new Date(clock.now),
    policies({ handle, load, commands: { refresh }, keyring }) {
      log = createDeliveryLog({ state, keyring })
      running = runWebhooks({
        ...{ handle, load, refresh, keyring, deadlines, log, now: () => clock.now },
        eventAt: createEventReader({ readStream: (...of) => region.eventStore.readStream(...of) }),
        agentType: async () => 'vg',
        workspaceSecret: async () => 'ws_secret',
        async request(request) {
          sent.push({ ...request, at: clock.now })
          const nth = sent.length
          await held?.promise
          return answer(nth)
        },
      })
      return [running.policy]
    },
  })
  onTestFinished(async () => {
    await region.close()
    await state.close()
  })
  /** Somebody leaves one of the workspaces. Returns where that stands. */
  const leave = async (stream: string, userId: string) => {
    const handled = await region.handle(members, stream, { userId }, context(`${stream}/${userId}`))
    const sending = String(handled.ok ? Number(handled.revision) : 0)
    return { webhookId: 'h1', stream: `workspace-${stream}`, sending }
  }
  const limit = { maxWebhooks: 1, webhooks: 0 }
  const create = { type: 'CreateWebhook', webhookId: 'h1', userId: 'u1', settings, secret, limit } as const
  await region.handle(webhook, 'h1', create, context('create'))

  return {
    sent,
    clock,
    answers(next: (nth: number) => Posted) {
      answer = next
    },
    log: async () => (await log?.page(tenant, { webhookId: 'h1' }, { limit: 50 }))?.items ?? [],
    paused: async () => {
      const found = (await region.load(webhook, 'h1', tenant))?.state
      return found?.status === 'live' ? found.webhook.paused : undefined
    },
    run: (command: Parameters<typeof webhook.decider.decide>[0], key: string) =>
      region.handle(webhook, 'h1', command, context(key)),
    /** Somebody leaves one of the workspaces, and the delivery process is told. */
    async happen(stream: string, userId: string) {
      const place = await leave(stream, userId)
      const written = { type: 'MessageWritten', messageId: place.sending, retryForMs: RETRY_FOR_MS } as const
      await running?.take(
        { tenant, instance: instanceOf(place) },
        written,
        `event/${stream}/${place.sending}`,
      )
      await region.settled()
    },
    leave,
    /** As the bus delivers it. */
    async deliver(place: DeliveryPlace) {
      await running?.deliver(tenant, place, `event/${place.stream}/${place.sending}`)
      await region.settled()
    },
    /** Keeps requests unanswered until the returned function is called. */
    hold() {
      const mine = Promise.withResolvers<void>()
      held = mine
      return () => {
        held = undefined
        mine.resolve()
      }
    },
    settled: () => region.settled(),
    /** How many steps the delivery processes of the webhook have made. */
    async steps() {
      const all = await region.eventStore.readAll(-1, 1_000)
      return all.filter(({ type }) => type === webhookDelivery.event).length
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

function answered(status: number, retryAfter?: string): Posted {
  return { ok: true, status, ...(retryAfter === undefined ? {} : { retryAfter }), answer: `answer ${status}` }
}
const refused: Posted = { ok: false, code: 'unreachable', message: 'The site refuses connections.' }

test('names the event, its time and what it is signed under: for a day, the secret before too', async () => {
  const { sent, clock, happen, run } = await openWebhook()
  await happen('w1', 'ada')
  const [first] = sent
  expect(JSON.parse(first?.body ?? '')).toMatchObject({
    ...{ type: 'member_left', version: 1, payload: { userId: 'ada', reason: 'left' } },
  })
  const timestamp = Math.floor(clock.now / 1000)
  expect(first).toMatchObject({ url: settings.url, timestamp, secrets: [secret] })
  const next = newSigningSecret()
  await run({ type: 'ReplaceSecret', secret: next }, 'replace')
  await happen('w2', 'ben')
  expect(sent[1]?.secrets).toEqual([next, secret])
  clock.now += 25 * HOUR_MS
  await happen('w3', 'eve')
  expect(sent[2]?.secrets).toEqual([next])
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
  answers((nth) => (nth === 1 ? answered(429, '600') : answered(200)))
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

test('a pause that a receiver asks for by a date is kept', async () => {
  const one = await openWebhook()
  const date = new Date(one.clock.now + 120_000).toUTCString()
  one.answers((nth) => (nth === 1 ? { ok: true, status: 503, retryAfter: date, answer: '' } : answered(200)))
  await one.happen('s1', 'u1')
  await one.pass(100_000)
  expect(one.sent).toHaveLength(1)
  await one.pass(30_000)
  expect(one.sent).toHaveLength(2)
})

describe('what is delivered at once', () => {
  test('leaves nothing but its entry in the delivery log, and is sent once, however often it is delivered', async () => {
    const { sent, log, leave, deliver, steps } = await openWebhook()
    const place = await leave('w1', 'ada')
    await deliver(place)
    await deliver(place)
    expect(sent).toHaveLength(1)
    expect(await log()).toMatchObject([{ state: 'delivered', attempts: 1 }])
    expect(await steps()).toBe(0)
  })

  test('is tried again by the delivery process, and the next of its stream wait, those of others not', async () => {
    const { sent, answers, log, leave, deliver, pass } = await openWebhook()
    answers((nth) => answered(nth === 1 ? 500 : 200))
    const [ada, ben, eve] = [await leave('w1', 'ada'), await leave('w1', 'ben'), await leave('w2', 'eve')]
    for (const place of [ada, ben, eve]) await deliver(place)
    const users = () => sent.map(({ body }) => JSON.parse(body).payload.userId)
    expect(users()).toEqual(['ada', 'eve'])
    await pass(4_999)
    expect(users()).toEqual(['ada', 'eve'])
    await pass(2)
    expect(users()).toEqual(['ada', 'eve', 'ada', 'ben'])
    // After a kill, the bus may deliver them again.
    for (const place of [ada, ben, eve]) await deliver(place)
    expect(users()).toHaveLength(4)
    expect((await log()).map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('holds up others for two seconds at most; what is under way is not sent again, and the next follow it', async () => {
    const { sent, log, leave, deliver, hold, settled } = await openWebhook()
    const zoe = await leave('w3', 'zoe')
    await deliver(zoe)
    const release = hold()
    const [ada, ben, eve] = [await leave('w1', 'ada'), await leave('w1', 'ben'), await leave('w2', 'eve')]
    await deliver(ada)
    await deliver(ben)
    expect(sent).toHaveLength(2)
    release()
    await expect.poll(() => sent.length).toBe(3)
    // The webhook is slow for now, so that its delivery process sends this one.
    await deliver(eve)
    // As the bus may after a kill.
    await deliver(zoe)
    await settled()
    const users = sent.map(({ body }) => JSON.parse(body).payload.userId)
    expect(users).toEqual(['zoe', 'ada', 'ben', 'eve'])
    await expect.poll(async () => (await log()).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
  })

  test('is sent again when the process that waited for its answer was killed', async () => {
    const { sent, leave, deliver, hold, pass } = await openWebhook()
    const lost = hold()
    const ada = await leave('w1', 'ada')
    await deliver(ada)
    hold()()
    await pass(19_000)
    expect(sent).toHaveLength(1)
    await pass(2_000)
    expect(sent).toHaveLength(2)
    lost()
  })

  test('is skipped by a paused webhook, and listed', async () => {
    const { sent, log, leave, deliver, run } = await openWebhook()
    await run({ type: 'PauseWebhook', reason: 'person' }, 'pause')
    await deliver(await leave('w1', 'ada'))
    expect(sent).toEqual([])
    expect(await log()).toMatchObject([{ state: 'skipped' }])
  })
})
