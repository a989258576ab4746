import { expect, test, vi } from 'vitest'
import { creditsQuery } from '../../server/queries.ts'
import { isTouched } from '../../server/touched.ts'
import {
  attentionQuery,
  healthQuery,
  organisationCreditsQuery,
  organisationNamesQuery,
  organisationQuery,
  organisationsQuery,
} from './queries.ts'

// Both need a browser.
vi.mock('../../server/client.ts', () => ({ client: {} }))
vi.mock('../../server/connection.ts', () => ({}))

const place = { region: 'eu', workspaceId: 'w1' } as const
const queries = {
  organisations: organisationsQuery(place, {}),
  organisation: organisationQuery(place, 'o1'),
  names: organisationNamesQuery(place),
  health: healthQuery(place, {}),
  attention: attentionQuery(place),
  drawer: organisationCreditsQuery(place, 'o1'),
  credits: creditsQuery(place),
}
const readAgainAfter = (type: string) =>
  Object.entries(queries).flatMap(([name, { queryKey, meta }]) =>
    isTouched({ queryKey, meta }, 'eu', { stream: 'orgcredits-o1', type, position: 1 }) ? name : [],
  )

test('while an organization pays for replies, what all of them have is not read again with each charge', () => {
  expect(readAgainAfter('CreditsTransferred')).toEqual([
    'organisations',
    'organisation',
    'health',
    'attention',
    'drawer',
  ])
  expect(readAgainAfter('RepliesCharged')).toEqual(['drawer', 'credits'])
  expect(readAgainAfter('CreditsReserved')).toEqual([])
  expect(readAgainAfter('CreditsReturned')).toEqual([])
  for (const { refetchInterval } of [queries.organisations, queries.health, queries.attention])
    expect(refetchInterval).toBe(60_000)
})
