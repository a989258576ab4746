import { expect, test } from 'vitest'
import { type ClientAccess, entriesOf, firstAddress, namesPage, type PagedAgent } from './client-pages.ts'

const every = ['/billing', '/settings', '/nodes', '/prompt', '/leads', '/channels', '/voice', '/home', '/kb']
const tab = (href: string) => ({ tabId: href.slice(1), label: 'Tab', href, iconUrl: '', desc: '' })

const access = (canAccess: string[], clientTabOrder: string[] = [], tabs: string[] = []): ClientAccess => ({
  clientData: { canAccess, clientTabOrder },
  customTabs: tabs.map(tab),
})
const subpages = (of: ClientAccess, agent?: PagedAgent) => entriesOf(of, agent).map(({ subpage }) => subpage)

test('the granted pages that there are come in the order of the client, then of the catalogue', () => {
  expect(subpages(access(every))).toEqual(['home', 'leads', 'kb', 'channels', 'prompt', 'nodes', 'settings'])
  expect(subpages(access(['/home', '/leads', '/kb'], ['kb', 'gone', 'leads']))).toEqual([
    'kb',
    'leads',
    'home',
  ])
  expect(subpages(access([], ['home']))).toEqual([])
})

test('custom tabs follow, unless the client has them elsewhere', () => {
  const tabs = ['/help', '/news/today']
  expect(subpages(access(['/home', '/leads'], [], tabs))).toEqual([
    ...['home', 'leads', 'c/help', 'c/news/today'],
  ])
  expect(subpages(access(['/home', '/leads'], ['news/today', 'leads'], tabs))).toEqual([
    ...['c/news/today', 'leads', 'home', 'c/help'],
  ])
})

test('an agent has the pages of its kind', () => {
  expect(subpages(access(every), { enableNodes: true })).toContain('prompt')
  expect(subpages(access(['/prompt']), { enableNodes: false })).toEqual([])
  expect(subpages(access(['/nodes']), { enableNodes: true })).toEqual(['nodes'])
  expect(subpages(access(['/nodes']), { enableNodes: false })).toEqual(['prompt'])
  expect(subpages(access(every), { agentPlatform: 'vf', enableNodes: true })).toEqual([
    'home',
    'channels',
    'settings',
  ])
})

test('a client begins at the first page of its first agent', () => {
  const begins = (canAccess: string[], widgetIDs: string[], tabs: string[] = []) => {
    const { clientData, customTabs } = access(canAccess, ['leads'], tabs)
    return firstAddress({ region: 'eu', clientData: { ...clientData, widgetIDs }, customTabs })
  }
  expect(begins(['/leads', '/home'], ['a2', 'a1'])).toBe('/app/eu/agents/a2/leads')
  expect(begins(['/leads', '/home'], [])).toBeUndefined()
  expect(begins(['/voice'], ['a2'])).toBeUndefined()
  expect(begins(['/voice'], ['a2'], ['/help'])).toBe('/app/eu/agents/a2/c/help')
})

test('tells an address of a page from one that leads to the first page', () => {
  const led = ['/app', '/app/', '/app/na', '/app/na/agents', '/app/na/agents/', '/app/na/agents/a-1']
  for (const path of [...led, '/app/na/agents/a1/overview', '/app/na/client/onboarding'])
    expect(namesPage(path), path).toBe(false)
  for (const path of ['/app/na/audit', '/app/na/agents/a1/kb', '/app/na/agents/a1/leads/', '/app/eu/c/help'])
    expect(namesPage(path), path).toBe(true)
})
