/**
 * Tracks whether the server can be reached. While it cannot, queries are paused (`onlineManager`) and the server is
 * polled with backoff; queries resume when it answers.
 */
import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const firstWaitMs = 1000
const longestWaitMs = 10_000
const answersWithinMs = 5000

let wait = firstWaitMs
let again: ReturnType<typeof setTimeout> | undefined
let looking: Promise<boolean> | undefined

onlineManager.setEventListener(() => {
  const lookNow = () => void look()
  window.addEventListener('offline', lose)
  window.addEventListener('online', lookNow)
  return () => {
    window.removeEventListener('offline', lose)
    window.removeEventListener('online', lookNow)
  }
})

export function useReachable(): boolean {
  return useSyncExternalStore(onlineManager.subscribe.bind(onlineManager), () => onlineManager.isOnline())
}

/** Calls back when the server can be reached again. */
export function onReachedAgain(listener: () => void): () => void {
  return onlineManager.subscribe((reachable) => reachable && listener())
}

/** `fetch` that records whether the server, or only a proxy in front of it, answered. */
export const noticing: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    if (isFromServer(response)) reach()
    else lose()
    return response
  } catch (error) {
    if (!init?.signal?.aborted) lose()
    throw error
  }
}

/** Checks the server immediately. Call it after a connection was lost. */
export function look(): Promise<boolean> {
  settle()
  looking ??= ask().finally(() => {
    looking = undefined
  })
  return looking
}

/** Loads a module. If the server is unavailable, retries when it can be reached again. */
export async function whenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  let wasThere = false
  for (;;) {
    try {
      return await load()
    } catch (error) {
      const isThere = await look()
      // One failure while the server is available is not enough: it may have become available since the request.
      if (isThere && wasThere) throw error
      wasThere = isThere
      await reached()
      await stylesLoaded()
    }
  }
}

/** Importing a module again does not load its missing stylesheets again. */
async function stylesLoaded(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')
  const missing = [...links].filter(({ sheet }) => sheet === null)
  await Promise.all(
    missing.map((link) => {
      const again = document.createElement('link')
      const loaded = new Promise((resolve) => {
        again.onload = resolve
        again.onerror = resolve
      })
      again.rel = 'stylesheet'
      again.href = link.href
      link.replaceWith(again)
      return loaded
    }),
  )
}

async function ask(): Promise<boolean> {
  const there = await fetch('/healthz', {
    cache: 'no-store',
    signal: AbortSignal.timeout(answersWithinMs),
  }).then(isFromServer, () => false)
  if (there) reach()
  else {
    lose()
    wait = Math.min(wait * 2, longestWaitMs)
  }
  return there
}

function reach(): void {
  settle()
  wait = firstWaitMs
  onlineManager.setOnline(true)
}

function lose(): void {
  onlineManager.setOnline(false)
  // Jitter, so that pages that lost the server together do not return at the same time.
  again ??= setTimeout(look, wait * (0.75 + Math.random() / 2))
}

function settle(): void {
  clearTimeout(again)
  again = undefined
}

function reached(): Promise<void> {
  if (onlineManager.isOnline()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = onReachedAgain(() => {
      stop()
      resolve()
    })
  })
}

/**
 * A proxy answers with these statuses, and no problem document, if the server is unavailable. A server that is starting
 * says when to try again.
 */
function isFromServer({ status, headers }: Response): boolean {
  if (![502, 503, 504].includes(status)) return true
  return (headers.get('content-type') ?? '').includes('problem+json') && !headers.has('retry-after')
}
