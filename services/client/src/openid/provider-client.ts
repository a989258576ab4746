/**
 * The client that a proven person of an organisation's provider is: the one that signed in with the same account before, else
 * the one of the organisation that has the address, else a new one where the organisation wants that.
 */

import { createHmac } from 'node:crypto'
import {
  CLIENT_ID_LENGTH,
  GENERATED_PASSWORD_LENGTH,
  leastClientAccess,
} from '@parley/contracts/client/pages.ts'
import type { Language } from '@parley/contracts/languages.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import { client } from '../client.decider.ts'
import type { ClientEmails } from '../client-emails.ts'
import { type CreateClientDeps, createClient } from '../create-client.ts'
import { liveClient } from '../live-client.ts'
import { contextOf } from '../sign-in/client-sessions.ts'
import type { FindClient, FoundClient } from '../sign-in/found-client.ts'
import { clientSubjectOf } from './client-subject.decider.ts'
import type { ProvenPerson } from './provider-person.ts'

/** What new clients of an organisation get; undefined if it is not live. */
export type FindNewClientDefaults = (
  tenant: string,
  organisationId: string,
) => Promise<
  | {
      canAccess: readonly string[]
      clientTabOrder: readonly string[]
      widgetIDs: readonly string[]
      preferredLanguage: Language
    }
  | undefined
>

export type ProviderClientDeps = CreateClientDeps & {
  commands: Pick<CommandHandler, 'handle' | 'load' | 'refresh'>
  emails: ClientEmails
  findClient: FindClient
  newClientDefaults: FindNewClientDefaults
  agentExists(tenant: string, agentId: string): Promise<boolean>
  /** 32 bytes derived from the master key. */
  hashKey: Buffer
}

/** An organisation of an agency, with its provider. */
export type AtProvider = {
  agencyId: string
  organisationId: string
  issuer: string
  application: string
  createClients: boolean
}

type Refused = { ok: false; rejection: Rejection }

/** The same for an address that nobody has, one of another organisation's client, and one of another agency's. */
export const noSuchClient = refuse(
  'no-such-client',
  'There is no account for you here. Please ask your organization’s contact for access.',
)
const anothers = refuse(
  'no-such-client',
  'This email address belongs to another account of your organization. Please ask your organization’s contact.',
)
/** How many clients an agency may have is no business of theirs. */
const noSeats = refuse(
  'no-client-seats',
  'No account can be created for you at the moment. Please ask your organization’s contact.',
)

export async function clientOfPerson(
  deps: ProviderClientDeps,
  at: AtProvider,
  person: ProvenPerson,
  by: { context: CommandContext; preferredLanguage?: Language | undefined },
): Promise<({ ok: true } & FoundClient) | Refused> {
  const { commands } = deps
  const { agencyId, organisationId } = at
  const providerHash = hashOf(agencyId, at.issuer, at.application)
  const subjectHash = hashOf(agencyId, at.issuer, at.application, person.subject)
  await commands.refresh(clientSubjectOf.category, subjectHash)
  const linkedTo = (await commands.load(clientSubjectOf, subjectHash, agencyId))?.state?.clientId
  const linked = linkedTo === undefined ? undefined : await liveClient(commands, agencyId, linkedTo)
  if (linkedTo !== undefined && linked?.openId?.subjectHash === subjectHash)
    return linked.orgId === organisationId ? { ok: true, clientId: linkedTo, client: linked } : noSuchClient

  const found = await deps.findClient(agencyId, person.email)
  if (found && found.client.orgId !== organisationId) return noSuchClient
  const known = found?.client.openId
  if (known?.providerHash === providerHash && known.subjectHash !== subjectHash) return anothers
  if (found) return link(found.clientId, true)
  if (!at.createClients) return noSuchClient
  const created = await create()
  return created.ok ? link(created.clientId, false) : created

  /** `isKnown`: whether somebody may have its password, who was not proven to have the address. */
  async function link(clientId: string, isKnown: boolean): Promise<({ ok: true } & FoundClient) | Refused> {
    // Another command than the one that creates the client.
    const context = contextOf(atStep(by.context, 'link'), agencyId, clientId)
    const place = await commands.handle(
      clientSubjectOf,
      subjectHash,
      { type: 'LinkClientSubject', clientId, ...(linkedTo !== undefined && { instead: linkedTo }) },
      context,
    )
    if (!place.ok) return place
    const passwordHash = isKnown ? await deps.hashPassword(unknownPassword()) : undefined
    const command = { type: 'LinkClientOpenId', clientId, providerHash, subjectHash } as const
    const handled = await commands.handle(
      client,
      clientId,
      { ...command, ...(passwordHash !== undefined && { passwordHash }) },
      context,
    )
    if (!handled.ok) {
      const { code } = handled.rejection
      return code === 'email-of-another' ? anothers : code === 'not-found' ? noSuchClient : handled
    }
    return handled.state.status === 'live'
      ? { ok: true, clientId, client: handled.state.client }
      : noSuchClient
  }

  async function create(): Promise<{ ok: true; clientId: string } | Refused> {
    // Of the person, so that one is created however often; whom the agency deleted is not created again.
    const clientId = derivedId(CLIENT_ID_LENGTH, agencyId, 'openid', subjectHash)
    const defaults = await deps.newClientDefaults(agencyId, organisationId)
    if (!defaults) return noSuchClient
    const agents = await Promise.all(defaults.widgetIDs.map((id) => deps.agentExists(agencyId, id)))
    const { displayName: name, email } = person
    const canAccess = defaults.canAccess.length > 0 ? defaults.canAccess : leastClientAccess
    const created = await createClient(
      deps,
      {
        ...{ clientId, email, dashboardPassword: unknownPassword() },
        settings: {
          ...{ orgId: organisationId, name, squarePhotoURL: '' },
          canAccess: [...canAccess],
          clientTabOrder: [...defaults.clientTabOrder],
          widgetIDs: defaults.widgetIDs.filter((_, nth) => agents[nth]),
          preferredLanguage: by.preferredLanguage ?? defaults.preferredLanguage,
        },
      },
      { ...contextOf(by.context, agencyId, clientId), tenant: agencyId },
    )
    if (created.ok) return { ok: true, clientId }
    const { code } = created.rejection
    if (code === 'no-client-seats') return noSeats
    // Of a client of another agency, of whom nobody is told.
    return code === 'email-in-use' ? noSuchClient : created
  }

  function hashOf(...parts: string[]): string {
    return createHmac('sha256', deps.hashKey).update(JSON.stringify(parts)).digest('hex').slice(0, 40)
  }
}

const unknownPassword = () => randomText(GENERATED_PASSWORD_LENGTH)
