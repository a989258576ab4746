/** The way to an authorization server and back, which begins and ends in one tab. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { client } from './client.ts'
import { rememberWorkspace } from './workspace-choice.ts'

/** Kept in this tab while the person is at the authorization server. */
const KEY = 'parley_connecting'

/** `page`: path and query to return to. */
type Begun = { region: Region; workspaceId: string; credentialId: string; page: string }

/** Leaves for the authorization server of a credential. */
export async function startConnecting(begun: Begun): Promise<void> {
  const { region, credentialId } = begun
  const { address } = await client.call('credentials.connect', { params: { region, credentialId } })
  sessionStorage.setItem(KEY, JSON.stringify(begun))
  window.location.assign(address)
}

/**
 * Takes the answer of the authorization server out of the address. Returns the page where connecting began, and what ends
 * it; undefined if none began in this tab.
 */
export function takeConnecting(): { page: string; finish(): Promise<void> } | undefined {
  const answer = window.location.search.slice(1)
  const stored = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  if (stored === null) return undefined
  const { region, workspaceId, credentialId, page }: Begun = JSON.parse(stored)
  return {
    page,
    async finish() {
      rememberWorkspace(workspaceId)
      const params = { region, credentialId }
      await client.call('credentials.finishConnecting', { params, body: { answer } })
    },
  }
}
