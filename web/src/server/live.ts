import type { Region } from '@parley/contracts/endpoint.ts'
import type { ChangeNotice, LiveReady } from '@parley/contracts/live/endpoints.ts'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { client } from './client.ts'
import { look, onReachedAgain } from './connection.ts'
import { tellChanges } from './notices.ts'
import { sessionQuery } from './queries.ts'
import { seenSince } from './seen.ts'
import { isAmended, isTouched } from './touched.ts'

const firstWaitMs = 1000
const longestWaitMs = 30_000
/** Notices within this time are processed together. */
const gatherMs = 120

/** The last received position of the live stream, per workspace. */
const told = new Map<string, number>()

/**
 * Invalidates queries when the workspace changes. Keeps one connection per visible page. The stream starts at the
 * position of the page's first response and resumes after the last received position, so that no change is missed and
 * nothing is refetched without need.
 */
export function useLiveChanges(region: Region, workspaceId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const { changed, missed, stop } = gathering(queryClient, region)
    const place = `${region}/${workspaceId}`
    const params = { region, workspaceId }
    const leave = stayConnected({
      address: () =>
        client.url('live.changes', { params, query: { after: told.get(place) ?? seenSince(region) } }),
      changed(notice) {
        told.set(place, notice.position)
        changed(notice)
      },
      ended: () => void queryClient.invalidateQueries(sessionQuery()),
      ready(ready) {
        told.set(place, ready.position)
        if (ready.missed) missed()
      },
    })
    return () => {
      leave()
      stop()
    }
  }, [queryClient, region, workspaceId])
}

type Stream = {
  address(): string
  /** Called when the server ended the stream: the person may have lost their access. */
  ended(): void
  changed(notice: ChangeNotice): void
  ready(ready: LiveReady): void
}

function stayConnected(stream: Stream): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let wait = firstWaitMs
  let left = false

  const connect = () => {
    close()
    source = new EventSource(stream.address())
    source.addEventListener('ready', (event: MessageEvent<string>) => {
      wait = firstWaitMs
      stream.ready(JSON.parse(event.data))
    })
    source.addEventListener('change', (event: MessageEvent<string>) => stream.changed(JSON.parse(event.data)))
    source.addEventListener('error', () => {
      close()
      void connectAgain()
    })
  }
  /**
   * Reconnects after a delay if the server is available but ended the stream, else as soon as it can be reached again.
   */
  const connectAgain = async () => {
    if (!(await look()) || left) return
    stream.ended()
    clearTimeout(again)
    again = setTimeout(connectInSight, wait * (0.75 + Math.random() / 2))
    wait = Math.min(wait * 2, longestWaitMs)
  }
  const close = () => {
    clearTimeout(again)
    source?.close()
    source = undefined
  }
  // Browsers limit the connections per server, so hidden pages close theirs.
  const connectInSight = () => {
    if (document.hidden) close()
    else if (!source) connect()
  }

  connectInSight()
  document.addEventListener('visibilitychange', connectInSight)
  const leave = onReachedAgain(() => {
    wait = firstWaitMs
    connectInSight()
  })
  return () => {
    document.removeEventListener('visibilitychange', connectInSight)
    leave()
    left = true
    close()
  }
}

/** Invalidates the queries that the notices affect, once per query for all notices within `gatherMs`. */
function gathering(queryClient: QueryClient, region: Region) {
  let notices: ChangeNotice[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    const gathered = notices
    notices = []
    const touched = (query: Query) => gathered.some((notice) => isTouched(query, region, notice))
    lookAgainOnceLoaded(queryClient, touched)
    void queryClient.invalidateQueries({ predicate: touched, refetchType: 'none' })
    void queryClient.refetchQueries({
      type: 'active',
      predicate: (query) => touched(query) && !isAmended(query),
    })
    tellChanges(gathered)
  }
  return {
    changed(notice: ChangeNotice) {
      notices.push(notice)
      timer ??= setTimeout(flush, gatherMs)
    },
    missed() {
      tellChanges('missed')
      lookAgainOnceLoaded(queryClient)
      void queryClient.invalidateQueries()
    },
    /** Processes the pending notices now, because the next stream starts after them. */
    stop() {
      clearTimeout(timer)
      flush()
    },
  }
}

/**
 * A first fetch that is in progress may have read before the change, and invalidating does not restart it. Such queries
 * are invalidated once they have loaded.
 */
function lookAgainOnceLoaded(
  queryClient: QueryClient,
  touched: (query: Query) => boolean = () => true,
): void {
  const loading = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && touched(query),
  })
  for (const { promise, queryKey } of loading) {
    const again = () => queryClient.invalidateQueries({ queryKey, exact: true })
    void promise?.then(again, () => undefined)
  }
}
