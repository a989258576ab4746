import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { defineEndpoints, type Endpoint, regionParams } from '@parley/contracts/endpoint.ts'
import shapes from '@parley/contracts/event-shapes.json' with { type: 'json' }
import { credits } from '@parley/credits/credits.decider.ts'
import type { Module, ModuleScope } from '@parley/kernel/module.ts'
import { definePolicy } from '@parley/kernel/policy.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { mergeModules, startModules, startSpanning } from './merge.ts'
import { merged, modules } from './modules.ts'

const endpoints: Record<string, Endpoint> = defineEndpoints({
  'lamps.light': {
    summary: 'Lights a lamp',
    method: 'POST',
    path: '/api/{region}/v2/lamps',
    permission: 'agent.read',
    kind: 'command',
    params: regionParams,
    output: z.object({}),
  },
})
const handlers = { 'lamps.light': () => ({ ok: true, value: {} }) as const }
const start = (...given: Module[]) => startModules(given, {} as ModuleScope)

describe('the modules of the server', () => {
  test('have a kind of stream for every event', () => {
    const known = Object.values(merged.aggregates).flatMap(({ events }) => Object.keys(events))
    expect(new Set(known)).toEqual(new Set(Object.keys(shapes)))
  })

  test('audit, relay and consume only what exists', () => {
    const known = modules.flatMap(({ aggregates = [] }) => aggregates.map(({ events }) => events))
    const types = new Set(known.flatMap((events) => Object.keys(events)))
    for (const { audited = {}, relays = [] } of modules)
      for (const type of [audited, ...relays.map(({ events }) => events)].flatMap(Object.keys))
        expect(types).toContain(type)
  })
})

describe('merging', () => {
  test('refuses an endpoint that only the API or only the modules have', () => {
    expect(() => mergeModules([], endpoints)).toThrow('The endpoint lamps.light of api.ts is in no module')
    expect(() => mergeModules([{ name: 'lamps', endpoints }], {})).toThrow(
      'The endpoint lamps.light is missing in api.ts',
    )
    expect(mergeModules([{ name: 'lamps', endpoints }], endpoints).endpoints).toEqual(endpoints)
  })

  test.each<[string, Partial<Module>, string]>([
    ['an endpoint', { endpoints }, 'the endpoint lamps.light'],
    ['an aggregate', { aggregates: [credits] }, 'the aggregate credits'],
    ['a relay', { relays: [{ events: creditsEvents, topics: [] }] }, 'the relay of CreditsGranted'],
    ['a group of consumers', { consumers: { lamps: { topics: [] } } }, 'the group of consumers lamps'],
  ])('refuses two modules that claim %s', (_, part, claimed) => {
    const claiming = (name: string): Module => ({ name, endpoints: {}, ...part })
    expect(() => mergeModules([claiming('one'), claiming('two')])).toThrow(
      `Modules one and two both claim ${claimed}`,
    )
    expect(() => mergeModules([claiming('one')])).not.toThrow()
  })
})

describe('starting', () => {
  test('refuses an endpoint without a handler and a handler without an endpoint', async () => {
    await expect(start({ name: 'lamps', endpoints })).rejects.toThrow(
      'Module lamps: the endpoint lamps.light has no handler',
    )
    await expect(start({ name: 'lamps', endpoints: {}, start: () => ({ handlers }) })).rejects.toThrow(
      'The handler of lamps.light has no endpoint',
    )
    await expect(start({ name: 'lamps', endpoints, start: () => ({ handlers }) })).resolves.toBeDefined()
    const lamp = endpoints['lamps.light']!
    const spanning = { 'lamps.light': { ...lamp, path: '/api/lamps' } }
    expect(() => startSpanning([{ name: 'lamps', endpoints: spanning }], new Map())).toThrow(
      'Module lamps: the endpoint lamps.light has no handler',
    )
  })

  test('refuses two modules that claim a policy, a job or a port', async () => {
    const policy = definePolicy({
      name: 'lights',
      startFrom: 'origin',
      events: creditsEvents,
      react: async () => {},
    })
    for (const [running, claimed] of [
      [{ policies: [policy] }, 'the policy lights'],
      [{ jobs: { lights: { everyMs: 1, work: async () => {} } } }, 'the job lights'],
      [{ provides: { team: { isOnline: async () => true } } }, 'the port team.isOnline'],
    ] as const) {
      const claiming = (name: string): Module => ({ name, endpoints: {}, start: () => running })
      await expect(start(claiming('one'), claiming('two'))).rejects.toThrow(
        `Modules one and two both claim ${claimed}`,
      )
    }
  })

  test('refuses consumed topics without a declaration, and the other way round', async () => {
    const consumers = { lamps: { topics: ['lamps'] } }
    const consume = { lamps: async () => {} }
    const refused = 'Module lamps: the group of consumers lamps is not both declared and handled'
    await expect(start({ name: 'lamps', endpoints: {}, consumers })).rejects.toThrow(refused)
    await expect(start({ name: 'lamps', endpoints: {}, start: () => ({ consume }) })).rejects.toThrow(refused)
    const both = await start({ name: 'lamps', endpoints: {}, consumers, start: () => ({ consume }) })
    expect(both.consumers).toEqual([{ topics: ['lamps'], group: 'lamps', handle: consume.lamps }])
  })

  test('refuses a port that a module asks for and none provides, and names one that is called too early', async () => {
    const asking: Module = {
      name: 'asking',
      start: ({ ports }) => ({ stop: async () => void ports.team?.isOnline?.() }),
    }
    await expect(start(asking)).resolves.toBeDefined()
    const passing: Module = {
      name: 'passing',
      start({ ports }) {
        const { isOnline } = ports.team ?? {}
        return { stop: async () => void isOnline?.() }
      },
    }
    const missing = 'Module passing: no module provides the port team.isOnline'
    await expect(start(passing)).rejects.toThrow(missing)
    const told: string[] = []
    const team: Module = {
      name: 'team',
      start: () => ({ provides: { team: { isOnline: () => told.push('asked') } } }),
    }
    const both = await start(passing, team)
    await both.stop()
    expect(told).toEqual(['asked'])
    const calling: Module = { name: 'calling', start: ({ ports }) => Object(ports.team?.isOnline?.()) }
    await expect(start(calling, team)).rejects.toThrow(
      'The port team.isOnline is called before its module has started',
    )
  })
})
