/**
 * Visitors' countries: from a proxy or the browser's time zone, for agents that count them, and stored as a country
 * only.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let person: Person

beforeAll(async () => {
  parley = await startTestPlatform({ TRUST_PROXY: 'true', COUNTRY_HEADER: 'CF-IPCountry' })
  person = await parley.signUp()
})
afterAll(() => parley?.stop())

async function openAgent(enableGeoAnalytics: boolean): Promise<string> {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'Harbour Tea', agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  await person.client.call('agents.save', { params, body: { enableGeoAnalytics } })
  await person.client.call('agents.get', { params })
  return agentCreated.ID
}

/** As a browser behind the proxy calls. */
async function visit(agentId: string, path: string, body: object, proxy?: string): Promise<void> {
  const headers = { 'content-type': 'application/json', ...(proxy ? { 'cf-ipcountry': proxy } : {}) }
  const address = `${parley.url}/api/na/v2/public/agents/${agentId}/${path}`
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(200)
}

async function eventsOf(agentId: string) {
  await parley.platform.regions.get(region)?.ports.analytics.flushLoads()
  const events = await parley.platform.regions.get(region)?.engines.eventStore.readAll(-1, 1_000)
  return (events ?? [])
    .filter(({ type }) => type === 'ConversationStarted' || type === 'WidgetLoadsCounted')
    .map(({ data }) => data)
    .filter((data) => data.includes(agentId))
}

const load = { record: 'loads', browser: 'Firefox', platform: 'Windows', countryCode: null }

it('is taken from the proxy first, then from the time zone, and counted', async () => {
  const agentId = await openAgent(true)
  await visit(agentId, 'conversations', { timeZone: 'Europe/Berlin' }, 'IT')
  await visit(agentId, 'conversations', { timeZone: 'Europe/Berlin' }, 'XX')
  await visit(agentId, 'conversations', { timeZone: 'Asia/Calcutta' })
  await visit(agentId, 'conversations', { timeZone: 'Somewhere/Else' })
  await visit(agentId, 'analytics', { ...load, timeZone: 'Europe/Vienna' }, 'AT')
  await visit(agentId, 'analytics', { ...load, timeZone: 'Europe/Oslo' })
  const params = { region, agentId }
  await expect
    .poll(async () => (await person.client.call('analytics.summary', { params })).breakdowns.countries)
    .toEqual([
      { name: '', count: 1 },
      { name: 'DE', count: 1 },
      { name: 'IN', count: 1 },
      { name: 'IT', count: 1 },
    ])
  const events = (await eventsOf(agentId)).join()
  expect(events).toContain('"country":"AT"')
  expect(events).toContain('"country":"NO"')
  for (const zone of ['Berlin', 'Calcutta', 'Somewhere', 'Oslo', '127.0.0.1'])
    expect(events).not.toContain(zone)
})

it('is not recorded if geo analytics are off', async () => {
  const agentId = await openAgent(false)
  await visit(agentId, 'conversations', { timeZone: 'Europe/Berlin', country: 'DE' }, 'IT')
  await visit(agentId, 'analytics', { ...load, countryCode: 'DE', timeZone: 'Europe/Berlin' }, 'IT')
  const events = await eventsOf(agentId)
  expect(events).toHaveLength(2)
  for (const told of ['country', 'Berlin', '"DE"', '"IT"']) expect(events.join()).not.toContain(told)
})

it('is requested from the browser that loads the widget only if it is counted and nothing else tells it', async () => {
  const load = async (agentId: string, { query = '', ...headers }: Record<string, string> = {}) => {
    const path = `/api/${region}/v2/public/agents/${agentId}/load.js${query}`
    const answer = await fetch(parley.url + path, { headers: { origin: 'https://shop.example', ...headers } })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-type')).toContain('text/javascript')
    return answer.text()
  }
  const counting = await openAgent(true)
  expect(await load(counting)).toContain('timeZone')
  expect(await load(counting, { query: '?timeZone=Europe/Oslo' })).toBe('')
  expect(await load(counting, { 'cf-ipcountry': 'AT' })).toBe('')
  expect(await load(counting, { query: '?timeZone=undefined' })).toBe('')
  const counted = (await eventsOf(counting)).join()
  expect(counted).toContain('"loads":3')
  expect(counted).toContain('"country":"NO"')
  expect(counted).toContain('"country":"AT"')
  const discreet = await openAgent(false)
  expect(await load(discreet, { 'cf-ipcountry': 'AT' })).toBe('')
  expect((await eventsOf(discreet)).join()).not.toContain('country')
})
