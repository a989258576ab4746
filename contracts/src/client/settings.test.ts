import { expect, test } from 'vitest'
import { clientSettings } from './settings.ts'

const messagesFor = (orgId: unknown) =>
  clientSettings.shape.orgId.safeParse(orgId).error?.issues.map(({ message }) => message)

test('an organisation that is not named is said to be missing', () => {
  const missing = 'Organization ID is missing. Please try again or contact support.'
  expect(messagesFor(undefined)).toEqual([missing])
  expect(messagesFor('')?.[0]).toBe(missing)
  expect(messagesFor('a b')).toEqual(['This organization does not exist.'])
  expect(messagesFor('e77cfbcaccdf734174bd')).toBeUndefined()
})
