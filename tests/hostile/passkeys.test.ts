/** Passkeys: signing in with one, and attempts to do so with what is not one. */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { type Asked, createAuthenticator, type Lies } from '../src/authenticator.ts'
import { turnOnTwoFactor } from '../src/second-step.ts'
import type { Person } from '../src/test-platform.ts'
import { startAttacked } from './attacker.ts'

// The clock stands still, so that challenges end when a test says so.
vi.useFakeTimers({ toFake: ['Date'] })
const { parley, call } = await startAttacked({ PUBLIC_URL: 'https://parley.example' })
afterAll(async () => {
  vi.useRealTimers()
  await parley.stop()
})

const origin = 'https://parley.example'
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** Begins to add a passkey to the account of a person. */
const begin = async ({ client, password }: Person) => client.call('auth.startPasskey', { body: { password } })
const add = ({ token }: Person, ticket: string, credential: object) =>
  call('POST', '/api/auth/passkeys', { token, body: { ticket, name: 'Laptop', credential } })

async function withPasskey(person: Person) {
  const authenticator = createAuthenticator(origin)
  const asked = await begin(person)
  expect((await add(person, asked.ticket, authenticator.create(asked))).status).toBe(200)
  return { authenticator, userHandle: asked.userHandle }
}
async function challenge(): Promise<Asked & { ticket: string }> {
  later(1)
  return (await call('POST', '/api/auth/passkey-sign-in/challenge', { body: {} })).json
}
const signIn = (ticket: string, credential: object) =>
  call('POST', '/api/auth/passkey-sign-in', { body: { ticket, credential } })

test('signs in without a password and without a second step, and is removed', async () => {
  const person = await parley.signUp()
  await turnOnTwoFactor(person)
  const { authenticator, userHandle } = await withPasskey(person)
  const asked = await challenge()
  const signedIn = await signIn(asked.ticket, authenticator.get(asked, userHandle))
  expect(signedIn.status).toBe(200)
  expect(signedIn.headers.getSetCookie().join()).toContain('parley_session=')
  const { items } = await parley.client(signedIn.json.token).call('auth.listSessions', {})
  expect(items.find(({ current }) => current)?.method).toBe('passkey')

  const listed = (await person.client.call('auth.passkeys', {})).items
  expect(listed).toEqual([expect.objectContaining({ name: 'Laptop', usedAt: expect.any(String) })])
  const params = { passkeyId: listed[0]?.passkeyId ?? '' }
  await person.client.call('auth.renamePasskey', { params, body: { name: 'Old laptop' } })
  expect((await person.client.call('auth.passkeys', {})).items[0]?.name).toBe('Old laptop')
  await person.client.call('auth.removePasskey', { params })
  const after = await challenge()
  expect((await signIn(after.ticket, authenticator.get(after, userHandle))).status).toBe(401)
  await parley.settled()
  const { json } = await call('GET', '/dev/mail.json')
  const subjects = json.items.flatMap((mail: { to: string; subject: string }) =>
    mail.to === person.email ? mail.subject : [],
  )
  expect(subjects).toEqual(
    expect.arrayContaining([
      'A passkey was added to your account',
      'A passkey was removed from your account',
    ]),
  )
})

describe('nobody comes in', () => {
  const lies: [string, Lies][] = [
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['a page of another port', { origin: 'http://localhost:4000' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another ceremony', { type: 'payment.get' }],
    ['a user who was not verified', { userVerified: false }],
  ]
  test.each(lies)('by %s', async (_, lie) => {
    const person = await parley.signUp()
    const { authenticator, userHandle } = await withPasskey(person)
    const asked = await challenge()
    const refused = await signIn(asked.ticket, authenticator.get(asked, userHandle, lie))
    expect([refused.status, refused.json.code, refused.headers.get('set-cookie')]).toEqual([
      401,
      'wrong-passkey',
      null,
    ])
    const adding = await begin(person)
    const added = createAuthenticator(origin).create(adding, lie.type ? { type: 'payment.create' } : lie)
    expect((await add(person, adding.ticket, added)).status).toBe(401)
  })

  test('by an answer to another challenge, an old one, the same one twice, or one for adding', async () => {
    const person = await parley.signUp()
    const { authenticator, userHandle } = await withPasskey(person)
    const [one, two] = [await challenge(), await challenge()]
    const answer = authenticator.get(one, userHandle)
    expect((await signIn(two.ticket, answer)).status).toBe(401)
    const both = await Promise.all([signIn(one.ticket, answer), signIn(one.ticket, answer)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await signIn(one.ticket, answer)).status).toBe(401)
    const adding = await begin(person)
    expect((await signIn(adding.ticket, authenticator.get(adding, userHandle))).status).toBe(401)
    const expired = await challenge()
    later(301)
    expect((await signIn(expired.ticket, authenticator.get(expired, userHandle))).status).toBe(401)
  })

  test('by the key of somebody else, in the name of an account or of none', async () => {
    const [person, other] = [await parley.signUp(), await parley.signUp()]
    const [theirs, mine] = [await withPasskey(person), await withPasskey(other)]
    const asked = await challenge()
    const forged = {
      ...mine.authenticator.get(asked, theirs.userHandle),
      credentialId: theirs.authenticator.credentialId,
    }
    const nobody = Buffer.from('na.00000000000000000000').toString('base64url')
    const tries = [
      forged,
      mine.authenticator.get(asked, theirs.userHandle),
      mine.authenticator.get(asked, nobody),
      mine.authenticator.get(asked, 'eA'),
      createAuthenticator(origin).get(asked, theirs.userHandle),
    ]
    const answers = await Promise.all(tries.map((credential) => signIn(asked.ticket, credential)))
    const { requestId: _, ...first } = answers[0]?.json ?? {}
    for (const { status, json } of answers) {
      expect(status).toBe(401)
      expect(json, 'the answer tells nothing of the account').toMatchObject(first)
    }
  })

  test('by an authenticator whose count went back, as that of a copy does', async () => {
    const person = await parley.signUp()
    const { authenticator, userHandle } = await withPasskey(person)
    const use = async (counter: number) => {
      const asked = await challenge()
      return (await signIn(asked.ticket, authenticator.get(asked, userHandle, { counter }))).status
    }
    expect([await use(5), await use(5), await use(4), await use(6)]).toEqual([200, 401, 401, 200])
  })
})

test('a stolen session adds none without the password, and none for another account', async () => {
  const [person, other] = [await parley.signUp(), await parley.signUp()]
  const { token } = person
  const guess = await call('POST', '/api/auth/passkeys/challenge', { token, body: { password: 'a guess' } })
  expect([guess.status, guess.json.code]).toEqual([403, 'wrong-password'])
  const [own, open] = [await begin(other), await challenge()]
  for (const asked of [own, open]) {
    const created = createAuthenticator(origin).create(asked)
    expect((await add(person, asked.ticket, created)).status).toBe(401)
  }
  expect((await person.client.call('auth.passkeys', {})).items).toEqual([])
})
