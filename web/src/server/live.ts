import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice } from '@parley/contracts/live/endpoints.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from './client.ts'
import { tellChanges } from './notices.ts'
import { isAmended, keysTouched } from './touched-keys.ts'

const firstWaitMs = 1000
const longestWaitMs = 30_000
/** Notices that come within this time are answered together. */
const gatherMs = 120

/**
 * Looks again at what a change in the workspace touches, as it happens: one connection per page that is in
 * sight. Once connected, and after each break, everything that may have been missed is looked at again.
 */
export function useLiveChanges(region: Region, workspaceId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const address = client.url('live.changes', { params: { region, workspaceId } })
    return stayConnected(address, gathering(queryClient, region))
  }, [queryClient, region, workspaceId])
}

type Told = { changed(notice: ChangeNotice): void; missed(): void; stop(): void }

function stayConnected(address: string, told: Told): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let wait = firstWaitMs

  const connect = () => {
    close()
    source = new EventSource(address)
    source.addEventListener('ready', () => {
      wait = firstWaitMs
      // Also the first time: what the page shows was asked for before it listened.
      told.missed()
    })
    source.addEventListener('change', (event: MessageEvent<string>) => told.changed(JSON.parse(event.data)))
    source.addEventListener('error', () => {
      close()
      again = setTimeout(connect, wait * (0.75 + Math.random() / 2))
      wait = Math.min(wait * 2, longestWaitMs)
    })
  }
  const close = () => {
    clearTimeout(again)
    source?.close()
    source = undefined
  }
  // A browser keeps few connections to a server: pages out of sight leave theirs to others.
  const look = () => {
    if (document.hidden) close()
    else if (!source) connect()
  }
  const online = () => {
    wait = firstWaitMs
    look()
  }

  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', online)
  return () => {
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', online)
    told.stop()
    close()
  }
}

/** Invalidates the queries that notices touch, each once for all notices of a moment. */
function gathering(queryClient: QueryClient, region: Region): Told {
  let keys = new Map<string, readonly unknown[]>()
  let notices: ChangeNotice[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const due = keys
    const told = notices
    keys = new Map()
    notices = []
    for (const queryKey of due.values())
      void queryClient.invalidateQueries({ queryKey, refetchType: isAmended(queryKey) ? 'none' : 'active' })
    tellChanges(told)
  }
  const add = (queryKey: readonly unknown[]) => {
    keys.set(JSON.stringify(queryKey), queryKey)
    timer ??= setTimeout(flush, gatherMs)
  }
  return {
    changed(notice) {
      notices.push(notice)
      keysTouched(region, notice).forEach(add)
    },
    missed() {
      tellChanges('missed')
      void queryClient.invalidateQueries()
    },
    stop: () => clearTimeout(timer),
  }
}
