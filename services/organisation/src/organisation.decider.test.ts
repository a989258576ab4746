import type { OrganisationEvent } from '@parley/contracts/organisation/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { organisation } from './organisation.decider.ts'

const initial = {
  name: 'New Organization',
  squarePhotoURL: '',
  defaultClientAccess: ['/home', '/convos', '/analytics', '/leads', '/campaigns'],
  defaultClientTabOrder: [],
  widgetIDs: [],
  allowBilling: false,
  preferredLanguage: 'en' as const,
  dashboardLayout: 'vertical' as const,
  predefinedTags: [],
  disallowAnyTags: false,
  disableHandoff: false,
  smartHandoff: false,
  disableHandoffMessages: false,
  enableCannedResponses: false,
  disableClientAccess: false,
  disableClientAccessMessage: '',
}
const created = (more: object = {}): OrganisationEvent => ({
  type: 'OrganisationCreated',
  data: { organisationId: 'o1', ...initial, ...more },
})
const create = (organisations: number, settings: object = {}) => ({
  type: 'CreateOrganisation' as const,
  ...{ organisationId: 'o1', settings, limit: { most: 2, organisations } },
})
const change = (settings: object) => ({ type: 'ChangeOrganisation', organisationId: 'o1', settings }) as const

test('an organisation begins with the defaults of the specification', () => {
  given(organisation).when(create(0)).then(created())
  given(organisation)
    .when(create(1, { name: 'Acme', allowBilling: undefined }))
    .then(created({ name: 'Acme' }))
  given(organisation, created()).when(create(0)).thenNothing()
  given(organisation).when(create(2)).thenRejected('too-many-organisations')
})

test('a change records what changed', () => {
  given(organisation, created())
    .when(change({ name: 'Acme', widgetIDs: [], allowBilling: true }))
    .then({ type: 'OrganisationChanged', data: { organisationId: 'o1', name: 'Acme', allowBilling: true } })
  given(organisation, created()).when(change(initial)).thenNothing()
  const rules = { predefinedTags: ['Order'], disallowAnyTags: true, disableHandoff: true }
  given(organisation, created({ disableHandoff: true }))
    .when(change({ ...rules, smartHandoff: false, enableCannedResponses: undefined }))
    .then({
      type: 'OrganisationChanged',
      data: { organisationId: 'o1', predefinedTags: ['Order'], disallowAnyTags: true },
    })
  given(organisation)
    .when(change({ name: 'Acme' }))
    .thenRejected('not-found')
})

test('how often the access of clients was disabled is counted', () => {
  const disabled = change({ disableClientAccess: true }).settings
  const event = (settings: object): OrganisationEvent => ({
    type: 'OrganisationChanged',
    data: { organisationId: 'o1', ...settings },
  })
  const history = [created(), event(disabled), event({ name: 'Acme' }), event({ disableClientAccess: false })]
  expect(given(organisation, ...history).state).toMatchObject({ accessDisabled: 1 })
  expect(given(organisation, ...history, event(disabled)).state).toMatchObject({ accessDisabled: 2 })
  expect(given(organisation, created(disabled)).state).toMatchObject({ accessDisabled: 1 })
})

test('an organisation with clients is not deleted', () => {
  const remove = (clients: number) => ({ type: 'DeleteOrganisation', organisationId: 'o1', clients }) as const
  given(organisation, created()).when(remove(1)).thenRejected('organisation-has-clients')
  const deleted: OrganisationEvent = {
    type: 'OrganisationDeleted',
    data: { organisationId: 'o1', name: 'New Organization' },
  }
  given(organisation, created()).when(remove(0)).then(deleted)
  given(organisation, created(), deleted).when(remove(0)).thenRejected('not-found')
})

test('an organisation of a client that signed up takes the name of its company, and the agent that the client created', () => {
  const extend = (by: object) => ({ type: 'ExtendOwnOrganisation' as const, organisationId: 'o1', ...by })
  const changed = (settings: object): OrganisationEvent => ({
    type: 'OrganisationChanged',
    data: { organisationId: 'o1', ...settings },
  })
  const named = changed({ name: 'Acme' })
  given(organisation, created())
    .when(extend({ companyName: 'Acme' }))
    .then(named)
  given(organisation, created(), named)
    .when(extend({ companyName: 'Other' }))
    .thenNothing()
  const added = changed({ widgetIDs: ['a1'] })
  given(organisation, created())
    .when(extend({ agentId: 'a1' }))
    .then(added)
  given(organisation, created(), added)
    .when(extend({ agentId: 'a1' }))
    .thenNothing()
  given(organisation)
    .when(extend({ agentId: 'a1' }))
    .thenRejected('not-found')
})
