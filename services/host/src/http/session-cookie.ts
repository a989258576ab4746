/** Browsers keep their session in an HttpOnly cookie, out of reach of any script (ruling 5). */
import { SESSION_LIFETIME_MS } from '@parley/identity/session.decider.ts'
import type { Reply } from '@parley/kernel/handler.ts'
import type { Config } from '../config.ts'
import type { AnyHandlers } from './mount.ts'
import { SESSION_COOKIE } from './request-parts.ts'

const signingIn = ['auth.signUp', 'auth.signIn', 'auth.signInWithCode', 'auth.resetPassword']

/** Adds the cookie to the answers that sign in, and takes it away on signing out. */
export function withSessionCookie(handlers: AnyHandlers, config: Config): AnyHandlers {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const cookie = (token: string, seconds: number) =>
    `${SESSION_COOKIE}=${encodeURIComponent(token)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
  const wrapped = { ...handlers }
  for (const name of signingIn) {
    wrapped[name] = async (call) =>
      withHeader(await handlers[name]!(call), (value) => cookie(tokenIn(value), SESSION_LIFETIME_MS / 1000))
  }
  wrapped['auth.signOut'] = async (call) =>
    withHeader(await handlers['auth.signOut']!(call), () => cookie('', 0))
  return wrapped
}

function withHeader(reply: Reply<unknown>, cookieFor: (value: unknown) => string): Reply<unknown> {
  if (!reply.ok || !('value' in reply)) return reply
  return { ...reply, headers: { ...reply.headers, 'set-cookie': cookieFor(reply.value) } }
}

function tokenIn(value: unknown): string {
  return typeof value === 'object' && value !== null && 'token' in value ? String(value.token) : ''
}
