/** How an organisation signs its people in with an OpenID provider of its own. */
import { z } from 'zod'
import { hostNameIn, longestDomain } from '../agency/domain-names.ts'

export const mostOpenIdDomains = 20

const BAD_ISSUER = 'Please enter the address of the provider, beginning with https://.'
const SHARED_ISSUER =
  'This address is for the accounts of every company. Use the one with the ID of the organization’s own tenant.'
const BAD_DOMAIN = 'Please enter domains such as acme.com.'

export const openIdSettings = z.object({
  /** As the provider names itself. */
  issuer: z
    .string()
    .trim()
    .max(500, BAD_ISSUER)
    .refine(isIssuer, BAD_ISSUER)
    .refine((issuer) => !isShared(issuer), SHARED_ISSUER)
    .meta({ examples: ['https://login.acme.example'] }),
  /** The client ID of this server at the provider. */
  application: z.string().trim().min(1, 'Please enter the client ID.').max(300),
  /** Of e-mail addresses; each belongs to one organisation of an agency. */
  domains: z
    .array(
      z
        .string()
        .max(longestDomain, BAD_DOMAIN)
        .meta({ examples: ['acme.example'] })
        .transform(domainIn)
        .pipe(z.string(BAD_DOMAIN)),
    )
    .min(1, 'Please enter a domain of its e-mail addresses.')
    .max(mostOpenIdDomains, `At most ${mostOpenIdDomains} domains can be entered.`)
    .transform((domains) => [...new Set(domains)]),
  /** Whether somebody who is no client yet becomes one by signing in. */
  createClients: z.boolean(),
  /** Whether its clients sign in neither by password nor by code. */
  onlyOpenId: z.boolean(),
})
export type OpenIdSettings = z.infer<typeof openIdSettings>

/** Shown to nobody after it was set; it can be replaced. */
export const openIdSecret = z.string().trim().min(1, 'Please enter the client secret.').max(1_000)

function domainIn(text: string): string | undefined {
  const host = hostNameIn(text.trim().replace(/^@/, ''))
  return host?.includes('.') ? host : undefined
}

/** http is for a provider on this machine, which is asked only where the operator allows it. */
function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(address)
  if (search || hash || username || password) return false
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

/** Of accounts of any tenant of Microsoft, each of which may give its people any e-mail address. */
function isShared(issuer: string): boolean {
  if (!URL.canParse(issuer)) return false
  const { hostname, pathname } = new URL(issuer)
  return (
    hostname === 'login.microsoftonline.com' &&
    /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(pathname)
  )
}
