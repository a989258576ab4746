import { expect, test } from 'vitest'
import { firstAddress, pagesOf, subpageOf } from './client-pages.ts'

const every = ['/billing', '/settings', '/nodes', '/prompt', '/leads', '/channels', '/voice', '/home', '/kb']

test('the granted pages that there are come in the order of the client, then of the catalogue', () => {
  expect(pagesOf({ canAccess: every, clientTabOrder: [] })).toEqual([
    ...['/home', '/leads', '/kb', '/prompt', '/nodes', '/settings'],
  ])
  expect(pagesOf({ canAccess: ['/home', '/leads', '/kb'], clientTabOrder: ['kb', 'gone', 'leads'] })).toEqual(
    [...['/kb', '/leads', '/home']],
  )
  expect(pagesOf({ canAccess: [], clientTabOrder: ['home'] })).toEqual([])
})

test('an agent has the pages of its kind', () => {
  const access = { canAccess: every, clientTabOrder: [] }
  expect(pagesOf(access, { enableNodes: true })).toContain('/prompt')
  expect(pagesOf(access, { enableNodes: false })).not.toContain('/prompt')
  expect(pagesOf(access, { agentPlatform: 'vf', enableNodes: true })).toEqual(['/home', '/settings'])
  expect(subpageOf('/nodes', { enableNodes: true })).toBe('nodes')
  expect(subpageOf('/nodes', { enableNodes: false })).toBe('prompt')
})

test('a client begins at the first page of its first agent', () => {
  const clientData = { canAccess: ['/leads', '/home'], clientTabOrder: ['leads'], widgetIDs: ['a2', 'a1'] }
  expect(firstAddress({ region: 'eu', clientData })).toBe('/app/eu/agents/a2/leads')
  expect(firstAddress({ region: 'eu', clientData: { ...clientData, widgetIDs: [] } })).toBeUndefined()
  expect(firstAddress({ region: 'eu', clientData: { ...clientData, canAccess: ['/voice'] } })).toBeUndefined()
})
