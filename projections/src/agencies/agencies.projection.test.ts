import type { agencyEvents } from '@parley/contracts/agency/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { agenciesProjection } from './agencies.projection.ts'

type Happened = SealedEventOf<typeof agencyEvents>

const created: Happened = {
  type: 'AgencyCreated',
  data: {
    agencyId: 'w1',
    userId: 'u1',
    name: 'Your Agency',
    brandingText: 'Welcome',
    secret: 'sealed',
    secretHash: 'hash',
    at: '2026-11-25T12:00:00.000Z',
  },
}
const tab = (tabId: string) => ({
  tabId,
  label: tabId,
  href: `/${tabId}`,
  iconUrl: '',
  pageType: 'html' as const,
  htmlContent: 'sealed',
  jsContent: 'sealed',
  iframeUrl: 'sealed',
  alwaysVisible: false,
  desc: 'sealed',
})
const at = '2026-11-25T13:00:00.000Z'

test('contains the settings after every event, with the moment of the last', () => {
  const documents = projected(agenciesProjection, [
    created,
    { type: 'AgencyRenamed', data: { name: 'North', at } },
    { type: 'CustomTabAdded', data: { ...tab('one'), at } },
    { type: 'CustomTabAdded', data: { ...tab('two'), at } },
    { type: 'CustomTabsReordered', data: { tabIds: ['two', 'one'], at } },
    {
      type: 'AgencySecretRegenerated',
      data: { secret: 'sealed again', secretHash: 'other', formerSecretHash: 'hash', at },
    },
  ])
  const [agency] = [...documents.values()]
  expect(documents.size).toBe(1)
  expect(agency).toMatchObject({
    ID: 'w1',
    name: 'North',
    secret: 'sealed again',
    googleFont: 'DM Sans',
    createdAt: '2026-11-25T12:00:00.000Z',
    lastModified: at,
  })
  expect(agency?.customTabs.map(({ tabId }) => tabId)).toEqual(['two', 'one'])
})

test('says since when there is a secret for single sign-on, and never the secret', () => {
  const later = '2026-11-26T13:00:00.000Z'
  const made: Happened[] = [
    created,
    { type: 'AgencySsoSecretCreated', data: { ssoSecret: 'sealed for sso', at } },
    { type: 'AgencyRenamed', data: { name: 'North', at: later } },
  ]
  const [agency] = [...projected(agenciesProjection, made).values()]
  expect(agency?.ssoSecretCreatedAt).toBe(at)
  expect(JSON.stringify(agency)).not.toContain('sealed for sso')
  const removed: Happened = { type: 'AgencySsoSecretRemoved', data: { at: later } }
  expect([...projected(agenciesProjection, [...made, removed]).values()][0]).not.toHaveProperty(
    'ssoSecretCreatedAt',
  )
})
