/** What an address brought to sign a client in with (part 2 §2.5). */
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'
import { client } from '../client.ts'

export type TakenQuery = { token: string } | { username: string; password: string }

declare global {
  interface Window {
    takenQuery?: { token?: string; username?: string; password?: string }
  }
}

/** What `public/assets/taken-query-1.js` took out of the address; it is nowhere else afterwards. */
export const takenQuery = take()

function take(): TakenQuery | undefined {
  const { token, username, password } = window.takenQuery ?? {}
  delete window.takenQuery
  if (token) return { token }
  return username && password ? { username, password } : undefined
}

export async function signInWith(taken: TakenQuery, { agencyId, region }: AgencyBrand): Promise<void> {
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
