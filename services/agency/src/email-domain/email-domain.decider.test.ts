import type { EmailDomainEvent } from '@parley/contracts/agency/email-domain-events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, it } from 'vitest'
import { MOST_CHANGES } from '../domains/claims.ts'
import { type EmailDomainCommand, type EmailDomainLook, emailDomains } from './email-domain.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const now = Date.parse(at)
const about = { emailDomainId: 'e1', domain: 'north.example' }
const provider = { provider: 'self-hosted', providerId: '' } as const
const records = [
  { type: 'MX', host: 'send.north.example', name: 'send', value: 'mx.example', priority: 10 },
  { type: 'TXT', host: '_dmarc.north.example', name: '_dmarc', value: 'v=DMARC1; p=none;' },
] as const
const key = { selector: 's1', privateKey: '-----BEGIN PRIVATE KEY-----' }
const add: EmailDomainCommand = {
  type: 'AddEmailDomain',
  added: { ...about, ...provider, records: [...records], key, userId: 'u1' },
  usableUntil: now,
}
const added: EmailDomainEvent = {
  type: 'EmailDomainAdded',
  data: { ...about, ...provider, records: [...records], ...key, userId: 'u1', at },
}
const ask: EmailDomainCommand = { type: 'RequestEmailDomainVerification', emailDomainId: 'e1' }
const asked: EmailDomainEvent = { type: 'EmailDomainVerificationRequested', data: { ...about, at } }
const look = (status: EmailDomainLook['status'], found: EmailDomainLook['found']): EmailDomainCommand => ({
  type: 'RecordEmailDomainLook',
  emailDomainId: 'e1',
  look: { status, found },
})
const all = ['verified', 'verified'] as const
const verified: EmailDomainEvent = { type: 'EmailDomainVerified', data: { ...about, found: [...all], at } }
const unknown: EmailDomainEvent = {
  type: 'EmailDomainTemporarilyFailed',
  data: { ...about, found: ['temporary_failure', 'verified'], at },
}
const failed = (wasVerified: boolean, found: EmailDomainLook['found']): EmailDomainEvent => ({
  type: 'EmailDomainFailed',
  data: { ...about, found, wasVerified, at },
})
const removed = (reason: 'person' | 'not-verified' | 'workspace-deleted'): EmailDomainEvent => ({
  type: 'EmailDomainRemoved',
  data: { ...about, ...provider, reason, at },
})

describe('a domain', () => {
  it('is added while its reservation counts, once, and one at a time', () => {
    given(emailDomains).when(add).then(added)
    given(emailDomains, added).when(add).thenNothing()
    given(emailDomains)
      .when({ ...add, usableUntil: now - 1 })
      .thenRejected('conflict')
    given(emailDomains, added)
      .when({
        ...add,
        added: { ...add.added, emailDomainId: 'e2', domain: 'other.example' },
      })
      .thenRejected(
        'domain-exists',
        'The agency has north.example already. Delete it before you add another one.',
      )
  })

  it('is not looked at before somebody asks to verify it', () => {
    given(emailDomains, added)
      .when(look('verified', [...all]))
      .thenNothing()
    given(emailDomains, added).when(ask).then(asked)
    given(emailDomains, added, asked).when(ask).thenNothing()
    given(emailDomains, added, asked, verified).when(ask).thenNothing()
    given(emailDomains).when(ask).thenRejected('not-found')
  })
})

describe('a look', () => {
  it('is an event where it found something else than the one before', () => {
    given(emailDomains, added, asked)
      .when(look('pending', ['pending', 'pending']))
      .thenNothing()
    const some: EmailDomainEvent = {
      type: 'EmailDomainChecked',
      data: { ...about, found: ['verified', 'pending'], at },
    }
    given(emailDomains, added, asked)
      .when(look('pending', ['verified', 'pending']))
      .then(some)
    given(emailDomains, added, asked, some)
      .when(look('pending', ['verified', 'pending']))
      .thenNothing()
    given(emailDomains, added, asked, some)
      .when(look('verified', [...all]))
      .then(verified)
    given(emailDomains, added, asked, verified)
      .when(look('verified', [...all]))
      .thenNothing()
  })

  it('is recorded a bounded number of times while the answers go back and forth, and verifies all the same', () => {
    const pending: EmailDomainEvent = {
      type: 'EmailDomainChecked',
      data: { ...about, found: ['pending', 'pending'], at },
    }
    const answers = [unknown, failed(false, ['failure', 'verified']), pending]
    const changes = Array.from({ length: MOST_CHANGES }, (_, nth) => answers[nth % 3] ?? pending)
    const other = look('failure', ['verified', 'failure'])
    given(emailDomains, added, asked, ...changes.slice(1))
      .when(other, new Date(now))
      .then(failed(false, ['verified', 'failure']))
    given(emailDomains, added, asked, ...changes)
      .when(other)
      .thenNothing()
    given(emailDomains, added, asked, ...changes)
      .when(look('verified', [...all]), new Date(now))
      .then(verified)
    // What sends is told whatever happens to it.
    given(emailDomains, added, asked, ...changes, verified)
      .when(look('failure', ['verified', 'failure']), new Date(now))
      .then(failed(true, ['verified', 'failure']))
  })

  it('finds wrong records, which can be mended', () => {
    const wrong = failed(false, ['failure', 'pending'])
    given(emailDomains, added, asked)
      .when(look('failure', ['failure', 'pending']))
      .then(wrong)
    given(emailDomains, added, asked, wrong)
      .when(look('failure', ['failure', 'pending']))
      .thenNothing()
    given(emailDomains, added, asked, wrong).when(ask).then(asked)
    given(emailDomains, added, asked, wrong)
      .when(look('verified', [...all]))
      .then(verified)
  })

  it('that nobody could tell of is temporary, and what was verified and is gone has failed', () => {
    given(emailDomains, added, asked, verified)
      .when(look('temporary_failure', ['temporary_failure', 'verified']))
      .then(unknown)
    const gone = failed(true, ['pending', 'verified'])
    given(emailDomains, added, asked, verified)
      .when(look('pending', ['pending', 'verified']))
      .then(gone)
    given(emailDomains, added, asked, verified, unknown)
      .when(look('pending', ['pending', 'verified']))
      .then(gone)
    given(emailDomains, added, asked, verified, unknown)
      .when(look('verified', [...all]))
      .then(verified)
    given(emailDomains, added, asked, verified, gone)
      .when(look('pending', ['pending', 'verified']))
      .thenNothing()
    given(emailDomains, added, asked, unknown)
      .when(look('pending', ['pending', 'verified']))
      .then({ type: 'EmailDomainChecked', data: { ...about, found: ['pending', 'verified'], at } })
  })
})

describe('removal', () => {
  it('ends it, whatever is said of it later', () => {
    const mine: EmailDomainCommand = { type: 'DeleteEmailDomain', emailDomainId: 'e1' }
    const byPolicy: EmailDomainCommand = {
      ...{ type: 'RemoveEmailDomain', emailDomainId: 'e1' },
      reason: 'not-verified',
    }
    given(emailDomains, added).when(mine).then(removed('person'))
    given(emailDomains, added, asked, verified).when(byPolicy).then(removed('not-verified'))
    given(emailDomains, added)
      .when({ ...mine, emailDomainId: 'e2' })
      .thenRejected('not-found')
    given(emailDomains, added, removed('person')).when(mine).thenRejected('not-found')
    for (const late of [byPolicy, look('verified', [...all])])
      given(emailDomains, added, asked, removed('person')).when(late).thenNothing()
    given(emailDomains, added, removed('person'))
      .when({ ...add, added: { ...add.added, emailDomainId: 'e2' } })
      .then({ type: 'EmailDomainAdded', data: { ...added.data, emailDomainId: 'e2' } } as EmailDomainEvent)
  })
})
