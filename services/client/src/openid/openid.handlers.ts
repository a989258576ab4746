/** How clients sign in with the OpenID provider of their organisation, at the address of their agency. */
import { openIdReturnPath } from '@parley/contracts/client/openid-address.ts'
import type { clientOpenIdEndpoints } from '@parley/contracts/client/openid-endpoints.ts'
import type { OpenIdSettings } from '@parley/contracts/organisation/openid-settings.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { createTokenSigner } from '@parley/kernel/sealing/signed-token.ts'
import { z } from 'zod'
import { accessDisabled } from '../sign-in/client-access.ts'
import type { AgencyOf } from '../sign-in/sign-in.handlers.ts'
import { clientOfPerson } from './provider-client.ts'
import { domainOf, type NotProven, personProven } from './provider-person.ts'

/** The provider of an organisation, as its agency set it up. */
export type FoundOpenId = OpenIdSettings & { organisationId: string; secret: string }
export type FindOpenId = (tenant: string, organisationIdOrDomain: string) => Promise<FoundOpenId | undefined>

type Reason = 'cancelled' | 'refused' | 'untrusted' | 'unavailable'
type At = { issuer: string; clientId: string; clientSecret: string }
export type OpenIdFlow = {
  start(
    at: At,
    by: { returnAddress: string; email?: string },
  ): Promise<{ ok: true; address: string; id: string } | { ok: false; reason: Reason }>
  finish(
    at: At,
    by: { returnAddress: string; id: string; answer: string },
  ): Promise<{ ok: true; claims: Record<string, unknown> } | { ok: false; reason: Reason }>
}

export type OpenIdHandlerDeps = {
  masterKey: Buffer
  publicUrl: string
  limits: {
    openIdTried(call: Pick<Call, 'request'>): Promise<{ ok: false; rejection: Rejection } | undefined>
    brandAsked(call: Pick<Call, 'request'>): Promise<{ ok: false; rejection: Rejection } | undefined>
  }
  agencyOf: AgencyOf
  flow: OpenIdFlow
}

const TICKET_LIFETIME_SECONDS = 600

/** `address`: where it began, and only there it ends. */
const ticketClaims = z.object({
  ...{ agencyId: z.string(), organisationId: z.string(), address: z.string(), id: z.string() },
})

const notOffered = refuse('not-found', 'This way to sign in is not offered here.')
const expired = refuse(
  'sign-in-expired',
  'This sign-in took too long or was started in another tab. Please try again.',
)

/** With no name in them, so that they can be told in the client's language. */
const failures: Record<Reason, ReturnType<typeof refuse>> = {
  cancelled: refuse('denied', 'You cancelled signing in with your organization.'),
  refused: refuse('provider-refused', 'Your organization did not sign you in. Please try again.'),
  untrusted: refuse(
    'provider-refused',
    'The answer of your organization’s sign-in can’t be trusted. Please try again.',
  ),
  unavailable: refuse(
    'provider-unavailable',
    'Your organization’s sign-in can’t be reached at the moment. Please try again later.',
  ),
}
const notProven: Record<NotProven, ReturnType<typeof refuse>> = {
  'email-not-verified': refuse(
    'email-not-verified',
    'Your organization has not confirmed your email address. Please ask your organization’s contact.',
  ),
  'wrong-domain': refuse(
    'wrong-domain',
    'This account has an email address of another organization. Please choose the right account.',
  ),
}

export function clientOpenIdHandlers(deps: OpenIdHandlerDeps): Handlers<typeof clientOpenIdEndpoints> {
  const { masterKey, limits, agencyOf, flow } = deps
  const tickets = createTokenSigner({
    ...{ masterKey, purpose: 'client openid sign-in', prefix: 'co1.' },
    lifetimeSeconds: TICKET_LIFETIME_SECONDS,
    read: (said) => ticketClaims.safeParse(said).data,
  })
  const addressAsked = ({ request: { agencyHost } }: Pick<Call, 'request'>) =>
    agencyHost ? `https://${agencyHost.domain}` : deps.publicUrl

  return {
    async 'clientAuth.openIdOfDomain'(call) {
      const { agency: agencyId, domain } = call.query
      const tooMany = await limits.brandAsked(call)
      if (tooMany) return tooMany
      const agency = await agencyOf(agencyId, call)
      const found = await agency?.in.openIdOfDomain(agencyId, domain.toLowerCase())
      const organisation = found && (await agency?.in.organisationOf(agencyId, found.organisationId))
      if (!found || !organisation) return reply({})
      return reply({ organisation: { name: organisation.name, onlyOpenId: found.onlyOpenId } })
    },

    async 'clientAuth.startOpenId'(call) {
      const { agencyId, email } = call.body
      const tooMany = await limits.openIdTried(call)
      if (tooMany) return tooMany
      const agency = await agencyOf(agencyId, call)
      const found = await agency?.in.openIdOfDomain(agencyId, domainOf(email) ?? '')
      if (!agency || !found) return notOffered
      const { organisationId } = found
      if (!(await agency.in.organisationOf(agencyId, organisationId))) return notOffered
      // The provider knows one address of the agency.
      const address = await agency.in.addressOf(agencyId)
      if (address !== addressAsked(call)) return reply({ page: `${address}/client/login` })
      const started = await flow.start(at(found), { returnAddress: address + openIdReturnPath, email })
      if (!started.ok) return failures[started.reason]
      const ticket = tickets.issue({ agencyId, organisationId, address, id: started.id })
      return reply({ address: started.address, ticket })
    },

    async 'clientAuth.finishOpenId'(call) {
      const { ticket, answer, preferredLanguage } = call.body
      const tooMany = await limits.openIdTried(call)
      if (tooMany) return tooMany
      const claims = tickets.verify(ticket)
      if (!claims || claims.address !== addressAsked(call)) return expired
      const { agencyId, organisationId, address, id } = claims
      const agency = await agencyOf(agencyId, call)
      const found = await agency?.in.openIdOf(agencyId, organisationId)
      if (!agency || !found) return notOffered
      const by = { returnAddress: address + openIdReturnPath, id, answer }
      const finished = await flow.finish(at(found), by)
      if (!finished.ok) return failures[finished.reason]
      const person = personProven(finished.claims, found)
      if (typeof person === 'string') return notProven[person]
      const organisation = await agency.in.organisationOf(agencyId, organisationId)
      if (!organisation) return notOffered
      const disabled = accessDisabled(organisation)
      if (disabled) return disabled
      const { context } = call
      const provider = { ...found, agencyId }
      const who = await clientOfPerson(agency.in.creating, provider, person, { context, preferredLanguage })
      if (!who.ok) return who
      // Of this sign-in, so that its answer begins one session, whatever the provider does with it.
      const sessionId = derivedId(20, agencyId, 'openid sign-in', id).toLowerCase()
      const started = await agency.in.sessions.start(
        { tenant: agencyId, ...who, accessDisabled: organisation.accessDisabled },
        { method: 'openid', sessionId, host: call.request.agencyHost?.domain },
        call,
      )
      if (!started.ok) return started.rejection.code === 'conflict' ? failures.untrusted : started
      const { token, position } = started
      const { clientId, client } = who
      const { region } = agency.brand
      const claimed = { isClient: true as const, clientId, agencyId, region }
      return reply({ ...claimed, token, clientData: { email: client.email } }, position)
    },
  }
}

const at = ({ issuer, application, secret }: FoundOpenId): At => ({
  ...{ issuer, clientId: application, clientSecret: secret },
})
