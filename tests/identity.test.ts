/** Signing up, in and out over two regions on the embedded engines; mails are read from the outbox. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUpCredits } from '@parley/contracts/credits/prices.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { ERASED } from '@parley/contracts/message.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { openSqliteRateLimits } from '@parley/engines/sqlite/rate-limits.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { emailHash } from '@parley/identity/credentials.ts'
import { DIRECTORY, emailReservation } from '@parley/identity/email-reservation.decider.ts'
import { identityHandlers, isSessionValid, verifySession } from '@parley/identity/identity.handlers.ts'
import { createKnownDevices } from '@parley/identity/known-device.ts'
import { type Outbox, openOutbox } from '@parley/identity/mail/outbox.ts'
import { oneTimeCodePolicy } from '@parley/identity/one-time-code.policy.ts'
import { createSecondStepTickets } from '@parley/identity/second-step-tickets.ts'
import { personIn, user } from '@parley/identity/user.decider.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { Call, Handlers, Principal } from '@parley/kernel/commands/handler.ts'
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
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

// Workers keep modules from file to file: what is replaced here is for this file alone.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

/** Counts how often passwords are hashed and compared. */
const argon2 = vi.hoisted(() => ({ hash: vi.fn(), verify: vi.fn() }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  argon2.hash.mockImplementation(real.hash)
  argon2.verify.mockImplementation(real.verify)
  return { ...real, ...argon2 }
})

type Name = keyof typeof identityEndpoints
type Options = {
  params?: object
  principal?: Principal
  command?: string
  address?: string
  device?: string
}
type SignedIn = {
  token: string
  user: { userId: string; displayName: string }
  workspace: { workspaceId: string; workspaceName: string }
}
type Asked = { requestId: string }

const hashKey = Buffer.alloc(32, 7)
const devices = createKnownDevices({ masterKey: Buffer.alloc(32, 8), hashKey })
const ada = { email: 'ada@example.com', password: 'correct horse', displayName: 'Ada', region: 'eu' }

let regions: Map<Region, TestRegion>
let outbox: Outbox
let folder: string
let handlers: Handlers<typeof identityEndpoints>
let failWorkspace: boolean
let commands = 0

/** Calls of the engines since it was last emptied. */
let noted: string[] = []

function noting(name: string, { handle, load }: TestRegion): Pick<TestRegion, 'handle' | 'load'> {
  return {
    handle(aggregate, id, command, context) {
      noted.push(`${name} handle ${aggregate.category} ${Object(command).type}`)
      return handle(aggregate, id, command, context)
    },
    load(aggregate, id, tenant) {
      noted.push(`load ${aggregate.category}`)
      return load(aggregate, id, tenant)
    },
  }
}

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
      policies: ({ load, keyring }) => [
        oneTimeCodePolicy({
          brandAt: async () => undefined,
          mailer: outbox,
          directory: { load },
          keyring,
          hashKey,
          publicUrl: 'https://parley.example',
        }),
      ],
    })
  regions = new Map([
    ['na', await open()],
    ['eu', await open()],
  ])
  const of = (region: Region) => regions.get(region)!
  handlers = {
    ...identityHandlers({
      regions: new Map([...regions].map(([name, region]) => [name, noting(name, region)])),
      directory: noting('directory', of('na')),
      hashKey,
      devices,
      tickets: createSecondStepTickets({ masterKey: Buffer.alloc(32, 8) }),
      rateLimits: await openSqliteRateLimits({ file: ':memory:', secret: 's', now: () => 0 }),
      isMemberOf: async () => false,
      whiteLabelTrials: false,
      async ensurePersonalWorkspace(region, person, context) {
        if (failWorkspace) throw new Error('the disk is full')
        const { handle, load } = of(region)
        const { workspace } = await personalWorkspaces({ region, handle, load }).create(
          person,
          within(context, `personal/${person.userId}`),
        )
        const grant = {
          workspaceId: workspace.workspaceId,
          amount: signUpCredits,
          reason: 'sign-up',
        } as const
        await creditsCommands({ handle }).grantCredits(grant, within(context, `sign-up/${person.userId}`))
        return workspace
      },
      workspacesOf: (region, userId) => {
        const { handle, load, reader } = of(region)
        const personalWorkspace = personalWorkspaces({ region, handle, load }).find
        return workspacesOf({ reader, personalWorkspace, membershipOf: async () => undefined })(userId)
      },
    }),
    ...sessionQueries({
      readerOf: (region) => of(region).reader,
      async validity(region, userId) {
        const person = personIn((await of(region).load(user, userId))?.state)
        return (startedAt, sessionId) => !!person && isSessionValid(person, startedAt, sessionId)
      },
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
    request: { userAgent: 'Firefox', address: options.address ?? '10.0.0.1', device: options.device },
  } as unknown as Call
  const answer = await (handlers[name] as unknown as (call: Call) => unknown)(call)
  for (const region of regions.values()) await region.settled()
  const outcome = answer as
    | { ok: true; value: unknown }
    | { ok: false; rejection: { code: string; message: string } }
  return outcome.ok ? identityEndpoints[name].output.parse(outcome.value) : outcome.rejection
}

async function signUp(given: Partial<typeof ada> = {}): Promise<SignedIn> {
  const person = { ...ada, ...given }
  const { requestId } = (await ask('auth.requestSignUp', { email: person.email })) as Asked
  return (await ask('auth.signUp', { ...person, requestId, code: await newestCode() })) as SignedIn
}
/** Requests a code by mail, and returns it with its request id. */
async function mailed(name: Name, email = ada.email, options: Options = {}) {
  const { requestId } = (await ask(name, { email }, options)) as Asked
  return { email, requestId, code: await newestCode() }
}
const signIn = (password = ada.password, email = ada.email) => ask('auth.signIn', { email, password })
const verify = (token: string) => verifySession({ regions }, token)
const newestCode = async () => /\d{6}/.exec((await outbox.list())[0]?.text ?? '')?.[0] ?? ''

describe('signing up', () => {
  test('gives a session, a personal workspace and credits in the chosen region', async () => {
    const { token, user: signedUp, workspace } = await signUp()
    expect(token).toMatch(/^eu\.[a-z0-9]{20}\.[\w-]{43}$/)
    expect(signedUp).toMatchObject({ email: 'ada@example.com', displayName: 'Ada', region: 'eu' })
    expect(workspace).toMatchObject({ region: 'eu', role: 'owner' })
    expect(workspace.workspaceId).not.toBe(signedUp.userId)
    expect(workspace.workspaceName).toMatch(/^Personal [A-Za-z0-9]{5}$/)
    expect(await verify(token)).toMatchObject({ kind: 'user', userId: signedUp.userId, region: 'eu' })

    const { reader } = regions.get('eu')!
    expect(
      await reader.get(creditBalancesProjection, workspace.workspaceId, workspace.workspaceId),
    ).toMatchObject({
      balance: 1_000,
      hasEverPaid: false,
    })
    expect(await regions.get('na')!.load(user, signedUp.userId)).toBeUndefined()
  })

  test('takes a code from the mail of the address, so that nobody creates an account in another name', async () => {
    const { requestId } = (await ask('auth.requestSignUp', { email: ada.email })) as Asked
    const wrong = { code: 'wrong-code' }
    expect(await ask('auth.signUp', { ...ada, requestId, code: '000000' })).toMatchObject(wrong)
    expect(await signIn()).toMatchObject({ code: 'wrong-credentials' })
    const code = await newestCode()
    const other = { ...ada, email: 'eve@example.com', requestId, code }
    expect(await ask('auth.signUp', other)).toMatchObject(wrong)
    expect(await ask('auth.signUp', { ...ada, requestId, code })).toHaveProperty('token')
    expect(await ask('auth.signUp', { ...ada, requestId, code })).toMatchObject(wrong)
  })

  test('keeps nothing of what another person typed: name and password are those of the person with the code', async () => {
    await ask('auth.requestSignUp', { email: ada.email }, { address: '203.0.113.9' })
    const { user: person } = await signUp()
    expect(person.displayName).toBe('Ada')
    expect(await signIn()).toHaveProperty('token')
  })

  test('with the address of an existing account signs its owner in, in whichever region, and changes nothing', async () => {
    const first = await signUp()
    for (const region of ['eu', 'na']) {
      const again = await signUp({ region, password: 'another horse', displayName: 'Adelaide' })
      expect(again.user).toEqual(first.user)
      expect((await outbox.list())[0]?.subject).toMatch(/^\d{6} signs you in: you have an account already$/)
    }
    expect(await signIn('another horse')).toMatchObject({ code: 'wrong-credentials' })
    expect(await signIn()).toHaveProperty('token')
  })

  test('of two concurrent sign-ups with an address both sign in to the same account', async () => {
    const [one, two] = [await mailed('auth.requestSignUp'), await mailed('auth.requestSignUp')]
    const both = await Promise.all([one, two].map((given) => ask('auth.signUp', { ...ada, ...given })))
    const [first, second] = both as SignedIn[]
    expect(first?.user.userId).toBe(second?.user.userId)
    for (const { token } of both as SignedIn[]) expect(await verify(token)).toBeDefined()
  })

  test('that stopped after the address was reserved is completed by trying again', async () => {
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

  test('that stopped before the workspace was created is completed by signing in', async () => {
    failWorkspace = true
    await expect(signUp()).rejects.toThrow('the disk is full')
    failWorkspace = false
    expect(await signIn()).toMatchObject({ workspace: { role: 'owner' } })
  })

  test('repeated with the same key answers again, but only with the code', async () => {
    const given = { ...ada, ...(await mailed('auth.requestSignUp')) }
    const first = (await ask('auth.signUp', given, { command: 'same' })) as SignedIn
    const second = (await ask('auth.signUp', given, { command: 'same' })) as SignedIn
    expect(second.user.userId).toBe(first.user.userId)
    const stranger = { ...given, code: '000000' }
    expect(await ask('auth.signUp', stranger, { command: 'same' })).toMatchObject({ code: 'wrong-code' })
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
  test('needs the right password and gives the same answer without an account', async () => {
    await signUp()
    expect(await signIn()).toHaveProperty('token')
    const wrong = await signIn('wrong horse')
    expect(wrong).toMatchObject({ code: 'wrong-credentials' })
    expect(await signIn('wrong horse', 'nobody@example.com')).toEqual(wrong)
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

  test('sessions of others can’t be ended', async () => {
    const { token } = await signUp()
    const { token: strangers } = await signUp({ email: 'eve@example.com' })
    const sessionId = (await verify(token))!.sessionId
    const principal = (await verify(strangers))!
    expect(await ask('auth.revokeSession', {}, { principal, params: { sessionId } })).toMatchObject({
      code: 'not-found',
    })
    expect(await verify(token)).toBeDefined()
  })

  test('a token that was changed is invalid', async () => {
    const { token } = await signUp()
    const [region, id] = token.split('.')
    for (const other of [`${token}x`, `${region}.${id}.${'A'.repeat(43)}`, token.replace('eu.', 'na.'), ''])
      expect(await verify(other)).toBeUndefined()
  })
})

describe('codes by mail', () => {
  test('sign in once', async () => {
    await signUp()
    const given = await mailed('auth.requestCode')
    const [mail] = await outbox.list()
    expect(mail).toMatchObject({ to: 'ada@example.com', subject: `${given.code} is your sign-in code` })
    expect(mail?.html).toContain(given.code)
    expect(await ask('auth.signInWithCode', given)).toHaveProperty('token')
    expect(await ask('auth.signInWithCode', given)).toMatchObject({ code: 'wrong-code' })
  })

  test('are valid at the same time, whoever requested them and whatever for', async () => {
    await signUp()
    const reset = await mailed('auth.requestPasswordReset')
    const from = { address: '203.0.113.9' }
    const strangers = await mailed('auth.requestPasswordReset', ada.email, from)
    const own = await mailed('auth.requestCode')
    for (let nth = 0; nth < 6; nth++)
      await ask('auth.resetPassword', { ...strangers, code: '000000', password: 'a guess at it' }, from)
    expect(await ask('auth.signInWithCode', own)).toHaveProperty('token')
    const renewed = { ...reset, password: 'a new password' }
    expect(await ask('auth.resetPassword', renewed)).toHaveProperty('token')
  })

  test('work for the request and the purpose that they were sent for', async () => {
    await signUp()
    const one = await mailed('auth.requestCode')
    const two = await mailed('auth.requestPasswordReset')
    for (const given of [
      { ...one, requestId: two.requestId },
      { ...one, requestId: '00000000000000000000' },
      { ...one, email: 'eve@example.com' },
      two,
    ])
      expect(await ask('auth.signInWithCode', given)).toMatchObject({ code: 'wrong-code' })
    expect(await ask('auth.signInWithCode', one)).toHaveProperty('token')
  })

  test('set a new password, which ends the other sessions and invalidates earlier codes', async () => {
    const { token } = await signUp()
    const thiefs = await mailed('auth.requestCode')
    const given = await mailed('auth.requestPasswordReset')
    const reset = await ask('auth.resetPassword', { ...given, password: 'a new password' })
    expect(await verify(token)).toBeUndefined()
    expect(await verify((reset as SignedIn).token)).toBeDefined()
    expect(await ask('auth.signInWithCode', thiefs)).toMatchObject({ code: 'wrong-code' })
    expect(await signIn()).toMatchObject({ code: 'wrong-credentials' })
    expect(await signIn('a new password')).toHaveProperty('token')
  })

  test('are erased with the address once the mail has been sent', async () => {
    const { requestId, code } = await mailed('auth.requestSignUp')
    const { eventStore, keyring } = regions.get('na')!
    const [stored] = await eventStore.readStream(`code-${requestId}`)
    const data: { email: string; code: string } = JSON.parse(stored?.data ?? '')
    expect(await keyring.open(DIRECTORY, [data.email, data.code])).toEqual([ERASED, ERASED])
    expect(await ask('auth.signUp', { ...ada, email: ada.email, requestId, code })).toHaveProperty('token')
  })
})

describe('an address with an account and one without', () => {
  const nobody = 'nobody@example.com'
  const wrong = { requestId: '00000000000000000000', code: '000000', ...ada }
  const calls: [Name, object][] = [
    ['auth.requestSignUp', {}],
    ['auth.requestCode', {}],
    ['auth.requestPasswordReset', {}],
    ['auth.signIn', { password: 'wrong horse' }],
    ['auth.signUp', wrong],
    ['auth.signInWithCode', wrong],
    ['auth.resetPassword', wrong],
  ]

  test.each(calls)('get the same answer by %s, after the same work', async (name, body) => {
    await signUp()
    const seen = []
    for (const email of [ada.email, nobody]) {
      noted = []
      argon2.verify.mockClear()
      argon2.hash.mockClear()
      const answer = JSON.stringify(await ask(name, { ...body, email }, { address: '10.0.0.2' }))
      seen.push({
        answer: answer.replace(/"requestId":"[0-9a-f]{20}"/, '"requestId":"…"'),
        noted,
        compared: argon2.verify.mock.calls.length,
        hashed: argon2.hash.mock.calls.length,
      })
    }
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]?.noted.length).toBeGreaterThan(0)
    expect(seen[0]?.compared).toBe(name === 'auth.signIn' ? 1 : 0)
  })

  test('are throttled in the same way', async () => {
    await signUp()
    const refusals = async (email: string) => {
      const answers = []
      const from = { address: '203.0.113.9' }
      for (let nth = 0; nth < 12; nth++)
        answers.push(await ask('auth.signIn', { email, password: 'wrong horse' }, from))
      for (let nth = 0; nth < 7; nth++)
        answers.push(Object.keys(Object(await ask('auth.requestCode', { email }, from))))
      return answers
    }
    expect(await refusals(ada.email)).toEqual(await refusals(nobody))
  })

  test('differ in the mail only', async () => {
    await signUp()
    for (const name of ['auth.requestCode', 'auth.requestPasswordReset'] as const) {
      await ask(name, { email: nobody })
      const [mail] = await outbox.list()
      expect(mail).toMatchObject({ to: nobody, subject: 'There is no account with this address' })
      expect(mail?.text).toContain('https://parley.example/signup')
      expect(mail?.text).not.toMatch(/\d{6}/)
    }
  })
})

describe('an attacker who keeps guessing', () => {
  const guess = (address: string, device?: string) =>
    ask(
      'auth.signIn',
      { email: ada.email, password: 'wrong horse' },
      { address, ...(device ? { device } : {}) },
    )
  const rightFrom = (address: string, device?: string) =>
    ask('auth.signIn', ada, { address, ...(device ? { device } : {}) })
  const tooMany = { code: 'too-many-requests' }

  test('from one address is stopped there, and the owner elsewhere can sign in', async () => {
    await signUp()
    for (let nth = 0; nth < 10; nth++) await guess('203.0.113.9')
    expect(await guess('203.0.113.9')).toMatchObject(tooMany)
    expect(await rightFrom('198.51.100.7')).toHaveProperty('token')
  })

  test('from many addresses is stopped too, but never the browser that the owner used before', async () => {
    await signUp()
    const device = devices.remember(undefined, ada.email)
    for (let nth = 0; nth < 100; nth++) await guess(`203.0.113.${nth}`)
    expect(await rightFrom('198.51.100.7')).toMatchObject(tooMany)
    expect(await rightFrom('198.51.100.7', device)).toHaveProperty('token')
    // Others behind the owner's address can use up its limit, but not the browser's.
    for (let nth = 0; nth < 60; nth++)
      await ask('auth.signIn', { email: `x${nth}@example.com`, password: 'x' }, { address: '192.0.2.1' })
    expect(await rightFrom('192.0.2.1')).toMatchObject(tooMany)
    expect(await rightFrom('192.0.2.1', device)).toHaveProperty('token')
  })

  test('in a known browser is stopped as well, and one known for another account counts as unknown', async () => {
    await signUp()
    const own = devices.remember(undefined, ada.email)
    for (let nth = 0; nth < 10; nth++) await guess('198.51.100.7', own)
    expect(await guess('198.51.100.8', own)).toMatchObject(tooMany)
    const eves = devices.remember(undefined, 'eve@example.com')
    for (let nth = 0; nth < 10; nth++) await guess('203.0.113.9', eves)
    expect(await guess('203.0.113.9', eves)).toMatchObject(tooMany)
    expect(await guess('203.0.113.9', `${own}x`)).toMatchObject(tooMany)
  })

  test('prevents nobody’s recovery: neither requesting a code nor using it', async () => {
    await signUp()
    const email = ada.email
    const given = await mailed('auth.requestPasswordReset', email, { address: '198.51.100.7' })
    for (let nth = 0; nth < 17; nth++)
      for (let code = 0; code < 5; code++)
        await ask('auth.requestPasswordReset', { email }, { address: `203.0.113.${nth}` })
    for (let nth = 0; nth < 100; nth++) await guess(`203.0.113.${nth}`)
    expect(await ask('auth.requestPasswordReset', { email }, { address: '198.51.100.7' })).toHaveProperty(
      'requestId',
    )
    const reset = { ...given, password: 'a new password' }
    expect(await ask('auth.resetPassword', reset, { address: '198.51.100.7' })).toHaveProperty('token')
  })
})

test('the workspace’s secret is valid until it is replaced', async () => {
  const {
    user,
    workspace: { workspaceId },
  } = await signUp()
  const { handle, reader, settled } = regions.get('eu')!
  const workspace = {
    ...workspaceHandlers({
      ...{ region: 'eu', handle, workspacesOf: async () => [], graceMs: 86_400_000 },
      changeWebhookInRecord: async () => ({ ok: true }),
    }),
    ...workspaceQueries({
      reader,
      nameOf: async () => undefined,
      may: async (_, __, permission) => permission === 'workspace.secret.manage',
    }),
  }
  const call = (body?: object) =>
    ({
      params: { workspaceId },
      body,
      tenant: workspaceId,
      context: {
        tenant: workspaceId,
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
  expect(await findBearer(reader, before.workspaceSecret)).toEqual({ tenant: workspaceId })

  await workspace['workspaces.save']!(call({ workspaceName: 'Team' }))
  await workspace['workspaces.regenerateSecret']!(call())
  const after = await read()
  expect(after.workspaceName).toBe('Team')
  expect(await findBearer(reader, before.workspaceSecret)).toBeUndefined()
  expect(await findBearer(reader, after.workspaceSecret)).toEqual({ tenant: workspaceId })
})
