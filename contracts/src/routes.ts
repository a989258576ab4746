/**
 * The part of the endpoints that a browser needs at run time. The schemas stay on the server: a bundler plugin replaces
 * them with this table, so that no page downloads zod.
 */
import type { Api, EndpointName } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** `overwrites`: the query that shows what the command overwrites. */
export type Route = readonly [method: Endpoint['method'], path: string, overwrites?: string]
export type RouteTable = Record<EndpointName, Route>

export function routesOf(
  api: Record<string, Endpoint>,
  names: readonly string[] = Object.keys(api),
): Record<string, Route> {
  return Object.fromEntries(
    names.map((name) => {
      const endpoint = api[name]
      if (!endpoint) throw new Error(`No endpoint is named ${name}`)
      const { method, path, overwrites } = endpoint
      return [name, overwrites ? ([method, path, overwrites] as const) : ([method, path] as const)]
    }),
  )
}

/**
 * Fills the `{param}` placeholders of a path. Throws where a value is missing, or would make the address that of another
 * endpoint: `.` and `..` are resolved before a request is sent, encoded too, and a path may end in a slash.
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${path} needs a ${name}`)
    const value = String(params[name])
    if (['', '.', '..'].includes(value)) throw new Error(`“${value}” can’t be a ${name}.`)
    return encodeURIComponent(value)
  })
}

export type { Api, EndpointName }
