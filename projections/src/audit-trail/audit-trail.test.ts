import { defineEvents, ERASED, FORMER_MEMBER } from '@parley/contracts/message.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import type { Call } from '@parley/kernel/commands/handler.ts'
import { decode, placeOf } from '@parley/kernel/log/recorded-event.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { auditPlacesOf } from './audit-places.projection.ts'
import { auditTrailOf, entriesOf } from './audit-trail.projection.ts'
import { auditTrailQueries } from './audit-trail.queries.ts'
import { eventNames } from './event-names.ts'

const events = defineEvents({
  GuestGreeted: {
    version: 1,
    summary: 'Greeted a guest',
    analytics: { by: 'agentId', names: { a2: 'guest_of_a2_greeted' } },
    data: z.object({ nth: z.number(), agentId: z.string().optional() }),
  },
  GuestLeft: {
    version: 1,
    summary: 'Said goodbye',
    analytics: 'guest_left',
    data: z.object({ nth: z.number(), agentId: z.string().optional() }),
  },
})
type GuestEvent = { type: 'GuestGreeted' | 'GuestLeft'; data: { nth: number; agentId?: string } }
const guest: Aggregate<null, GuestEvent, GuestEvent> = {
  category: 'guest',
  events,
  decider: { initialState: null, evolve: () => null, decide: (event) => accept(event) },
}
const trail = auditTrailOf(events)
const places = auditPlacesOf(events)

test('an entry says where the event is and what it is searched by, and nothing of its data', () => {
  const found = [...projected(trail, [{ type: 'GuestGreeted', data: { nth: 7 } }])]
  expect(found.map(([, block]) => entriesOf(block))).toEqual([
    [
      {
        position: expect.any(Number),
        stream: expect.any(String),
        revision: expect.any(Number),
        type: 'GuestGreeted',
        at: expect.any(String),
        actorKind: 'user',
        actorId: 'user1',
        viewerId: '',
        agentId: '',
        id: expect.any(String),
        by: expect.any(String),
        request: expect.any(String),
      },
    ],
  ])
})

test('a block holds each text once, and gives back every entry', () => {
  const left = Array.from({ length: 40 }, (_, nth) => ({
    type: nth % 3 === 0 ? ('GuestLeft' as const) : ('GuestGreeted' as const),
    stream: `guest-g${nth % 2}`,
    data: { nth, agentId: `a${nth % 4}` },
  }))
  const blocks = [...projected(trail, left).values()].toSorted((a, b) => a.block - b.block)
  const entries = blocks.flatMap(entriesOf)
  expect(entries.map(({ type, stream, agentId }) => ({ type, stream, agentId }))).toEqual(
    left.map(({ type, stream, data }) => ({ type, stream, agentId: data.agentId })),
  )
  expect(new Set(entries.map(({ id }) => id)).size).toBe(40)
  const stored = blocks.map(({ agentId }) => agentId.filter((text) => typeof text === 'string').length)
  expect(Math.max(...stored)).toBe(4)
})

test('events next to each other are one document', () => {
  const greeted = Array.from({ length: 200 }, (_, nth) => ({
    type: 'GuestGreeted' as const,
    data: { nth },
  }))
  const blocks = [...projected(trail, greeted).values()]
  expect(blocks.length).toBeLessThanOrEqual(14)
  const positions = blocks.toSorted((a, b) => a.block - b.block).flatMap(({ position }) => position)
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  expect(new Set(positions).size).toBe(200)
})

describe('the timeline', () => {
  let region: TestRegion
  let clock = Date.parse('2026-11-21T12:00:00.000Z')

  beforeEach(async () => {
    region = await openTestRegion({ projections: [trail, places], now: () => new Date(clock) })
    for (let nth = 0; nth < 400; nth++) {
      const type = nth % 4 === 0 ? 'GuestLeft' : 'GuestGreeted'
      await region.handle(
        guest,
        `g${nth % 3}`,
        { type, data: { nth, agentId: `a${nth % 5}` } },
        contextOf(nth),
      )
      clock += 60_000
    }
    await region.settled()
  })
  afterEach(() => region.close())

  const contextOf = (nth: number): CommandContext => ({
    tenant: 'w1',
    actor: { kind: 'user', id: `u${nth % 2}` },
    cause: { via: 'api', by: 'guests.greet', command: `c${nth}`, request: `r${nth}`, correlation: `r${nth}` },
  })

  const titles = new Map([
    ['a1', 'Concierge'],
    ['a2', 'Front desk'],
  ])

  const clients: Record<string, string> = { c1: 'Jens Petersen', c2: ERASED }

  async function timeline(query: Record<string, string | number>, may: Call['may'] = () => true) {
    const handlers = auditTrailQueries({
      reader: region.reader,
      trail,
      places,
      nameOf: async (_, userId) => ({ u1: 'Ada', u7: 'Otto', u8: FORMER_MEMBER })[userId],
      clientNameOf: async (_, clientId) => clients[clientId],
      membersOf: async () => ['u0', 'u1'],
      formerMembersOf: async () => ['u1', 'u7', 'u8'],
      clientsOf: async () => Object.keys(clients),
      clientNames: async (_, ids) =>
        Object.fromEntries(Object.entries(clients).filter(([id]) => ids.includes(id))),
      visitorNames: async (_, ids): Promise<Record<string, string>> =>
        ids.includes('v7') ? { v7: 'Mara Lind' } : {},
      titleOf: async (_, agentId) => titles.get(agentId),
      titles: async () => titles,
      namesOf: (event, tenant, may) =>
        eventNames({ reader: region.reader, memberName: async () => undefined }, tenant, event, may),
      async eventAt(stream, revision) {
        const [stored] = await region.eventStore.readStream(stream, { from: revision, limit: 1 })
        return stored && decode(stored, events)
      },
    })
    const answer = await handlers['audit.timeline']?.({
      tenant: 'w1',
      query,
      may,
    } as unknown as Call as never)
    if (!answer?.ok || !('value' in answer)) throw new Error('refused')
    return answer.value
  }
  const requestsOf = ({ items }: Awaited<ReturnType<typeof timeline>>) =>
    items.map(({ cause }) => cause.request)
  const down = (from: number, to: number, step = 1) =>
    Array.from({ length: (from - to) / step + 1 }, (_, at) => `r${from - at * step}`)

  test('shows events as the log has them, newest first, page by page', async () => {
    const first = await timeline({ limit: 15 })
    expect(requestsOf(first)).toEqual(down(399, 385))
    expect(requestsOf(await timeline({ limit: 30, cursor: first.next ?? '' }))).toEqual(down(384, 355))
    const [stored] = (await region.eventStore.readAll(-1, 1_000)).slice(-1)
    const { tenant: _, subject: __, previousHash: ___, ...place } = placeOf(stored!)
    expect(first.items[0]).toEqual({
      ...place,
      type: 'GuestGreeted',
      summary: 'Greeted a guest',
      actorName: 'Ada',
      agentId: 'a4',
    })
  })

  test('filters by type, actor, stream, time and words, in the order of the log', async () => {
    expect(requestsOf(await timeline({ type: 'GuestLeft' }))).toEqual(down(396, 200, 4))
    const rest = await timeline({
      type: 'GuestLeft',
      cursor: (await timeline({ type: 'GuestLeft' })).next ?? '',
    })
    expect(requestsOf(rest)).toEqual(down(196, 0, 4))
    expect(requestsOf(await timeline({ actor: 'u1' }))).toEqual(down(399, 301, 2))
    expect(requestsOf(await timeline({ stream: 'guest-g1' }))).toEqual(down(397, 250, 3))
    const { items } = await timeline({})
    const times = { from: items[20]?.at ?? '', to: items[10]?.at ?? '' }
    expect(requestsOf(await timeline(times))).toEqual(down(389, 379))
    expect(requestsOf(await timeline({ search: 'goodbye r12' }))).toEqual(['r128', 'r124', 'r120', 'r12'])
    expect(requestsOf(await timeline({ search: items[5]?.id ?? '' }))).toEqual(['r394'])
  })

  test('finds the events of an agent and of a person through all pages, and names both', async () => {
    const named = (await timeline({ agent: 'a1', limit: 1 })).items[0]
    expect(named).toMatchObject({ agentId: 'a1', agentTitle: 'Concierge' })
    expect(requestsOf(await timeline({ agent: 'a1', limit: 80 }))).toEqual(down(396, 1, 5))
    expect(requestsOf(await timeline({ agent: 'a1', actor: 'u1', limit: 80 }))).toEqual(down(391, 1, 10))
    expect((await timeline({ agent: 'none' })).items).toEqual([])
    const { next } = await timeline({ agent: 'a1', actor: 'u1', limit: 10 })
    expect(requestsOf(await timeline({ agent: 'a1', actor: 'u1', limit: 80, cursor: next ?? '' }))).toEqual(
      down(291, 1, 10),
    )
  })

  test('leaves out what the platform did by itself, or shows the acts of the team or of visitors alone', async () => {
    const actors = [
      { kind: 'system', id: 'system' },
      { kind: 'policy', id: 'charge-replies' },
      { kind: 'visitor', id: 'v1' },
      { kind: 'api-key', id: 'w1' },
    ] as const
    for (const [nth, actor] of actors.entries())
      await region.handle(
        guest,
        'g9',
        { type: 'GuestLeft', data: { nth } },
        { ...contextOf(400 + nth), actor },
      )
    await region.settled()
    const ask = async (query: Record<string, string>) => requestsOf(await timeline({ ...query, limit: 2 }))
    expect(await ask({})).toEqual(['r403', 'r402'])
    expect(await ask({ by: 'people' })).toEqual(['r403', 'r402'])
    expect(await ask({ by: 'people', from: new Date(clock - 60_000).toISOString() })).toEqual([
      'r403',
      'r402',
    ])
    expect(await ask({ by: 'team' })).toEqual(['r403', 'r399'])
    expect(await ask({ by: 'visitors' })).toEqual(['r402'])
    expect(requestsOf(await timeline({ by: 'people', limit: 3 }))).toEqual(['r403', 'r402', 'r399'])
  })

  test('finds what a person did with an agent by their names', async () => {
    expect(requestsOf(await timeline({ search: 'ada front', limit: 3 }))).toEqual(['r397', 'r387', 'r377'])
    expect(requestsOf(await timeline({ search: 'guest_left', limit: 2 }))).toEqual(['r396', 'r392'])
    expect((await timeline({ type: 'GuestLeft', limit: 1 })).items[0]?.analytics).toBe('guest_left')
    const greeted = (await timeline({ type: 'GuestGreeted', limit: 20 })).items
    const named = greeted.filter(({ analytics }) => analytics !== undefined)
    expect(named).not.toEqual([])
    expect(named).toEqual(greeted.filter(({ agentId }) => agentId === 'a2'))
    expect(named[0]?.analytics).toBe('guest_of_a2_greeted')
    expect((await timeline({})).people).toEqual([
      { userId: 'u1', displayName: 'Ada', kind: 'member' },
      { userId: 'u0', displayName: 'Former member', kind: 'member' },
      { userId: 'c1', displayName: 'Jens Petersen', kind: 'client' },
      { userId: 'u7', displayName: 'Otto', kind: 'former-member' },
    ])
    const { next = '' } = await timeline({ limit: 5 })
    expect((await timeline({ cursor: next })).people).toEqual([])
  })

  test('finds clients, former members and visitors by the names that rows show', async () => {
    const act = async (nth: number, actor: CommandContext['actor'], of = guest, id = 'g9') => {
      await region.handle(of, id, { type: 'GuestLeft', data: { nth } }, { ...contextOf(nth), actor })
    }
    await act(500, { kind: 'client', id: 'c1' })
    await act(501, { kind: 'client', id: 'c1', viewer: 'u7' })
    await act(502, { kind: 'user', id: 'u7' })
    await act(503, { kind: 'user', id: 'u1' }, { ...guest, category: 'conversation' }, 'v7')
    await act(504, { kind: 'user', id: 'u1' }, { ...guest, category: 'client' }, 'c1')
    await act(505, { kind: 'client', id: 'c2' })
    await region.settled()
    const found = async (search: string, may?: Call['may']) => requestsOf(await timeline({ search }, may))
    expect(await found('Jens')).toEqual(['r504', 'r501', 'r500'])
    expect(await found('jens petersen otto')).toEqual(['r501'])
    expect(await found('otto')).toEqual(['r502', 'r501'])
    expect(await found('mara')).toEqual(['r503'])
    expect(await found('erased')).toEqual([])
    const auditor = (permission: string) => permission === 'audit.read'
    expect(await found('Jens', auditor)).toEqual(['r504', 'r501', 'r500'])
    expect(await found('mara', auditor)).toEqual([])
  })
})

test('the places of actors and agents are a document for many events', () => {
  const greeted = Array.from({ length: 200 }, (_, nth) => ({
    type: 'GuestGreeted' as const,
    data: { nth, agentId: 'a1' },
  }))
  const found = [...projected(places, greeted).values()]
  expect(new Set(found.map(({ of }) => of))).toEqual(new Set(['actor:user1', 'agent:a1']))
  expect(found.length).toBeLessThanOrEqual(4)
})

test('what is done in the place of a client is found by both', () => {
  const type = 'GuestGreeted' as const
  const actor = { kind: 'client' as const, id: 'c1', viewer: 'u1' }
  const event = { type, data: { nth: 1 }, actor }
  const of = [...projected(places, [event])].map(([, place]) => place.of)
  expect(of.toSorted()).toEqual(['actor:c1', 'actor:u1'])
  const [block] = [...projected(trail, [event])].map(([, found]) => entriesOf(found))
  expect(block).toMatchObject([{ actorKind: 'client', actorId: 'c1', viewerId: 'u1' }])
})
