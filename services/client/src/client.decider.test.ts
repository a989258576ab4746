import type { ClientEvent } from '@parley/contracts/client/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, test } from 'vitest'
import { client } from './client.decider.ts'
import { clientEmail } from './client-email.decider.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const settings = {
  orgId: 'o1',
  name: 'Ada',
  squarePhotoURL: '',
  canAccess: ['/home'],
  clientTabOrder: [],
  widgetIDs: ['a1'],
}
const address = { email: 'ada@example.com', emailHash: 'h1', usableUntil: NOW + 1 }
const { usableUntil: _, ...stored } = address
const created: ClientEvent = {
  type: 'ClientCreated',
  data: { clientId: 'c1', ...settings, ...stored, passwordHash: 'p1' },
}
const create = (more: object = {}) => ({
  type: 'CreateClient' as const,
  ...{ clientId: 'c1', settings, address, passwordHash: 'p1', limit: { seats: 1, clients: 0 } },
  ...more,
})
const change = (more: object = {}) => ({
  type: 'ChangeClient' as const,
  clientId: 'c1',
  settings: {},
  ...more,
})

describe('a client', () => {
  test('is created once', () => {
    given(client).when(create()).then(created)
    given(client, created).when(create()).thenNothing()
  })

  test('has a language, English where nobody chose another one', () => {
    const changed: ClientEvent = {
      type: 'ClientChanged',
      data: { clientId: 'c1', preferredLanguage: 'de' },
    }
    const to = (preferredLanguage: 'de' | 'en') => change({ settings: { preferredLanguage }, bySelf: true })
    given(client, created).when(to('de')).then(changed)
    given(client, created, changed).when(to('de')).thenNothing()
    given(client, created).when(to('en')).thenNothing()
  })

  test('is no admin of an organisation that it is moved to, unless that is said too', () => {
    const changed = (data: object): ClientEvent => ({
      type: 'ClientChanged',
      data: { clientId: 'c1', ...data },
    })
    const admin = changed({ isOrgAdmin: true })
    given(client, created)
      .when(change({ settings: { isOrgAdmin: true } }))
      .then(admin)
    given(client, created)
      .when(change({ settings: { isOrgAdmin: false } }))
      .thenNothing()
    const named = change({ settings: { orgId: 'o1', name: 'Eve' } })
    given(client, created, admin)
      .when(named)
      .then(changed({ name: 'Eve' }))
    const moved = { orgId: 'o2' }
    given(client, created, admin)
      .when(change({ settings: moved }))
      .then(changed({ isOrgAdmin: false, ...moved }))
    given(client, created)
      .when(change({ settings: moved }))
      .then(changed(moved))
    given(client, created, admin)
      .when(change({ settings: { ...moved, isOrgAdmin: true } }))
      .then(changed(moved))
  })

  test('changes the password that it gave, unless that was replaced meanwhile', () => {
    const own = (passwordChanges: number) => ({
      type: 'ChangeOwnPassword' as const,
      ...{ clientId: 'c1', passwordHash: 'p2', passwordChanges, sessionId: 's1' },
    })
    const changed: ClientEvent = {
      type: 'ClientPasswordChanged',
      data: { clientId: 'c1', passwordHash: 'p2', keptSessionId: 's1' },
    }
    given(client, created).when(own(0)).then(changed)
    given(client, created, changed).when(own(0)).thenRejected('conflict')
    given(client, created, changed).when(own(1)).then(changed)
  })

  test('needs a seat', () => {
    given(client)
      .when(create({ limit: { seats: 2, clients: 2 } }))
      .thenRejected('no-client-seats', 'You have reached the maximum number of seats')
  })

  test('does not take an address whose reservation may have been taken over', () => {
    const late = { ...address, usableUntil: NOW - 1 }
    given(client)
      .when(create({ address: late }))
      .thenRejected('conflict')
    given(client, created)
      .when(change({ address: { ...late, emailHash: 'h2' } }))
      .thenRejected('conflict')
  })

  test('records what changed, and nothing else', () => {
    given(client, created)
      .when(change({ settings: { name: 'Ada', widgetIDs: ['a2'], canAccess: undefined } }))
      .then({ type: 'ClientChanged', data: { clientId: 'c1', widgetIDs: ['a2'] } })
    given(client, created).when(change({ settings, address })).thenNothing()
  })

  test('is told as it was chosen, and as by default where nothing was', () => {
    const changed = (notificationsSettings: object): ClientEvent =>
      ({ type: 'ClientChanged', data: { clientId: 'c1', notificationsSettings } }) as ClientEvent
    const choose = (notificationsSettings: object) => change({ settings: { notificationsSettings } })
    given(client, created)
      .when(choose({ notifyThrough: 'all' }))
      .thenNothing()
    given(client, created)
      .when(choose({ notifyThrough: 'email' }))
      .then(changed({ notifyThrough: 'email', notifyIf: 'requestsOnly' }))
    // As it was stored before there was a choice of ways.
    const before = changed({ notifyIf: 'none' })
    given(client, created, before)
      .when(choose({ notifyThrough: 'all' }))
      .thenNothing()
    given(client, created, before)
      .when(choose({ notifyThrough: 'none' }))
      .then(changed({ notifyThrough: 'none', notifyIf: 'none' }))
  })

  test('names its former address when it has another one', () => {
    given(client, created)
      .when(change({ address: { ...address, email: 'b@example.com', emailHash: 'h2' }, passwordHash: 'p2' }))
      .then(
        {
          type: 'ClientEmailChanged',
          data: {
            ...{ clientId: 'c1', email: 'b@example.com', emailHash: 'h2' },
            ...{ formerEmail: address.email, formerEmailHash: 'h1' },
          },
        },
        { type: 'ClientPasswordChanged', data: { clientId: 'c1', passwordHash: 'p2' } },
      )
  })

  test('is offline until it says otherwise, and once its agency has saved it', () => {
    const status = (to: 'online' | 'offline') => ({
      type: 'SetClientStatus' as const,
      ...{ clientId: 'c1', status: to },
    })
    const changed = (to: 'online' | 'offline'): ClientEvent => ({
      type: 'ClientStatusChanged',
      data: { clientId: 'c1', status: to },
    })
    given(client, created).when(status('offline')).thenNothing()
    given(client, created).when(status('online')).then(changed('online'))
    const renamed: ClientEvent = { type: 'ClientChanged', data: { clientId: 'c1', name: 'Bea' } }
    const rename = change({ settings: { name: 'Bea' } })
    given(client, created, changed('online')).when(rename).then(renamed, changed('offline'))
    given(client, created, changed('online'))
      .when({ ...rename, bySelf: true })
      .then(renamed)
    given(client, created, changed('online')).when(change()).thenNothing()
    given(client).when(status('online')).thenRejected('not-found')
  })

  describe('that signed up', () => {
    const signedUp: ClientEvent = { ...created, data: { ...created.data, isNewSignup: true } } as ClientEvent
    const completed: ClientEvent = { type: 'ClientOnboardingCompleted', data: { clientId: 'c1' } }
    const answered: ClientEvent = {
      type: 'ClientOnboardingAnswered',
      data: { clientId: 'c1', goals: ['leads'], companyName: 'Acme' },
    }
    const save = (answers: object, complete = false) => ({
      type: 'SaveClientOnboarding' as const,
      ...{ clientId: 'c1', answers, complete },
    })

    test('has an onboarding to complete, unless its agency asks nothing', () => {
      given(client)
        .when(create({ signUp: { onboardingDue: true } }))
        .then(signedUp)
      given(client)
        .when(create({ signUp: { onboardingDue: false } }))
        .then(signedUp, completed)
      given(client, signedUp)
        .when(create({ signUp: { onboardingDue: true } }))
        .thenNothing()
    })

    test('answers what is new, and completes the onboarding once', () => {
      const answers = {
        goals: ['leads'],
        companyName: 'Acme',
        companyWebsite: '',
        companyDescription: undefined,
      }
      given(client, signedUp).when(save(answers)).then(answered)
      given(client, signedUp, answered).when(save(answers)).thenNothing()
      given(client, signedUp, answered).when(save(answers, true)).then(completed)
      given(client, signedUp, answered, completed)
        .when(save({ goals: [] }, true))
        .thenNothing()
      given(client, created).when(save(answers)).thenRejected('not-found')
    })

    test('has the agent that it created, once', () => {
      const add = { type: 'AddOwnAgent', clientId: 'c1', agentId: 'a2' } as const
      const made: ClientEvent = { type: 'ClientAgentCreated', data: { clientId: 'c1', agentId: 'a2' } }
      given(client, signedUp).when(add).then(made)
      given(client, signedUp, made).when(add).thenNothing()
    })
  })

  test('is deleted once, and unknown from then on', () => {
    const deleted: ClientEvent = { type: 'ClientDeleted', data: { clientId: 'c1', emailHash: 'h1' } }
    given(client, created).when({ type: 'DeleteClient', clientId: 'c1' }).then(deleted)
    given(client, created, deleted).when(change()).thenRejected('not-found')
    given(client, created, deleted).when(create()).thenNothing()
    given(client).when({ type: 'DeleteClient', clientId: 'c1' }).thenRejected('not-found')
    const erased: ClientEvent = { type: 'ClientErased', data: { clientId: 'c1', answered: true } }
    const recordErased = { type: 'RecordClientErased', clientId: 'c1', answered: true } as const
    given(client, created, deleted).when(recordErased).then(erased)
    given(client, created, deleted, erased).when(recordErased).thenNothing()
    given(client, created, deleted, erased).when(create()).thenNothing()
    given(client, created).when(recordErased).thenNothing()
  })
})

describe('the address of a client', () => {
  const reserve = (clientId: string, more: object = {}) => ({
    type: 'ReserveClientEmail' as const,
    ...{ clientId, region: 'na', workspaceId: 'w1' },
    ...more,
  })
  const reserved = (clientId: string, reservedAt = NOW) => ({
    type: 'ClientEmailReserved' as const,
    data: { clientId, region: 'na', workspaceId: 'w1', reservedAt },
  })
  const release = { type: 'ReleaseClientEmail' as const, clientId: 'c1', reservedBefore: NOW }

  test('belongs to one client', () => {
    given(clientEmail).when(reserve('c1')).then(reserved('c1'))
    given(clientEmail, reserved('c1', 1)).when(reserve('c1')).then(reserved('c1'))
    given(clientEmail, reserved('c1'))
      .when(reserve('c2'))
      .thenRejected('email-in-use', 'This email is already in use by another client.')
  })

  test('is taken over from the reservation that was found without use, and from no later one', () => {
    const instead = { clientId: 'c1', reservedAt: 1 }
    given(clientEmail, reserved('c1', 1)).when(reserve('c2', { instead })).then(reserved('c2'))
    given(clientEmail, reserved('c1', 2)).when(reserve('c2', { instead })).thenRejected('email-in-use')
  })

  test('is released by its client, unless the client reserved it again', () => {
    const released = { type: 'ClientEmailReleased' as const, data: { clientId: 'c1' } }
    given(clientEmail, reserved('c1', NOW - 1))
      .when(release)
      .then(released)
    given(clientEmail, reserved('c1', NOW)).when(release).thenNothing()
    given(clientEmail, reserved('c2', 1)).when(release).thenNothing()
    given(clientEmail, reserved('c1', 1), released).when(reserve('c2')).then(reserved('c2'))
  })
})

describe('the account at an OpenID provider', () => {
  const [providerHash, subjectHash] = ['p1', 's1']
  const link = (more: object = {}) => ({
    type: 'LinkClientOpenId' as const,
    ...{ clientId: 'c1', providerHash, subjectHash, ...more },
  })
  const linked = (more: object = {}): ClientEvent => ({
    type: 'ClientOpenIdLinked',
    data: { clientId: 'c1', providerHash, subjectHash, ...more },
  })
  const unlinked: ClientEvent = { type: 'ClientOpenIdUnlinked', data: { clientId: 'c1' } }

  test('is linked once, and another password takes the place of one that others may know', () => {
    given(client, created).when(link()).then(linked())
    given(client, created)
      .when(link({ passwordHash: 'unknown' }))
      .then(linked(), { type: 'ClientPasswordChanged', data: { clientId: 'c1', passwordHash: 'unknown' } })
    given(client, created, linked())
      .when(link({ passwordHash: 'unknown' }))
      .thenNothing()
    given(client).when(link()).thenRejected('not-found')
  })

  test('is not that of another person who has the address by now, unless it is unlinked or the provider is another', () => {
    const anothers = link({ subjectHash: 's2' })
    given(client, created, linked()).when(anothers).thenRejected('email-of-another')
    given(client, created, linked(), unlinked)
      .when(anothers)
      .then(linked({ subjectHash: 's2' }))
    given(client, created, linked())
      .when(link({ providerHash: 'p2', subjectHash: 's2' }))
      .then(linked({ providerHash: 'p2', subjectHash: 's2' }))
  })

  test('is unlinked once', () => {
    const unlink = { type: 'UnlinkClientOpenId', clientId: 'c1' } as const
    given(client, created, linked()).when(unlink).then(unlinked)
    given(client, created, linked(), unlinked).when(unlink).thenNothing()
    given(client, created).when(unlink).thenNothing()
  })
})
