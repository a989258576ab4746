import { creditsEvents } from '@parley/contracts/credits/events.ts'
import shapes from '@parley/contracts/event-shapes.json' with { type: 'json' }
import { credits } from '@parley/credits/credits.decider.ts'
import type { Module } from '@parley/kernel/modules/module.ts'
import { describe, expect, test } from 'vitest'
import { lampEndpoints as endpoints } from './lamps.test-endpoints.ts'
import { mergeModules } from './merge.ts'
import { merged, modules } from './modules.ts'

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
