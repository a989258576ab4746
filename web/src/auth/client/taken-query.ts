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

/** The name of the member of a team who is signed in in this browser, whose session a link would replace. */
export async function memberSignedIn(): Promise<string | undefined> {
  try {
    return (await client.call('auth.session', {})).user.displayName
  } catch {
    return undefined
  }
}

export async function signInWith(taken: SignInQuery, { agencyId, region }: AgencyBrand): Promise<void> {
  if ('secret' in taken) {
    await client.call('clientAuth.signInWithSecret', { body: { secret: taken.secret, agencyId } })
    return
  }
  const { email, password } =
    'token' in taken
      ? await passwordFor(taken.token)
      : { email: taken.username.trim(), password: taken.password }
  await client.call('clientAuth.signIn', { body: { email, password, agencyId } })

  async function passwordFor(token: string) {
    const body = { token, agencyId }
    const { clientData } = await client.call('rpc.validateClientLoginToken', { params: { region }, body })
    return { email: clientData.email, password: clientData.dashboardPassword }
  }
}
