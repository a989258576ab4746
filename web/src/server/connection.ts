/**
 * Whether the server can be reached. While it can't, queries wait (`onlineManager`) and the server is asked again and
 * again until it answers; then they go on by themselves.
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

/** Calls back when the server answers again after it could not be reached. */
export function onReachedAgain(listener: () => void): () => void {
  return onlineManager.subscribe((reachable) => reachable && listener())
}

/** `fetch` that takes note of whether the server, or only a proxy before it, has answered. */
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

/** Asks the server whether it is there, at once; for whoever saw a connection break. */
export function look(): Promise<boolean> {
  settle()
  looking ??= ask().finally(() => {
    looking = undefined
  })
  return looking
}

/** Loads a part of the dashboard; one that can't be had because the server is away is asked for when it is back. */
export async function whenReachable<Module>(load: () => Promise<Module>): Promise<Module> {
  let wasThere = false
  for (;;) {
    try {
      return await load()
    } catch (error) {
      const isThere = await look()
      // Once is not enough: it may have come back since the part was asked for.
      if (isThere && wasThere) throw error
      wasThere = isThere
      await reached()
      await stylesLoaded()
    }
  }
}

/** A module that is loaded again does not ask again for its styles. */
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
  // Pages that lost the server together don't all come back at once.
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

/** A proxy answers so in place of a server that is not there. */
function isFromServer({ status, headers }: Response): boolean {
  return ![502, 503, 504].includes(status) || (headers.get('content-type') ?? '').includes('problem+json')
}
