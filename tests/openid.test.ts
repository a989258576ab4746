/** Signing in with an OpenID provider, over HTTP, against a real one on loopback. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { answerOfProvider, type OpenIdDouble, startOpenIdProvider } from './src/openid-provider.ts'
import { turnOnTwoFactor } from './src/second-step.ts'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const publicUrl = 'http://parley.example'
let provider: OpenIdDouble
let parley: TestPlatform
beforeAll(async () => {
  provider = await startOpenIdProvider(() => publicUrl)
  parley = await startTestPlatform({
    PUBLIC_URL: publicUrl,
    RATE_LIMIT_FACTOR: '1000',
    OIDC_CORP_ISSUER: provider.issuer,
    OIDC_CORP_CLIENT_ID: provider.clientId,
    OIDC_CORP_CLIENT_SECRET: provider.clientSecret,
    OIDC_CORP_LABEL: 'Corp & Sons',
    // Nothing listens there.
    OIDC_AWAY_ISSUER: 'http://127.0.0.1:9',
    OIDC_AWAY_CLIENT_ID: 'parley',
    OIDC_AWAY_CLIENT_SECRET: 'secret',
  })
})
afterEach(() => provider.behave('usual'))
afterAll(async () => {
  await parley?.stop()
  await provider?.stop()
})

const start = (name = 'corp') => parley.client().call('auth.startOpenId', { body: { provider: name } })
const finish = (ticket: string, answer: string, region: 'na' | 'eu' = 'eu') =>
  parley.client().call('auth.finishOpenId', { body: { ticket, answer, region } })

async function signIn(name: string, region: 'na' | 'eu' = 'eu') {
  const { address, ticket } = await start()
  return finish(ticket, await answerOfProvider(address, name), region)
}

async function refusal(call: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await call
  } catch (error) {
    const { code, message } = Object(error)
    return { code, message }
  }
  return { code: 'none', message: '' }
}

test('asks the provider by code with PKCE, state and nonce, and tells the page what it offers', async () => {
  const { address } = await start()
  const asked = new URL(address).searchParams
  expect(asked.get('response_type')).toBe('code')
  expect(asked.get('code_challenge_method')).toBe('S256')
  expect(asked.get('redirect_uri')).toBe(`${publicUrl}/login/openid/corp`)
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length).toBeGreaterThan(40)
  const other = new URL((await start()).address).searchParams
  for (const name of ['state', 'nonce', 'code_challenge']) expect(other.get(name)).not.toBe(asked.get(name))
  expect(await refusal(start('google'))).toMatchObject({ code: 'not-found' })
})

test('a newcomer gets an account in the region they chose, and the same one the next time', async () => {
  provider.people.set('nora', { email: 'Nora@Corp.example', email_verified: true, name: 'Nora Newcomer' })
  const first = await signIn('nora')
  if (!('user' in first)) throw new Error('A second step was asked for')
  expect(first.user).toMatchObject({ email: 'nora@corp.example', displayName: 'Nora Newcomer', region: 'eu' })
  const again = await signIn('nora', 'na')
  if (!('user' in again)) throw new Error('A second step was asked for')
  expect(again.user.userId).toBe(first.user.userId)
  expect(again.user.region).toBe('eu')
  const session = await parley.client(again.token).call('auth.session', {})
  expect(session.workspaces).toHaveLength(1)
  // It has no password until its owner sets one.
  const change = parley.client(again.token).call('auth.deleteAccount', { body: { password: 'anything' } })
  expect(await refusal(change)).toMatchObject({
    code: 'wrong-password',
    message: expect.stringContaining('no password yet'),
  })
  const { items } = await parley.client(again.token).call('auth.listSessions', {})
  expect(items.map(({ method }) => method)).toEqual(['openid', 'openid'])
})

test('signs in to the account that the address has, and no other', async () => {
  const person = await parley.signUp()
  provider.people.set('same', { email: person.email, email_verified: true, name: 'Another Name' })
  const signedIn = await signIn('same')
  if (!('user' in signedIn)) throw new Error('A second step was asked for')
  expect(signedIn.user.userId).toBe(person.userId)
  expect(signedIn.user.displayName).not.toBe('Another Name')
})

test('an address that the provider has not proven opens and makes no account', async () => {
  const person = await parley.signUp()
  provider.people.set('liar', { email: person.email, email_verified: false })
  expect(await refusal(signIn('liar'))).toMatchObject({
    code: 'email-not-verified',
    message: expect.stringContaining('Corp & Sons has not confirmed your email address'),
  })
  provider.people.set('silent', { email: 'silent@corp.example' })
  expect(await refusal(signIn('silent'))).toMatchObject({ code: 'email-not-verified' })
  provider.people.set('nameless', { email_verified: true })
  expect(await refusal(signIn('nameless'))).toMatchObject({ code: 'email-not-verified' })
})

test('the second step of an account is asked for all the same', async () => {
  const person = await parley.signUp()
  await turnOnTwoFactor(person)
  provider.people.set('careful', { email: person.email, email_verified: true })
  expect(await signIn('careful')).toEqual({ secondStep: { ticket: expect.stringMatching(/^p2\./) } })
})

test('what went wrong is said in words', async () => {
  provider.people.set('ada', { email: 'ada@corp.example', email_verified: true })
  const cancelled = await start()
  const no = await answerOfProvider(cancelled.address, 'ada', 'cancel')
  expect(await refusal(finish(cancelled.ticket, no))).toEqual({
    code: 'denied',
    message: 'You cancelled signing in with Corp & Sons.',
  })

  const [mine, theirs] = [await start(), await start()]
  const answer = await answerOfProvider(mine.address, 'ada')
  // Somebody else's answer, a forged ticket, no answer, an answer that was changed or used before.
  expect(await refusal(finish(theirs.ticket, answer))).toMatchObject({ code: 'provider-refused' })
  expect(await refusal(finish('oi1.forged', answer))).toMatchObject({ code: 'sign-in-expired' })
  expect(await refusal(finish(mine.ticket, ''))).toMatchObject({ code: 'provider-refused' })
  const changed = answer.replace(/code=./, 'code=')
  expect(await refusal(finish(mine.ticket, changed))).toMatchObject({ code: 'provider-refused' })
  await finish(mine.ticket, answer)
  expect(await refusal(finish(mine.ticket, answer))).toMatchObject({ code: 'provider-refused' })
})

test('a provider that is down, failing or silent is named, and the next sign-in works', async () => {
  expect(await refusal(start('away'))).toMatchObject({
    code: 'provider-unavailable',
    message: 'Away can’t be reached at the moment. Please try again later, or sign in in another way.',
  })
  provider.people.set('ben', { email: 'ben@corp.example', email_verified: true })
  const { address, ticket } = await start()
  const answer = await answerOfProvider(address, 'ben')
  provider.behave('failing')
  expect(await refusal(finish(ticket, answer))).toMatchObject({ code: 'provider-unavailable' })
  provider.behave('silent')
  expect(await refusal(finish(ticket, answer))).toMatchObject({ code: 'provider-unavailable' })
  provider.behave('usual')
  expect(await finish(ticket, answer)).toMatchObject({ user: { email: 'ben@corp.example' } })
})

test('the pages show buttons of what is configured, and none otherwise', async () => {
  const html = async (path: string) => (await fetch(parley.url + path)).text()
  const shown = /<meta name="sign-in-providers" content="([^"]*)"/
  for (const path of ['/login', '/signup', '/login/openid/corp'])
    expect(
      JSON.parse(
        shown
          .exec(await html(path))?.[1]
          ?.replace(/&quot;/g, '"')
          .replace(/&amp;/g, '&') ?? '',
      ),
    ).toEqual([
      { name: 'away', label: 'Away' },
      { name: 'corp', label: 'Corp & Sons' },
    ])
  const plain = await startTestPlatform()
  try {
    expect(await (await fetch(`${plain.url}/login`)).text()).not.toContain('sign-in-providers')
    const none = plain.client().call('auth.startOpenId', { body: { provider: 'corp' } })
    expect(await refusal(none)).toMatchObject({ code: 'not-found' })
  } finally {
    await plain.stop()
  }
})
