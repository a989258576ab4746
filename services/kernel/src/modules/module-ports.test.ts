import { expect, expectTypeOf, test } from 'vitest'
import { connectPorts, type MissingPorts } from './module-ports.ts'

test('a port may be passed on before its module has started, and is found once it has', () => {
  const { portsFor, provide } = connectPorts()
  const isOnline = portsFor('conversation').team?.isOnline
  expect(() => isOnline?.()).toThrow('The port team.isOnline is called before its module has started')
  provide({ team: { isOnline: () => true } })
  expect(isOnline?.()).toBe(true)
})

test('two modules may provide ports of one subject', () => {
  const { portsFor, provide } = connectPorts()
  provide({ tools: { count: () => 2 } })
  provide({ tools: { isLive: () => true } })
  const { count, isLive } = portsFor('agent').tools ?? {}
  expect([count?.(), isLive?.()]).toEqual([2, true])
})

test('the ports of a subject may be returned by an async function', async () => {
  const { portsFor, refuseGaps } = connectPorts()
  const { team } = portsFor('agent')
  expect(await Promise.resolve(team)).toBe(team)
  expect(refuseGaps).not.toThrow()
})

test('types name the ports that are missing or have another type', () => {
  type Needs = {
    agents: { document(id: string): string; exists(id: string): boolean }
    team: { isOnline(): boolean }
  }
  type Given = { agents: { document(id: string): string; exists(id: string): string } }
  expectTypeOf<MissingPorts<Needs, Given>>().toEqualTypeOf<'agents.exists' | 'team.isOnline'>()
  expectTypeOf<MissingPorts<Needs, Needs>>().toEqualTypeOf<never>()
})
