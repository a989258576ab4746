/** What the package `@parley/client` exports. Its types are in `package/index.d.ts`, those of the calls are generated from the endpoints. */
import { type CallOptions, type Client, createClient as createClientOf } from '../client.ts'
import type { Route } from '../routes.ts'
import { type RetryOptions, withRetries } from './retries.ts'

export { ApiError } from '../client.ts'
export { readEvents } from '../server-sent-events.ts'

/** Method and path of each call, which `scripts/client/build.ts` puts here. */
declare const ROUTES: Record<string, Route>

type Options = {
  baseUrl: string
  token?: string | (() => string | undefined)
  fetch?: typeof fetch
} & RetryOptions
type Request = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }
type Page = { items: unknown[]; next?: string }

export function createClient({ baseUrl, token, fetch: send = fetch, ...retrying }: Options) {
  const client = createClientOf({
    routes: ROUTES,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    token: () => (typeof token === 'function' ? token() : token),
    fetch: withRetries(send, retrying),
  }) as unknown as AnyClient

  return {
    ...client,
    async *items(name: string, request: Request, options?: CallOptions) {
      // bounded: by the pages of the list
      const seen = new Set<string>()
      for (let cursor: string | undefined; ; ) {
        const query = { ...request.query, ...(cursor === undefined ? {} : { cursor }) }
        const page = (await client.call(name, { ...request, query }, options)) as Page
        yield* page.items
        // A page that was there before would be followed by the same ones for ever.
        if (page.next === undefined || seen.has(page.next)) return
        cursor = page.next
        seen.add(cursor)
      }
    },
  }
}

/** `Client` without the types of single calls. */
type AnyClient = {
  [Method in keyof Client]: (name: string, request: Request, options?: CallOptions) => unknown
}
