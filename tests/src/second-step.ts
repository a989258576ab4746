/** An authenticator app, and a person who turned two-factor authentication on with it. */
import { codeAt, fromBase32 } from '@parley/identity/totp.ts'
import type { Person } from './test-platform.ts'

export type SecondStep = {
  /** The code that the app shows at present, or `steps` time steps later. */
  code(steps?: number): string
  recoveryCodes: string[]
}

export function appCode(secret: string, steps = 0): string {
  return codeAt(fromBase32(secret), Math.floor(Date.now() / 30_000) + steps)
}

/** Uses up the code of the time step before the present one, so that the present one is still valid. */
export async function turnOnTwoFactor({ client, password }: Person): Promise<SecondStep> {
  const { secret } = await client.call('auth.startTwoFactor', { body: { password } })
  const body = { code: appCode(secret, -1) }
  const { recoveryCodes } = await client.call('auth.turnOnTwoFactor', { body })
  return { code: (steps) => appCode(secret, steps), recoveryCodes }
}
