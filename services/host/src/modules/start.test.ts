import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import type { Module, ModuleScope } from '@parley/kernel/modules/module.ts'
import { definePolicy } from '@parley/kernel/policies/policy.ts'
import { expect, test } from 'vitest'
import { lampEndpoints as endpoints } from './lamps.test-endpoints.ts'
import { startModules, startSpanning } from './start.ts'

const handlers = { 'lamps.light': () => ({ ok: true, value: {} }) as const }
const start = (...given: Module[]) => startModules(given, {} as ModuleScope)

test('refuses an endpoint without a handler and a handler without an endpoint', async () => {
  await expect(start({ name: 'lamps', endpoints })).rejects.toThrow(
    'Module lamps: the endpoint lamps.light has no handler',
  )
  await expect(start({ name: 'lamps', endpoints: {}, start: () => ({ handlers }) })).rejects.toThrow(
    'Module lamps: the handler of lamps.light has no endpoint',
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

test('takes the handler of an endpoint from any module, such as that of the read models', async () => {
  const { handlers: all } = await start(
    { name: 'lamps', endpoints },
    { name: 'lamp read models', start: () => ({ handlers }) },
  )
  expect(all).toEqual(handlers)
})

test('refuses consumed topics without a declaration, and the other way round', async () => {
  const consumers = { lamps: { topics: ['lamps'] } }
  const consume = { lamps: async () => {} }
  const refused = 'Module lamps: the group of consumers lamps is not both declared and provided'
  await expect(start({ name: 'lamps', endpoints: {}, consumers })).rejects.toThrow(refused)
  await expect(start({ name: 'lamps', endpoints: {}, start: () => ({ consume }) })).rejects.toThrow(refused)
  const both = await start({ name: 'lamps', endpoints: {}, consumers, start: () => ({ consume }) })
  expect(both.consumers).toEqual([{ topics: ['lamps'], group: 'lamps', handle: consume.lamps }])
})

test('refuses a signed endpoint without a secret, and a secret of anything else', async () => {
  const signed: Endpoint = {
    ...endpoints['lamps.light']!,
    access: 'signed',
    permission: 'webhook.deliver',
    scheme: 'stripe',
  }
  const webhookSecrets = { 'lamps.light': async () => 'whsec_test' }
  const refused = 'Module lamps: the webhook secret of lamps.light is not both declared and provided'
  const lamps: Module = { name: 'lamps', endpoints: { 'lamps.light': signed } }
  await expect(start({ ...lamps, start: () => ({ handlers }) })).rejects.toThrow(refused)
  await expect(start({ ...lamps, endpoints, start: () => ({ handlers, webhookSecrets }) })).rejects.toThrow(
    refused,
  )
  const running = await start({ ...lamps, start: () => ({ handlers, webhookSecrets }) })
  expect(running.webhookSecrets).toEqual(webhookSecrets)
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
