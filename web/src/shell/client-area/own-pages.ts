/** Which addresses of the dashboard a client may open, and where it is led from any other. */
import type { SignedInClient } from '../../server/client-session.ts'
import { agentQuery } from '../../server/queries.ts'
import { queryClient } from '../../server/query-client.ts'
import { entriesOf, firstAddress, onboardingAddress } from './client-pages.ts'

/** Where a client without a page is: its dashboard says why. */
const nowhere = '/app'

/** The address to go to instead; undefined for one that the client may open. */
export async function addressInstead(
  { session }: SignedInClient,
  pathname: string,
): Promise<string | undefined> {
  const path = pathname.replace(/\/$/, '')
  const due = session && onboardingAddress(session)
  if (due !== undefined) return path === due ? undefined : due
  const first = session && firstAddress(session)
  if (!session || first === undefined) return path === nowhere ? undefined : nowhere
  const { region, clientData, agencyAdmin } = session
  const [, ofRegion, agentId = '', subpage = ''] =
    /^\/app\/(\w+)\/agents\/([\w-]+)(?:\/(.*))?$/.exec(path) ?? []
  // The agency's admin has those too that were created since.
  const isOwn = agencyAdmin ? agentId !== '' : clientData.widgetIDs.includes(agentId)
  if (ofRegion !== region || !isOwn) return first
  const agent = await queryClient.ensureQueryData(agentQuery({ region, agentId })).catch(() => undefined)
  const own = entriesOf(session, agent).map((entry) => entry.subpage)
  if (own.includes(subpage)) return undefined
  // Part 2 §2.5: 'overview' stands for home, and another agent opens at the first page.
  const page = subpage === 'overview' && own.includes('home') ? 'home' : own[0]
  return page === undefined ? nowhere : `/app/${region}/agents/${agentId}/${page}`
}

export { namesPage } from './client-pages.ts'
