/** Begins a view as a client by a link from the product's own host, and opens its dashboard. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { rememberView } from '../../server/client-view.ts'
import { client } from '../client.ts'

export async function openViewOf(token: string, region: Region): Promise<void> {
  const {
    token: _,
    viewer,
    ...view
  } = await client.call('clientAuth.openView', {
    params: { region },
    body: { token },
  })
  const { viewId, secondsLeft } = viewer
  rememberView({ ...view, viewId, endsAt: Date.now() + secondsLeft * 1_000 })
  // In place of this page, so that going back leads to where the link was pressed.
  window.location.replace('/app/')
}
