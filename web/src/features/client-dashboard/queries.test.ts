import { expect, test, vi } from 'vitest'
import { isTouched } from '../../server/touched.ts'
import { ownOrganisationQuery } from './queries.ts'

// It needs a browser.
vi.mock('../../server/client.ts', () => ({ client: {} }))

test('the balance of a client’s organization is read again when it changes, not when credits are only reserved', () => {
  const { queryKey, meta } = ownOrganisationQuery('eu')
  const isReadAgainAfter = (type: string) =>
    isTouched({ queryKey, meta }, 'eu', { stream: 'orgcredits-o1', type, position: 1 })
  expect(['CreditsTransferred', 'RepliesCharged'].filter(isReadAgainAfter)).toHaveLength(2)
  expect(['CreditsReserved', 'CreditsReturned'].filter(isReadAgainAfter)).toEqual([])
})
