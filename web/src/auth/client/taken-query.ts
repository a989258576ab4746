/** What an address brought to sign a client in with (part 2 §2.5). */
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { client } from '../client.ts'

export type TakenQuery =
  | { view: string }
  | { token: string }
  | { secret: string }
  | { username: string; password: string }

export type SignInQuery = Exclude<TakenQuery, { view: string }>

declare global {
  interface Window {
    takenQuery?: { view?: string; token?: string; secret?: string; username?: string; password?: string }
  }
}

/** What `public/assets/taken-query-3.js` took out of the address; it is nowhere else afterwards. */
export const takenQuery = take()

function take(): TakenQuery | undefined {
  const { view, token, secret, username, password } = window.takenQuery ?? {}
  delete window.takenQuery
  if (view) return { view }
  if (token) return { token }
  if (secret) return { secret }
  return username && password ? { username, password } : undefined
}

/** What signs in, once a token was exchanged for it: that signs nobody in yet. */
export type Credentials = { secret: string } | { email: string; password: string }

/** The name of who is signed in in this browser, a member of a team or a client, if the link would sign in somebody else. */
export async function whoIsReplacedBy(credentials: Credentials): Promise<string | undefined> {
  const [member, session] = await Promise.all([
    client.call('auth.session', {}).catch(() => undefined),
    client.call('clientAuth.refresh', { body: {} }).catch(() => undefined),
  ])
  if (member) return member.user.displayName
  if (!session) return undefined
  const { name, email } = session.clientData
  const isSame = 'email' in credentials && credentials.email.toLowerCase() === email.toLowerCase()
  return isSame ? undefined : name || email
}

export async function credentialsOf(
  taken: SignInQuery,
  { agencyId, region }: AgencyBrand,
): Promise<Credentials> {
  if ('secret' in taken) return taken
  if ('username' in taken) return { email: taken.username.trim(), password: taken.password }
  const body = { token: taken.token, agencyId }
  const { clientData } = await client.call('rpc.validateClientLoginToken', { params: { region }, body })
  return { email: clientData.email, password: clientData.dashboardPassword }
}

export async function signInWith(credentials: Credentials, { agencyId }: AgencyBrand): Promise<void> {
  if ('secret' in credentials)
    await client.call('clientAuth.signInWithSecret', { body: { secret: credentials.secret, agencyId } })
  else await client.call('clientAuth.signIn', { body: { ...credentials, agencyId } })
}
