/** The way to an authorization server and back, which begins and ends in one tab. */
import type { MetaFound } from '@parley/contracts/channel/meta-endpoints.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { client } from './client.ts'
import { rememberWorkspace } from './workspace-choice.ts'

/** Kept in this tab while the person is at the authorization server. */
const KEY = 'parley_connecting'

/** `page`: path and query to return to. */
type Begun = { region: Region; workspaceId: string; page: string } & (
  | { credentialId: string }
  /** At Meta, for an agent's channels of a kind. */
  | { agentId: string; kind: MetaKind }
)
export type MetaKind = 'whatsapp' | 'messenger' | 'instagram'

/** Where what Meta found is kept until the person has chosen, in this tab alone. */
export const metaFoundKey = ({
  region,
  agentId,
  kind,
}: {
  region: Region
  agentId: string
  kind: MetaKind
}) => ['meta-found', region, agentId, kind] as const

/** Leaves for the authorization server of a credential, or for Meta. */
export async function startConnecting(begun: Begun): Promise<void> {
  const { address } = await addressFor(begun)
  sessionStorage.setItem(KEY, JSON.stringify(begun))
  window.location.assign(address)
}

function addressFor(begun: Begun): Promise<{ address: string }> {
  const { region } = begun
  if ('credentialId' in begun)
    return client.call('credentials.connect', { params: { region, credentialId: begun.credentialId } })
  const { agentId, kind } = begun
  return client.call('channels.startMeta', { params: { region, agentId }, body: { kind } })
}

/** What came of it. `found`: at Meta, with where it is kept. */
type Ended = { found?: { key: ReturnType<typeof metaFoundKey>; data: MetaFound } }

/**
 * Takes the answer of the authorization server out of the address. Returns the page where connecting began, and what ends
 * it; undefined if none began in this tab.
 */
export function takeConnecting(): { page: string; isMeta: boolean; finish(): Promise<Ended> } | undefined {
  const answer = window.location.search.slice(1)
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  if (stored === null) return undefined
  const begun: Begun = JSON.parse(stored)
  const { region, workspaceId, page } = begun
  return {
    ...{ page, isMeta: 'kind' in begun },
    async finish() {
      rememberWorkspace(workspaceId)
      if ('credentialId' in begun) {
        const params = { region, credentialId: begun.credentialId }
        await client.call('credentials.finishConnecting', { params, body: { answer } })
        return {}
      }
      const params = { region, agentId: begun.agentId }
      const data = await client.call('channels.finishMeta', { params, body: { answer } })
      return { found: { key: metaFoundKey(begun), data } }
    },
  }
}
