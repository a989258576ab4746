import type { OrganisationOpenIdEvent } from '@parley/contracts/organisation/openid-events.ts'
import { openIdSettings } from '@parley/contracts/organisation/openid-settings.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { organisationOfDomain, organisationOpenId } from './organisation-openid.decider.ts'

const settings = {
  ...{ issuer: 'https://login.acme.example', application: 'parley', domains: ['acme.example'] },
  ...{ createClients: false, onlyOpenId: false },
}
const save = (more: object = {}, secret?: string, organisationId = 'o1') => ({
  type: 'SaveOrganisationOpenId' as const,
  ...{ organisationId, settings: { ...settings, ...more } },
  ...(secret !== undefined && { secret }),
})
const saved = (more: object = {}, organisationId = 'o1'): OrganisationOpenIdEvent => ({
  type: 'OrganisationOpenIdSaved',
  data: { organisationId, ...settings, secret: 'one', ...more },
})
const remove = { type: 'RemoveOrganisationOpenId', organisationId: 'o1' } as const
const removed: OrganisationOpenIdEvent = { type: 'OrganisationOpenIdRemoved', data: { organisationId: 'o1' } }

test('a provider is set up with its secret, which stays until another is given', () => {
  given(organisationOpenId).when(save({}, 'one')).then(saved())
  given(organisationOpenId).when(save()).thenRejected('invalid-input')
  given(organisationOpenId, saved()).when(save()).thenNothing()
  given(organisationOpenId, saved()).when(save({}, 'one')).thenNothing()
  const { secret: _, ...without } = { ...settings, secret: '' }
  given(organisationOpenId, saved())
    .when(save({ onlyOpenId: true }))
    .then({
      type: 'OrganisationOpenIdSaved',
      data: { organisationId: 'o1', ...without, onlyOpenId: true },
    })
  given(organisationOpenId, saved())
    .when(save({}, 'two'))
    .then(saved({ secret: 'two' }))
})

test('a secret is sent to the issuer that it was given for, and no other', () => {
  for (const other of [{ issuer: 'https://evil.example' }, { application: 'another' }])
    given(organisationOpenId, saved()).when(save(other)).thenRejected('invalid-input')
  const elsewhere = { issuer: 'https://evil.example' }
  given(organisationOpenId, saved())
    .when(save(elsewhere, 'two'))
    .then(saved({ ...elsewhere, secret: 'two' }))
})

test('a domain belongs to one organisation, until it is given up', () => {
  given(organisationOpenId, saved())
    .when(save({ domains: ['other.example', 'acme.example'] }, 'one', 'o2'))
    .thenRejected('domain-taken')
  given(organisationOpenId, saved(), removed)
    .when(save({}, 'one', 'o2'))
    .then(saved({}, 'o2'))
  const { state } = given(organisationOpenId, saved(), saved({ domains: ['two.example'] }, 'o2'))
  expect(organisationOfDomain(state, 'two.example')).toBe('o2')
  expect(organisationOfDomain(state, 'three.example')).toBeUndefined()
})

test('is removed once, with its secret', () => {
  given(organisationOpenId, saved()).when(remove).then(removed)
  given(organisationOpenId).when(remove).thenNothing()
  expect(given(organisationOpenId, saved(), removed).state).toEqual({})
  given(organisationOpenId, saved(), removed).when(save()).thenRejected('invalid-input')
})

describe('settings', () => {
  const problemOf = (more: object) =>
    openIdSettings.safeParse({ ...settings, ...more }).error?.issues[0]?.message

  test('take the address of one provider', () => {
    for (const issuer of [
      'https://accounts.google.com',
      'https://login.microsoftonline.com/3f2c/v2.0',
      'http://127.0.0.1:4000',
    ])
      expect(problemOf({ issuer })).toBeUndefined()
    for (const issuer of [
      '',
      'acme.example',
      'http://login.acme.example',
      'https://a.example/?x=1',
      'https://u:p@a.example',
      'javascript:alert(1)',
    ])
      expect(problemOf({ issuer }), issuer).toMatch(/beginning with https/)
    for (const tenant of ['common', 'organizations', 'consumers'])
      expect(problemOf({ issuer: `https://login.microsoftonline.com/${tenant}/v2.0` })).toMatch(
        /accounts of every company/,
      )
  })

  test('take domains as people write them', () => {
    const domains = ['@Acme.Example', 'acme.example', ' mail.acme.example ']
    expect(openIdSettings.parse({ ...settings, domains }).domains).toEqual([
      'acme.example',
      'mail.acme.example',
    ])
    for (const wrong of [[], ['acme'], ['a@acme.example'], ['127.0.0.1']])
      expect(problemOf({ domains: wrong })).toMatch(/domain/)
  })
})
