import { expect, test } from 'vitest'
import { agencyOf, settingsIn } from './settings-by-place.ts'

const agency = {
  name: 'Studio',
  customTabs: [{ href: '/news' }],
  settings: { enableClientSignup: true, clientOnboarding: { showKb: false, defaultClientAccess: ['home'] } },
}
const byPlace = {
  name: 'Studio',
  customTabs: [{ href: '/news' }],
  'settings.enableClientSignup': true,
  'settings.clientOnboarding.showKb': false,
  'settings.clientOnboarding.defaultClientAccess': ['home'],
}

test('settings within groups stand under their places, lists are one setting', () => {
  expect(settingsIn(agency)).toEqual(byPlace)
  expect(agencyOf(byPlace)).toEqual(agency)
})

test('a group holds what is given of it alone', () => {
  expect(agencyOf({ 'settings.clientOnboarding.showKb': true })).toEqual({
    settings: { clientOnboarding: { showKb: true } },
  })
  expect(agencyOf({})).toEqual({})
})
