/**
 * The cookies of a sign-in, HttpOnly and so out of reach of any script (ruling 5): the session, and, with a longer
 * lifetime, a mark that somebody signed in from this device (`known-device.ts`).
 */
import { fastifyCookie } from '@fastify/cookie'
import { AGENCY_ADMIN_SESSION_LIFETIME_MS } from '@parley/client/agency-admin/agency-admin.decider.ts'
import { deviceNameOf } from '@parley/client/sign-in/found-client.ts'
import { DEVICE_LIFETIME_SECONDS, type KnownDevices } from '@parley/identity/known-device.ts'
import { SESSION_LIFETIME_MS } from '@parley/identity/session.decider.ts'
import type { AnyHandlers, Call, Reply } from '@parley/kernel/commands/handler.ts'
import type { Config } from '../config.ts'
import { DEVICE_COOKIE, SESSION_COOKIE, textIn, VIEW_COOKIE } from './request-parts.ts'

const signingIn = [
  'auth.signUp',
  'auth.signIn',
  'auth.signInWithCode',
  'auth.resetPassword',
  'auth.passSecondStep',
  'auth.signInWithPasskey',
  'auth.finishOpenId',
  'clientAuth.signIn',
  'clientAuth.finishOpenId',
]

/** Sets the cookies on the answers of calls that sign in, and removes the session's on signing out. */
export function withSignInCookies(
  handlers: AnyHandlers,
  devices: KnownDevices,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): AnyHandlers {
  const secure = publicUrl.startsWith('https:')
  const cookie = (name: string, path: string, value: string, maxAge: number) =>
    fastifyCookie.serialize(name, value, { path, maxAge, httpOnly: true, sameSite: 'lax', secure })
  const session = (token: string, seconds: number) => cookie(SESSION_COOKIE, '/', token, seconds)
  // The path limits the cookie to the calls that read it.
  const device = (value: string) => cookie(DEVICE_COOKIE, '/api/auth', value, DEVICE_LIFETIME_SECONDS)
  const wrapped = { ...handlers }
  for (const name of signingIn) {
    wrapped[name] = async (call: Call) =>
      withCookies(await handlers[name]!(call as never), (value) => {
        const { user, clientData } = Object(value)
        const account = clientData ? deviceNameOf(clientData.email) : (user?.email ?? '')
        const token = textIn(value, 'token')
        // A sign-in that still needs its second step has no session.
        if (token === undefined) return []
        return [
          session(token, SESSION_LIFETIME_MS / 1000),
          device(devices.remember(call.request.device, account)),
        ]
      })
  }
  const { 'clientAuth.signInWithSecret': enter } = handlers
  if (enter)
    wrapped['clientAuth.signInWithSecret'] = async (call: Call) =>
      withCookies(await enter(call as never), (value) => [
        session(textIn(value, 'token') ?? '', AGENCY_ADMIN_SESSION_LIFETIME_MS / 1000),
      ])
  for (const name of ['auth.signOut', 'auth.deleteAccount', 'clientAuth.signOut'])
    wrapped[name] = async (call: Call) =>
      withCookies(await handlers[name]!(call as never), () => [session('', 0)])
  return wrapped
}

/** Sets the cookie of a view as a client for as long as it lasts, and removes it on leaving. */
export function withViewCookies(
  handlers: AnyHandlers,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): AnyHandlers {
  const secure = publicUrl.startsWith('https:')
  const view = (token: string, maxAge: number) =>
    fastifyCookie.serialize(VIEW_COOKIE, token, {
      ...{ path: '/api', maxAge, httpOnly: true, sameSite: 'lax', secure },
    })
  const wrapped = { ...handlers }
  for (const name of ['clients.viewAs', 'clientAuth.openView']) {
    const begin = handlers[name]
    if (!begin) continue
    wrapped[name] = async (call: Call) =>
      withCookies(await begin(call as never), (value) => {
        const { secondsLeft } = Object(value).viewer
        return [view(textIn(value, 'token') ?? '', secondsLeft)]
      })
  }
  const { 'clientAuth.leaveView': leave } = handlers
  if (leave)
    wrapped['clientAuth.leaveView'] = async (call: Call) =>
      withCookies(await leave(call as never), () => [view('', 0)])
  return wrapped
}

function withCookies(reply: Reply<unknown>, cookiesFor: (value: unknown) => string[]): Reply<unknown> {
  if (!reply.ok || !('value' in reply)) return reply
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookiesFor(reply.value) } }
}
