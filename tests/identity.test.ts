/** Signing up, in and out over two regions on the embedded engines, the mail read from the outbox. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Region } from '@parley/contracts/endpoint.ts'
import { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { signUpCredits } from '@parley/credits/pricing.ts'
import { emailHash } from '@parley/identity/credentials.ts'
import { DIRECTORY, emailReservation } from '@parley/identity/email-reservation.decider.ts'
import { identityHandlers, verifySession } from '@parley/identity/identity.handlers.ts'
import { type Outbox, openOutbox } from '@parley/identity/mail/outbox.ts'
import { oneTimeCodePolicy } from '@parley/identity/one-time-code.policy.ts'
import { user } from '@parley/identity/user.decider.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { openSqliteRateLimits } from '@parley/kernel/engines/rate-limits.sqlite.ts'
import type { Call, Handlers, Principal } from '@parley/kernel/handler.ts'
import { openTestRegion, type TestRegion } from '@parley/kernel/test-region.ts'
import { bearersProjection, findBearer } from '@parley/projections/bearers/bearers.projection.ts'
import { creditBalancesProjection } from '@parley/projections/credit-balances/credit-balances.projection.ts'
import { membershipsProjection } from '@parley/projections/memberships/memberships.projection.ts'
import { workspacesOf } from '@parley/projections/memberships/memberships.queries.ts'
import { sessions } from '@parley/projections/sessions/sessions.projection.ts'
import { sessionQueries } from '@parley/projections/sessions/sessions.queries.ts'
import { workspacesProjection } from '@parley/projections/workspaces/workspaces.projection.ts'
import { workspaceQueries } from '@parley/projections/workspaces/workspaces.queries.ts'
import { personalWorkspaces } from '@parley/workspace/personal-workspace.ts'
import { workspaceHandlers } from '@parley/workspace/workspace.handlers.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Name = keyof typeof identityEndpoints
type Options = { params?: object; principal?: Principal; command?: string; address?: string }
type SignedIn = { token: string; user: { userId: string }; workspace: { workspaceName: string } }

const hashKey = Buffer.alloc(32, 7)
const ada = { email: 'ada@example.com', password: 'correct horse', displayName: 'Ada', region: 'eu' }

let regions: Map<Region, TestRegion>
let outbox: Outbox
let folder: string
let handlers: Handlers<typeof identityEndpoints>
let failWorkspace: boolean
let commands = 0

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-'))
  outbox = openOutbox(join(folder, 'outbox'), Buffer.alloc(32, 7))
  failWorkspace = false
  const open = () =>
    openTestRegion({
      projections: [
        sessions,
        workspacesProjection,
        membershipsProjection,
        bearersProjection,
        creditBalancesProjection,
      ],
      policies: () => [oneTimeCodePolicy(outbox)],
    })
  regions = new Map([
    ['na', await open()],
    ['eu', await open()],
  ])
  const of = (region: Region) => regions.get(region)!
  handlers = {
    ...identityHandlers({
      regions,
      directory: of('na'),
      hashKey,
      rateLimits: await openSqliteRateLimits({ file: ':memory:', secret: 's', now: () => 0 }),
      async ensurePersonalWorkspace(region, person, context) {
        if (failWorkspace) throw new Error('the disk is full')
        const { handle, load } = of(region)
        const { workspace } = await personalWorkspaces({ region, handle, load }).create(
          person,
          within(context, `personal/${person.userId}`),
        )
        const grant = { workspaceId: person.userId, amount: signUpCredits, reason: 'sign-up' } as const
        await creditsCommands({ handle }).grantCredits(grant, within(context, `sign-up/${person.userId}`))
        return workspace
      },
      workspacesOf: (region, userId) => {
        const { handle, load, reader } = of(region)
        const personalWorkspace = personalWorkspaces({ region, handle, load }).find
        return workspacesOf({ reader, region, personalWorkspace })(userId)
      },
    }),
    ...sessionQueries({
      readerOf: (region) => of(region).reader,
      validFrom: async (region, userId) => (await of(region).load(user, userId))?.state?.sessionsFrom ?? 0,
    }),
  }
})

afterEach(async () => {
  for (const region of regions.values()) await region.close()
  await rm(folder, { recursive: true })
})

const within = (context: CommandContext, command: string): CommandContext => ({
  ...context,
  cause: { ...context.cause, command },
})

async function ask(name: Name, body: object = {}, options: Options = {}): Promise<unknown> {
  const { params = {}, principal = { kind: 'nobody' }, command = `c${commands++}` } = options
  const call = {
    params,
    query: {},
    body,
    principal,
    tenant: '',
    context: {
      tenant: '',
      actor: { kind: 'visitor', id: 'unknown' },
      cause: { via: 'dashboard', command, correlation: command },
    },
    request: { userAgent: 'Firefox', address: options.address ?? '10.0.0.1' },
  } as unknown as Call
  const answer = await (handlers[name] as unknown as (call: Call) => unknown)(call)
  for (const region of regions.values()) await region.settled()
  const outcome = answer as
    | { ok: true; value: unknown }
    | { ok: false; rejection: { code: string; message: string } }
  return outcome.ok ? identityEndpoints[name].output.parse(outcome.value) : outcome.rejection
}

const signUp = async (person: object = {}) => (await ask('auth.signUp', { ...ada, ...person })) as SignedIn
const signIn = (password = ada.password, email = ada.email) => ask('auth.signIn', { email, password })
const verify = (token: string) => verifySession({ regions }, token)
const newestCode = async () => /\d{6}/.exec((await outbox.list())[0]?.text ?? '')?.[0]

describe('signing up', () => {
  test('gives a session, a personal workspace and credits in the chosen region', async () => {
    const { token, user: signedUp, workspace } = await signUp()
    expect(token).toMatch(/^eu\.[a-z0-9]{20}\.[\w-]{43}$/)
    expect(signedUp).toMatchObject({ email: 'ada@example.com', displayName: 'Ada', region: 'eu' })
    expect(workspace).toMatchObject({ workspaceId: signedUp.userId, region: 'eu', role: 'owner' })
    expect(workspace.workspaceName).toMatch(/^Personal [A-Za-z0-9]{5}$/)
    expect(await verify(token)).toMatchObject({ kind: 'user', userId: signedUp.userId, region: 'eu' })

    const { reader } = regions.get('eu')!
    expect(await reader.get(creditBalancesProjection, signedUp.userId, signedUp.userId)).toMatchObject({
      balance: 1_000,
      hasEverPaid: false,
    })
    expect(await regions.get('na')!.load(user, signedUp.userId)).toBeUndefined()
  })

  test('takes an address once, in whichever region', async () => {
    await signUp()
    const taken = { code: 'email-taken', message: 'This email is already in use. Sign in instead.' }
    expect(await signUp()).toMatchObject(taken)
    expect(await signUp({ region: 'na' })).toMatchObject(taken)
  })

  test('of two who race for an address one wins', async () => {
    const both = await Promise.all([signUp(), signUp()])
    expect(both.filter((answer) => 'token' in answer)).toHaveLength(1)
  })

  test('that stopped after the address was taken is healed by trying again', async () => {
    const name = emailHash(hashKey, ada.email)
    const context: CommandContext = {
      tenant: DIRECTORY,
      actor: { kind: 'visitor', id: 'unknown' },
      cause: { via: 'dashboard', command: 'lost', correlation: 'lost' },
    }
    const reserve = { type: 'Reserve', userId: 'nobody', region: 'na' } as const
    await regions.get('na')!.handle(emailReservation, name, reserve, context)
    const { token } = await signUp()
    expect(await verify(token)).toBeDefined()
    expect(await signIn()).toHaveProperty('token')
  })

  test('that stopped before the workspace was made is healed by signing in', async () => {
    failWorkspace = true
    await expect(signUp()).rejects.toThrow('the disk is full')
    failWorkspace = false
    expect(await signIn()).toMatchObject({ workspace: { role: 'owner' } })
  })

  test('repeated with the same key answers again, but only to the one with the password', async () => {
    const first = (await ask('auth.signUp', ada, { command: 'same' })) as SignedIn
    const second = (await ask('auth.signUp', ada, { command: 'same' })) as SignedIn
    expect(second.user.userId).toBe(first.user.userId)
    const stranger = { ...ada, password: 'a guess at it' }
    expect(await ask('auth.signUp', stranger, { command: 'same' })).toMatchObject({ code: 'email-taken' })
  })

  test('leaves no address, name or password in readable form in the logs', async () => {
    await signUp()
    for (const region of regions.values()) {
      const log = JSON.stringify(await region.eventStore.readAll(-1, 1_000))
      expect(log).not.toMatch(/ada@example|correct horse|argon2id|"Ada"|10\.0\.0\.1|Firefox/)
    }
  })
})

describe('signing in', () => {
  test('needs the right password and answers alike without an account', async () => {
    await signUp()
    expect(await signIn()).toHaveProperty('token')
    const wrong = await signIn('wrong horse')
    expect(wrong).toMatchObject({ code: 'wrong-credentials' })
    expect(await signIn('wrong horse', 'nobody@example.com')).toEqual(wrong)
  })

  test('is throttled by account, whatever the address it comes from', async () => {
    await signUp()
    for (let i = 0; i < 100; i++)
      await ask('auth.signInWithCode', { email: ada.email, code: 'wrong' }, { address: `10.0.1.${i}` })
    expect(await signIn()).toMatchObject({ code: 'too-many-requests' })
    expect(await signIn('x', 'other@example.com')).toMatchObject({ code: 'wrong-credentials' })
  })

  test('ends by signing out, and others of one’s sessions by revoking', async () => {
    const { token } = await signUp()
    const { token: other } = (await signIn()) as SignedIn
    const [principal, second] = [(await verify(token))!, (await verify(other))!]
    expect(await ask('auth.listSessions', {}, { principal })).toMatchObject({
      items: [
        { sessionId: second.sessionId, current: false, method: 'password', userAgent: 'Firefox' },
        { sessionId: principal.sessionId, current: true, method: 'sign-up', address: '10.0.0.1' },
      ],
    })
    await ask('auth.revokeSession', {}, { principal, params: { sessionId: second.sessionId } })
    expect(await verify(other)).toBeUndefined()
    expect(await ask('auth.session', {}, { principal })).toMatchObject({
      sessionId: principal.sessionId,
      workspaces: [{ role: 'owner' }],
    })
    await ask('auth.signOut', {}, { principal })
    expect(await verify(token)).toBeUndefined()
  })

  test('nobody ends the session of somebody else', async () => {
    const { token } = await signUp()
    const { token: strangers } = await signUp({ email: 'eve@example.com' })
    const sessionId = (await verify(token))!.sessionId
    const principal = (await verify(strangers))!
    expect(await ask('auth.revokeSession', {}, { principal, params: { sessionId } })).toMatchObject({
      code: 'not-found',
    })
    expect(await verify(token)).toBeDefined()
  })

  test('a token that was changed is worth nothing', async () => {
    const { token } = await signUp()
    const [region, id] = token.split('.')
    for (const other of [`${token}x`, `${region}.${id}.${'A'.repeat(43)}`, token.replace('eu.', 'na.'), ''])
      expect(await verify(other)).toBeUndefined()
  })
})

describe('codes by mail', () => {
  test('sign in once', async () => {
    await signUp()
    await ask('auth.requestCode', { email: ada.email })
    const [mail] = await outbox.list()
    expect(mail).toMatchObject({ to: 'ada@example.com' })
    const code = await newestCode()
    expect(mail?.html).toContain(code)
    expect(await ask('auth.signInWithCode', { email: ada.email, code })).toHaveProperty('token')
    expect(await ask('auth.signInWithCode', { email: ada.email, code })).toMatchObject({ code: 'wrong-code' })
  })

  test('answer alike whether there is such an account or not', async () => {
    await signUp()
    expect(await ask('auth.requestCode', { email: 'nobody@example.com' })).toEqual(
      await ask('auth.requestCode', { email: ada.email }),
    )
    expect(await outbox.list()).toHaveLength(1)
    const answers = new Set<string>()
    for (const email of ['nobody@example.com', ada.email])
      answers.add(JSON.stringify(await ask('auth.signInWithCode', { email, code: '000000' })))
    await ask('auth.signInWithCode', { email: ada.email, code: await newestCode() })
    for (const email of ['nobody@example.com', ada.email])
      answers.add(JSON.stringify(await ask('auth.signInWithCode', { email, code: '000000' })))
    expect([...answers]).toHaveLength(1)
  })

  test('set a new password, which ends the other sessions', async () => {
    const { token } = await signUp()
    await ask('auth.requestPasswordReset', { email: ada.email })
    const code = await newestCode()
    const reset = await ask('auth.resetPassword', { email: ada.email, code, password: 'a new password' })
    expect(await verify(token)).toBeUndefined()
    expect(await verify((reset as SignedIn).token)).toBeDefined()
    expect(await signIn()).toMatchObject({ code: 'wrong-credentials' })
    expect(await signIn('a new password')).toHaveProperty('token')
  })
})

test('the workspace’s secret opens it until it is replaced', async () => {
  const { user } = await signUp()
  const { handle, reader, settled } = regions.get('eu')!
  const workspace = {
    ...workspaceHandlers({ handle }),
    ...workspaceQueries({ reader, nameOf: async () => undefined }),
  }
  const call = (body?: object) =>
    ({
      params: { workspaceId: user.userId },
      body,
      tenant: user.userId,
      context: {
        tenant: user.userId,
        actor: { kind: 'user', id: user.userId },
        cause: { via: 'dashboard', command: `w${commands++}`, correlation: 'w' },
      },
    }) as never
  const read = async () => {
    await settled()
    const answer = await workspace['workspaces.get']!(call())
    if (!('value' in answer)) throw new Error('no workspace')
    return answer.value
  }

  const before = await read()
  expect(before).toMatchObject({ loadTokens: 1_000, members: [{ userId: user.userId, role: 'owner' }] })
  expect(before.workspaceSecret).toMatch(/^ws_[A-Za-z0-9]{20}$/)
  expect(await findBearer(reader, before.workspaceSecret)).toEqual({ tenant: user.userId })

  await workspace['workspaces.save']!(call({ workspaceName: 'Team' }))
  await workspace['workspaces.regenerateSecret']!(call())
  const after = await read()
  expect(after.workspaceName).toBe('Team')
  expect(await findBearer(reader, before.workspaceSecret)).toBeUndefined()
  expect(await findBearer(reader, after.workspaceSecret)).toEqual({ tenant: user.userId })
})
