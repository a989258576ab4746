/** Stands in for the server: queries are answered with what is made up, commands are refused. Nothing is sent. */

import queries from 'virtual:parley-preview-queries'
import routes from 'virtual:parley-routes'
import { answers } from './answers.ts'
import type { Previewed } from './messages.ts'

export const refusal = 'This is a preview'

const [, signOutPath] = routes['clientAuth.signOut'] ?? []

type Answer = (asked: Asked) => unknown
export type Asked = { params: Record<string, string>; query: URLSearchParams; previewed: Previewed }

type Known = { name: string; method: string; path: RegExp; least: unknown }

const known: Known[] = Object.entries(queries).map(([name, [method, path, least]]) => ({
  ...{ name, method, least },
  path: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}))

/** A `fetch` that calls nobody. `onSignedOut`: whoever signs out is led to another page, and gets no answer. */
export function previewFetch(previewed: () => Previewed, onSignedOut: () => void): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams: query } = new URL(String(input), 'https://preview.invalid')
    if (pathname === '/healthz') return json(200, {})
    const method = init?.method ?? 'GET'
    if (pathname === signOutPath) {
      onSignedOut()
      return new Promise(() => {})
    }
    for (const one of known) {
      const found = one.method === method ? one.path.exec(pathname) : null
      if (!found) continue
      const params = Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
      )
      const answer: Answer | undefined = (answers as Record<string, Answer>)[one.name]
      const value = answer ? answer({ params, query, previewed: previewed() }) : one.least
      if (value !== null && value !== undefined) return json(200, value)
    }
    return json(403, { type: 'about:blank', title: refusal, status: 403, code: 'preview', message: refusal })
  }
}

function json(status: number, value: unknown): Response {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': type } })
}

/** A stream in which nothing happens. */
export class SilentStream extends EventTarget {
  readonly readyState = 1
  close(): void {}
}
