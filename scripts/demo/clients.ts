/** The companies that the agency works for and their people: as many clients as the workspace has seats for. */

import { type ClientSettings, client } from '@parley/client/client.decider.ts'
import { clientEmails } from '@parley/client/client-emails.ts'
import { clientSubject } from '@parley/contracts/client/events.ts'
import { type ClientPageHref, defaultClientAccess } from '@parley/contracts/client/pages.ts'
import { hashPassword } from '@parley/identity/credentials.ts'
import { organisation } from '@parley/organisation/organisation.decider.ts'
import { stableId } from './chance.ts'
import type { Past } from './past.ts'
import { agentIdFor, byHand, DAY_MS, done, HOUR_MS, type Stage, type Step } from './stage.ts'

export type ClientsOptions = Stage & {
  directory: Past
  /** Keys the hashes of clients' addresses. */
  clientHashKey: Buffer
  clientSeats: number
  tag: string
  password: string
}

type Organisation = {
  key: string
  business: string
  since: number
  billing?: true
  access?: ClientPageHref[]
}

const organisations: readonly Organisation[] = [
  { key: 'harbour', business: 'harbour-and-pine', since: 40, billing: true },
  { key: 'lindgren', business: 'lindgren-homes', since: 36, access: ['/home', '/leads', '/convos'] },
  { key: 'marlow', business: 'studio-marlow', since: 28 },
  { key: 'elm', business: 'elm-court', since: 20, access: ['/home', '/convos', '/kb'] },
]

const people = [
  { of: 'harbour', name: 'Clara Holm', mailbox: 'clara', after: 1 },
  { of: 'lindgren', name: 'Anders Lindgren', mailbox: 'anders', after: 1 },
  { of: 'marlow', name: 'Jo Marlow', mailbox: 'jo', after: 1 },
  { of: 'elm', name: 'Ruth Adeyemi', mailbox: 'ruth', after: 2 },
  { of: 'harbour', name: 'Ben Okafor', mailbox: 'ben', after: 6 },
  { of: 'lindgren', name: 'Sigrid Lindgren', mailbox: 'sigrid', after: 9 },
] as const

/** How many it takes for all of them. */
export const seatsOfClients = people.length

export function clients(options: ClientsOptions): Step[] {
  const { past, directory, region, workspaceId, businesses, now, clientSeats, tag } = options
  const { handle, load } = past.commands
  const idOf = (key: string) => stableId(workspaceId, 'organisation', key)
  const sinceOf = (key: string) => now - (organisations.find((one) => one.key === key)?.since ?? 1) * DAY_MS
  const businessOf = (key: string) => {
    const wanted = organisations.find((one) => one.key === key)?.business
    const found = businesses.find((business) => business.key === wanted)
    if (!found) throw new Error(`There is no business ${wanted}`)
    return found
  }
  return [
    ...organisations.map(
      (one): Step => ({ at: sinceOf(one.key), kind: 'agency', run: () => createOrganisation(one) }),
    ),
    ...people.slice(0, clientSeats).map((person, nth): Step => {
      const at = sinceOf(person.of) + person.after * DAY_MS + nth * HOUR_MS
      return { at, kind: 'agency', run: () => createClient(person, nth, at) }
    }),
  ]

  function createOrganisation({ key, billing, access }: Organisation) {
    const business = businessOf(key)
    const settings = {
      name: business.name,
      widgetIDs: [agentIdFor(options, business)],
      ...(billing && { allowBilling: true }),
      ...(access && { defaultClientAccess: access }),
    }
    const limit = { most: organisations.length, organisations: 0 }
    const command = { type: 'CreateOrganisation', organisationId: idOf(key), settings, limit } as const
    return done(handle(organisation, idOf(key), command, byHand(options, `organisation/${key}`)))
  }

  async function createClient({ of, name, mailbox }: (typeof people)[number], nth: number, at: number) {
    const clientId = stableId(workspaceId, 'client', mailbox).slice(0, 15)
    if (await load(client, clientId, workspaceId)) return
    const business = businessOf(of)
    const { access } = organisations.find((one) => one.key === of) ?? {}
    const context = { ...byHand(options, `client/${mailbox}`), subject: clientSubject(clientId) }
    const emails = clientEmails({
      region,
      commandsOf: (other?: string) => (other === undefined ? directory : past).commands as never,
      hashKey: options.clientHashKey,
      now: () => at,
    })
    const host = new URL(business.site).host
    const reserved = await emails.reserve(`${mailbox}${tag}@${host}`, clientId, context)
    if (!reserved.ok) throw new Error(reserved.rejection.message)
    const settings: ClientSettings = {
      ...{ orgId: idOf(of), name, squarePhotoURL: '' },
      canAccess: [...(access ?? defaultClientAccess)],
      clientTabOrder: [],
      widgetIDs: [agentIdFor(options, business)],
    }
    const passwordHash = await hashPassword(options.password)
    const limit = { seats: clientSeats, clients: nth }
    const { address } = reserved
    const command = { type: 'CreateClient', clientId, settings, address, passwordHash, limit } as const
    await done(handle(client, clientId, command, context))
  }
}
