/**
 * What somebody else changed while a form was open is not overwritten silently: the form remembers what it was loaded
 * from, its save is refused if that was changed since (`If-Match`), and the user is asked what to do.
 */
import { ApiError, type CallOptions, type Client } from '@parley/contracts/client.ts'
import type { Output, Request } from '@parley/contracts/endpoint.ts'
import { type Api, type EndpointName, fillPath, type Route } from '@parley/contracts/routes.ts'
import { useRef } from 'react'
import { askAboutChange } from './changed-since-read.ts'

/** The newest answers that were read by a time: the positions of their ETags, by their addresses. */
export type Loaded = ReadonlyMap<string, number>

const mostRead = 300
const mostOwn = 50

let newest: Loaded = new Map()
/** What this page wrote, and what it had read before: nobody else wrote in between. */
const own: { address: string; from: number; to: number }[] = []
/** Writes of one thing follow each other, so that the second one knows what the first one wrote. */
const writing = new Map<string, Promise<unknown>>()

/** What is loaded now, for a form that is filled with it now. */
export const asLoaded = (): Loaded => newest

/** What a form was loaded from: when it was first shown, or last while nothing in it was edited. */
export function useLoaded(edited = true): Loaded {
  const loaded = useRef(newest)
  if (!edited) loaded.current = newest
  return loaded.current
}

export type OverwritingClient = Omit<Client, 'call'> & {
  /** A save with what its form was `loaded` from does not overwrite what others changed since, unless the user says so. */
  call<Name extends EndpointName>(
    name: Name,
    request: Request<Api[Name]>,
    options?: CallOptions & { loaded?: Loaded | undefined },
  ): Promise<Output<Api[Name]>>
}

/** A client that keeps track of what was read. */
export function overwritingClient(client: Client, routes: Record<string, Route>): OverwritingClient {
  return {
    ...client,
    async call(name, request, { loaded, ...options } = {}) {
      const query = routes[name]?.[2]
      const address = fillPath(
        routes[query ?? name]?.[1] ?? '',
        (request as { params?: Record<string, unknown> }).params,
      )
      const send = async (ifMatch?: number) => {
        const response = await client.open(name, request, {
          ...options,
          ...(ifMatch === undefined ? {} : { ifMatch: `"${ifMatch}"` }),
        })
        const value = await response.json()
        return { value, tag: positionIn(response.headers.get('etag')) }
      }
      if (query === undefined) {
        const { value, tag } = await send()
        if (tag !== undefined) note(address, tag)
        return value
      }
      return inTurn(address, async () => {
        const from = loaded && sinceOwn(address, loaded)
        const { value, tag } = await send(from).catch(async (error) => {
          if (from === undefined || !isChanged(error)) throw error
          if (await askAboutChange()) return send()
          throw new ApiError(
            412,
            error.code,
            'Somebody else changed this meanwhile. Your changes were not saved.',
          )
        })
        const before = from ?? newest.get(address)
        if (tag !== undefined && before !== undefined) {
          own.push({ address, from: before, to: tag })
          if (own.length > mostOwn) own.shift()
          note(address, tag)
        }
        return value
      })
    },
  }
}

const isChanged = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'changed-since-read'

function positionIn(etag: string | null): number | undefined {
  const digits = etag?.match(/\d+/)
  return digits ? Number(digits[0]) : undefined
}

function note(address: string, tag: number): void {
  const others = [...newest].filter(([other]) => other !== address).slice(-mostRead)
  newest = new Map([...others, [address, tag]])
}

/** The position of what was loaded; of what this page wrote since, where it had read at least as much. */
function sinceOwn(address: string, loaded: Loaded): number | undefined {
  let position = loaded.get(address)
  for (const step of own)
    if (step.address === address && position !== undefined && position >= step.from)
      position = Math.max(position, step.to)
  return position
}

async function inTurn<Result>(address: string, write: () => Promise<Result>): Promise<Result> {
  const before = writing.get(address)
  const result = before ? before.then(write, write) : write()
  writing.set(address, result)
  try {
    return await result
  } finally {
    if (writing.get(address) === result) writing.delete(address)
  }
}
