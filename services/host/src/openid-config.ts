/**
 * The OpenID providers of the environment: `OIDC_<NAME>_ISSUER`, `…_CLIENT_ID`, `…_CLIENT_SECRET` and `…_LABEL`, with any
 * names, and Google by `GOOGLE_CLIENT_ID` and `GOOGLE_CLIENT_SECRET`.
 */
import type { OpenIdProvider } from '@parley/identity/openid/openid-providers.ts'
import { StartUpError } from './start-up-error.ts'

const GOOGLE_ISSUER = 'https://accounts.google.com'
const VARIABLE = /^OIDC_([A-Z0-9]{1,32})_(ISSUER|CLIENT_ID|CLIENT_SECRET|LABEL)$/

/** Throws `StartUpError` naming the variable that is missing or does not fit. */
export function openIdProvidersIn(
  env: Record<string, string | undefined>,
  production: boolean,
): OpenIdProvider[] {
  const names = new Set(Object.keys(env).flatMap((name) => VARIABLE.exec(name)?.[1] ?? []))
  const providers = [...names].sort().map((name): OpenIdProvider => {
    const prefix = `OIDC_${name}`
    const issuer = needed(env, `${prefix}_ISSUER`)
    if (!isIssuer(issuer, production))
      throw new StartUpError(
        `${prefix}_ISSUER="${issuer}" does not fit: expected an address with https, as the provider names itself`,
      )
    const label = env[`${prefix}_LABEL`] ?? name.charAt(0) + name.slice(1).toLowerCase()
    if (label.length > 40)
      throw new StartUpError(`${prefix}_LABEL is too long: expected at most 40 characters`)
    return {
      ...{ name: name.toLowerCase(), label, issuer },
      clientId: needed(env, `${prefix}_CLIENT_ID`),
      clientSecret: needed(env, `${prefix}_CLIENT_SECRET`),
    }
  })
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env
  if (GOOGLE_CLIENT_ID === undefined && GOOGLE_CLIENT_SECRET === undefined) return providers
  const google = {
    ...{ name: 'google', label: 'Google', issuer: GOOGLE_ISSUER },
    clientId: needed(env, 'GOOGLE_CLIENT_ID'),
    clientSecret: needed(env, 'GOOGLE_CLIENT_SECRET'),
  }
  return [google, ...providers.filter(({ name }) => name !== 'google')]
}

function needed(env: Record<string, string | undefined>, name: string): string {
  const value = env[name]
  if (value === undefined) throw new StartUpError(`${name} is missing: its provider needs it`)
  return value
}

/** http is for a provider on this machine, outside production. */
function isIssuer(address: string, production: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol === 'https:') return true
  return !production && protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
