import { createMemoryHistory } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Dashboard } from '../dashboard.tsx'
import { router } from '../router.tsx'
import { rememberClient } from '../server/client-memory.ts'
import { sessionQuery } from '../server/queries.ts'
import { queryClient } from '../server/query-client.ts'
import { agentId, client } from './made-up.ts'
import type { Previewed, PreviewedPage } from './messages.ts'

/** The dashboard of a client. `onPage`: told where its own links led. */
export function DashboardScreen(props: { previewed: Previewed; onPage: (page: PreviewedPage) => void }) {
  const { previewed, onPage } = props
  const address = addressOf(previewed)
  const begun = useRef(false)
  if (!begun.current) begin(previewed, address)
  begun.current = true
  const told = useRef(onPage)
  useLayoutEffect(() => {
    told.current = onPage
  })
  useEffect(() => {
    const look = () => {
      const page = pageAt(router.state.location.pathname)
      if (page !== undefined) told.current(page)
    }
    if (router.state.status === 'idle') look()
    return router.subscribe('onResolved', look)
  }, [])
  const before = useRef(previewed)
  useEffect(() => {
    if (before.current === previewed) return
    const { page } = before.current
    before.current = previewed
    void showAgain(page === previewed.page ? undefined : address)
  }, [previewed, address])
  return <Dashboard />
}

function begin({ brand }: Previewed, address: string): void {
  const { agencyId, region } = brand
  rememberClient({ isClient: true, clientId: client.ID, agencyId, region })
  queryClient.clear()
  // The address of the frame stays what it is.
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) })
}

/** With the newest settings; `address`: where to go. */
async function showAgain(address: string | undefined): Promise<void> {
  await queryClient.fetchQuery({ ...sessionQuery(), staleTime: 0 })
  await queryClient.invalidateQueries({ queryKey: ['client-tab'] })
  if (address === undefined) await router.invalidate()
  else await router.navigate({ href: address })
}

function addressOf({ brand: { region }, page }: Previewed): string {
  return page === 'onboarding' ? `/app/${region}/client/onboarding` : `/app/${region}/agents/${agentId}/${page}`
}

function pageAt(pathname: string): PreviewedPage | undefined {
  if (pathname.endsWith('/client/onboarding')) return 'onboarding'
  return /\/agents\/[\w-]+\/(.+?)\/?$/.exec(pathname)?.[1]
}
