/**
 * The OpenID providers of an agency's organisations. Stream `organisationopenid-<agencyId>`: all of an agency are in one, so
 * that a domain of e-mail addresses belongs to one organisation.
 */
import { isDeepStrictEqual } from 'node:util'
import {
  type OrganisationOpenIdEvent,
  organisationOpenIdEvents,
} from '@parley/contracts/organisation/openid-events.ts'
import type { OpenIdSettings } from '@parley/contracts/organisation/openid-settings.ts'
import { type Aggregate, accept, refuse } from '@parley/kernel/commands/decider.ts'

export type OrganisationOpenId = OpenIdSettings & { secret: string }

/** By organisation. */
export type OrganisationOpenIds = Readonly<Record<string, OrganisationOpenId>>

export type OrganisationOpenIdCommand =
  /** Without a secret, the former one stays. */
  | { type: 'SaveOrganisationOpenId'; organisationId: string; settings: OpenIdSettings; secret?: string }
  | { type: 'RemoveOrganisationOpenId'; organisationId: string }

const noSecret = refuse('invalid-input', 'Please enter the client secret.', 'secret')
const anotherSecret = refuse(
  'invalid-input',
  'Please enter the client secret again: it is not sent to another issuer or with another client ID.',
  'secret',
)

/** Refuses with `domain-taken` and `invalid-input`. */
export const organisationOpenId: Aggregate<
  OrganisationOpenIds,
  OrganisationOpenIdCommand,
  OrganisationOpenIdEvent
> = {
  category: 'organisationopenid',
  events: organisationOpenIdEvents,
  decider: {
    initialState: {},
    evolve(state, { type, data: { organisationId, ...data } }) {
      const { [organisationId]: before, ...others } = state
      if (type === 'OrganisationOpenIdRemoved') return others
      const { secret = before?.secret ?? '', ...settings } = data as Saved
      return { ...others, [organisationId]: { ...settings, secret } }
    },
    decide(command, state) {
      const { organisationId } = command
      const before = state[organisationId]
      if (command.type === 'RemoveOrganisationOpenId')
        return before ? accept({ type: 'OrganisationOpenIdRemoved', data: { organisationId } }) : accept()
      const { settings, secret } = command
      const taken = settings.domains.find((domain) => {
        const holder = organisationOfDomain(state, domain)
        return holder !== undefined && holder !== organisationId
      })
      if (taken !== undefined)
        return refuse('domain-taken', `${taken} belongs to another organization.`, 'domains')
      if (secret === undefined) {
        if (!before) return noSecret
        const { issuer, application } = settings
        if (issuer !== before.issuer || application !== before.application) return anotherSecret
      }
      const after = { ...settings, secret: secret ?? before?.secret }
      if (before && isDeepStrictEqual(after, before)) return accept()
      const data = { organisationId, ...settings, ...(secret !== undefined && { secret }) }
      return accept({ type: 'OrganisationOpenIdSaved', data })
    },
  },
}

type Saved = Omit<
  Extract<OrganisationOpenIdEvent, { type: 'OrganisationOpenIdSaved' }>['data'],
  'organisationId'
>

export function organisationOfDomain(state: OrganisationOpenIds, domain: string): string | undefined {
  return Object.keys(state).find((organisationId) => state[organisationId]?.domains.includes(domain))
}
