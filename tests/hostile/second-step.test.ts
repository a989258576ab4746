/** Attempts to come in without the second step of a sign-in, or to change it with a stolen session. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appCode, turnOnTwoFactor } from '../src/second-step.ts'
import { mailedCode } from '../src/sign-up.ts'
import type { Person } from '../src/test-platform.ts'
import { callAt, startAttacked } from './attacker.ts'

// The clock stands still, since codes of an app and limits change with it; each test begins in a time step of its own.
vi.useFakeTimers({ toFake: ['Date'] })
const { parley, call } = await startAttacked({ TRUST_PROXY: '1' })
afterAll(async () => {
  vi.useRealTimers()
  await parley.stop()
})
beforeEach(() => later(600))

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const firstStep = async ({ email, password }: Pick<Person, 'email' | 'password'>) => {
  const answer = await call('POST', '/api/auth/sign-in', { body: { email, password } })
  return String(answer.json.secondStep?.ticket)
}
const secondStep = (ticket: string, code: string, headers = {}) =>
  call('POST', '/api/auth/second-step', { body: { ticket, code }, headers })
const mails = async (to: string) => {
  await parley.settled()
  const { json } = await call('GET', '/dev/mail.json')
  return json.items
    .filter((mail: { to: string }) => mail.to === to)
    .map(({ subject }: { subject: string }) => subject)
}

describe('no way in begins a session before the second step', () => {
  test('by password, by a code, by a new password, by signing up again', async () => {
    const person = await parley.signUp()
    const { email, password } = person
    await turnOnTwoFactor(person)
    const asked = async (path: string, words: string) => {
      const { json } = await call('POST', path, { body: { email } })
      return { email, requestId: json.requestId, code: await mailedCode(parley.url, email, words) }
    }
    const code = await asked('/api/auth/code', 'sign-in code')
    const again = await asked('/api/auth/sign-up/code', 'you have an account already')
    const reset = await asked('/api/auth/password-reset', 'password reset')
    const fresh = { password: 'another good password', displayName: 'Eve', region: 'na' }
    const answers = [
      await call('POST', '/api/auth/sign-in', { body: { email, password } }),
      await call('POST', '/api/auth/code/sign-in', { body: code }),
      await call('POST', '/api/auth/sign-up', { body: { ...again, ...fresh } }),
      await call('POST', '/api/auth/password-reset/confirm', { body: { ...reset, ...fresh } }),
    ]
    for (const answer of answers) {
      expect([answer.status, Object.keys(answer.json)]).toEqual([200, ['secondStep']])
      expect(answer.headers.get('set-cookie')).toBeNull()
      const { ticket } = answer.json.secondStep
      const withTicket = [{ token: ticket }, { headers: { cookie: `parley_session=${ticket}` } }]
      for (const sent of withTicket)
        expect((await call('GET', '/api/auth/session', sent)).status, 'a ticket is no session').toBe(401)
    }
  })

  test('a secret that is not confirmed yet asks for nothing', async () => {
    const person = await parley.signUp()
    await person.client.call('auth.startTwoFactor', { body: { password: person.password } })
    const { email, password } = person
    expect((await call('POST', '/api/auth/sign-in', { body: { email, password } })).json.token).toMatch(/./)
  })
})

describe('the second step', () => {
  test('takes each code of the app once, in one sign-in', async () => {
    const person = await parley.signUp()
    const app = await turnOnTwoFactor(person)
    const [one, two] = [await firstStep(person), await firstStep(person)]
    const turningOn = await secondStep(one, app.code(-1))
    expect([turningOn.status, turningOn.json.code]).toEqual([401, 'wrong-code'])
    const both = await Promise.all([secondStep(one, app.code()), secondStep(two, app.code())])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const passed = both.find(({ status }) => status === 200)
    expect(passed?.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual([
      'parley_session',
      'parley_device',
    ])
    const { items } = await parley.client(passed?.json.token).call('auth.listSessions', {})
    expect(items).toHaveLength(2)
    later(30)
    expect((await secondStep(one, app.code())).status).toBe(200)
  })

  test('takes a recovery code once, also when it is sent twice at once, and says so by mail', async () => {
    const person = await parley.signUp()
    const app = await turnOnTwoFactor(person)
    const [code = '', other = ''] = app.recoveryCodes
    const [one, two] = [await firstStep(person), await firstStep(person)]
    const both = await Promise.all([secondStep(one, code), secondStep(two, code)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    expect((await secondStep(two, code)).status).toBe(401)
    expect((await secondStep(two, ` ${other.toUpperCase().replace('-', ' ')} `)).status).toBe(200)
    expect((await person.client.call('auth.twoFactor', {})).recoveryCodesLeft).toBe(8)
    expect(await mails(person.email)).toEqual(
      expect.arrayContaining([
        'Two-factor authentication was turned on',
        'A recovery code was used to sign in',
      ]),
    )
  })

  test('takes no code of another account, and no ticket that is forged, expired or of another purpose', async () => {
    const [person, other] = [await parley.signUp(), await parley.signUp()]
    const [app, others] = [await turnOnTwoFactor(person), await turnOnTwoFactor(other)]
    const ticket = await firstStep(person)
    for (const code of [others.code(), others.recoveryCodes[0] ?? '', '', '000000', 'a'.repeat(20)])
      expect((await secondStep(ticket, code)).status, code).toBeGreaterThanOrEqual(400)
    const [payload = '', signature = ''] = ticket.replace('p2.', '').split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const altered = Buffer.from(JSON.stringify({ ...claims, userId: other.userId })).toString('base64url')
    const { headers } = await call('POST', '/api/auth/sign-in', {
      body: await parley.signUp(),
    })
    const device = /parley_device=([^;]+)/.exec(headers.getSetCookie().join())?.[1] ?? ''
    for (const forged of [`p2.${altered}.${signature}`, `p2.${payload}.`, device, person.token, 'x']) {
      const refused = await secondStep(forged, app.code())
      expect([refused.status, refused.json.code], forged).toEqual([401, 'sign-in-expired'])
    }
    later(601)
    expect((await secondStep(ticket, app.code())).json.code).toBe('sign-in-expired')
  })

  test('ends with a new password, with the account, and with the password that began it', async () => {
    const person = await parley.signUp()
    const app = await turnOnTwoFactor(person)
    const ticket = await firstStep(person)
    later(1)
    const body = { password: person.password, newPassword: 'another good password' }
    await person.client.call('auth.changePassword', { body })
    await expect.poll(() => mails(person.email)).toContain('The password of your account was changed')
    expect((await secondStep(ticket, app.code())).json.code).toBe('sign-in-expired')
    const renewed = await firstStep({ ...person, password: body.newPassword })
    await person.client.call('auth.deleteAccount', { body: { password: body.newPassword } })
    expect((await secondStep(renewed, app.code())).json.code).toBe('sign-in-expired')
  })

  test('can’t be guessed with ever new tickets; the owner’s browser and recovery codes still work', async () => {
    const person = await parley.signUp()
    const { email, password } = person
    const own = await callAt(parley.url, 'POST', '/api/auth/sign-in', { body: { email, password } })
    const device = own.headers.getSetCookie().find((cookie) => cookie.startsWith('parley_device=')) ?? ''
    const [cookie = ''] = device.split(';')
    const app = await turnOnTwoFactor(person)
    const ticket = await firstStep(person)
    const guess = async (nth: number) => {
      const headers = { 'x-forwarded-for': `203.0.113.${Math.floor(nth / 10)}` }
      return (await secondStep(ticket, String(nth).padStart(6, '0'), headers)).status
    }
    const guessed: number[] = []
    for (let nth = 0; nth < 11; nth++) guessed.push(await guess(nth < 10 ? 0 : 1))
    expect(guessed.slice(9), 'within one network').toEqual([401, 429])
    for (let nth = 10; nth < 110; nth++) guessed.push(await guess(nth))
    expect(guessed.at(-1), 'of all networks together').toBe(429)

    const away = { 'x-forwarded-for': '198.51.100.7' }
    expect((await secondStep(ticket, app.code(), away)).status).toBe(429)
    expect((await secondStep(ticket, app.recoveryCodes[0] ?? '', away)).status).toBe(200)
    expect((await secondStep(ticket, app.code(), { ...away, cookie })).status).toBe(200)
  })
})

describe('a stolen session', () => {
  test('neither turns it on, nor off, nor makes recovery codes', async () => {
    const person = await parley.signUp()
    const ask = async (path: string, body: object) => {
      const { status, json } = await call('POST', `/api/auth/two-factor${path}`, {
        token: person.token,
        body,
      })
      return [status, json.code]
    }
    expect(await ask('/set-up', { password: 'a guess at it' })).toEqual([403, 'wrong-password'])
    expect(await ask('', { code: '000000' })).toEqual([409, 'conflict'])
    const app = await turnOnTwoFactor(person)
    expect(await ask('/set-up', { password: person.password })).toEqual([409, 'conflict'])
    for (const proof of ['a guess at it', '000000', app.code(-1), app.recoveryCodes[0]])
      for (const path of ['/off', '/recovery-codes'])
        expect(await ask(path, { proof }), `${path} ${proof}`).toEqual([403, 'wrong-proof'])
    expect((await person.client.call('auth.twoFactor', {})).on).toBe(true)
  })

  test('its owner replaces the codes with a code of the app, and turns it off with the password', async () => {
    const person = await parley.signUp()
    const app = await turnOnTwoFactor(person)
    const body = { proof: app.code() }
    const { recoveryCodes } = await person.client.call('auth.renewRecoveryCodes', { body })
    expect(new Set([...recoveryCodes, ...app.recoveryCodes]).size).toBe(20)
    const ticket = await firstStep(person)
    expect((await secondStep(ticket, app.recoveryCodes[1] ?? '')).status).toBe(401)
    expect((await secondStep(ticket, recoveryCodes[1] ?? '')).status).toBe(200)

    await person.client.call('auth.turnOffTwoFactor', { body: { proof: person.password } })
    expect((await secondStep(ticket, recoveryCodes[2] ?? '')).status).toBe(401)
    const { email, password } = person
    expect((await call('POST', '/api/auth/sign-in', { body: { email, password } })).json.token).toMatch(/./)
    expect(await mails(email)).toEqual(
      expect.arrayContaining([
        'Your recovery codes were replaced',
        'Two-factor authentication was turned off',
      ]),
    )
  })
})

test('a repeated call answers with the same codes, and the log holds neither them nor the secret', async () => {
  const { token, password, userId } = await parley.signUp()
  const twice = async (path: string, body: object) => {
    const sent = { token, body, headers: { 'idempotency-key': `twice${path}` } }
    const answers = [
      await call('POST', `/api/auth/two-factor${path}`, sent),
      await call('POST', `/api/auth/two-factor${path}`, sent),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.json).toEqual(answers[0]?.json)
    return answers[0]?.json
  }
  const { secret } = await twice('/set-up', { password })
  const { recoveryCodes } = await twice('', { code: appCode(secret) })
  expect(recoveryCodes).toHaveLength(10)
  const log = await parley.platform.regions.get('na')?.engines.eventStore.readStream(`two-factor-${userId}`)
  expect(log?.map(({ type }) => type)).toEqual(['TwoFactorSetUpStarted', 'TwoFactorTurnedOn'])
  const said = log?.map(({ data, metadata }) => `${data}${metadata}`).join() ?? ''
  for (const text of [secret, ...recoveryCodes, recoveryCodes[0].replace('-', '')])
    expect(said).not.toContain(text)
})
