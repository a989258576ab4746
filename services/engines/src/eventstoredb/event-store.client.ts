import { readFileSync } from 'node:fs'
import { EventStoreDBClient } from '@eventstore/db-client'
import { parseConnectionString } from '@eventstore/db-client/dist/Client/parseConnectionString.js'
import { Channel, credentials } from '@grpc/grpc-js'
import { within } from './event-store.deadline.ts'

/** Options allowed in the connection string. The client would only warn about others. */
const OPTIONS = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
])

/** What the client and the server recommend at least. */
const KEEP_ALIVE_MS = 10_000

/**
 * Returns the package's client, which finds the server, or the leader of a cluster, and signs in. Calls are made by
 * `event-store.calls.ts`. Throws for an invalid URL.
 */
export function newClient(url: string): EventStoreDBClient {
  const client = parse(url)
  const { tls, tlsCAFile, userCertFile, userKeyFile, keepAliveInterval, keepAliveTimeout } =
    parseConnectionString(url)
  const file = (path: string | undefined) => (path === undefined ? null : readFileSync(path))
  const credential =
    tls === false
      ? credentials.createInsecure()
      : credentials.createSsl(file(tlsCAFile), file(userKeyFile), file(userCertFile))
  // biome-ignore-start lint/complexity/useLiteralKeys: they are protected
  const createChannel: () => Promise<Channel> = client['createChannel']
  client['createChannel'] = async () => {
    const found = await createChannel()
    const target = found.getTarget()
    found.close()
    return new Channel(target, credential, {
      // All channels of a process would share the connection to a server, and the pause before the next try to connect,
      // which grows to two minutes.
      'grpc.use_local_subchannel_pool': 1,
      'grpc.initial_reconnect_backoff_ms': 50,
      'grpc.max_reconnect_backoff_ms': 250,
      'grpc.keepalive_time_ms': keepAliveInterval ?? KEEP_ALIVE_MS,
      'grpc.keepalive_timeout_ms': keepAliveTimeout ?? KEEP_ALIVE_MS,
      // The server's own events may have 16 MiB.
      'grpc.max_receive_message_length': 17 * 1024 * 1024,
    })
  }
  // biome-ignore-end lint/complexity/useLiteralKeys: they are protected
  return client
}

/** Ends all calls of a client and closes its connection. */
export async function release(client: EventStoreDBClient): Promise<void> {
  try {
    await within(1000, client.dispose())
    // biome-ignore lint/complexity/useLiteralKeys: it is protected, and nothing else closes the connection
    const channel = await within(1000, client['getChannel']())
    channel.close()
  } catch {
    // The client has lost its server; there is nothing to close.
  }
}

/** The client repeats the address, with its password, in errors and warnings, so none of them is passed on. */
function parse(url: string): EventStoreDBClient {
  const options = url.split('?')[1]?.split('&') ?? []
  const unknown = options.map(keyOf).find((key) => key !== '' && !OPTIONS.has(key))
  if (unknown) throw new Error(`EVENT_STORE_URL has the option ${unknown}, which does nothing: remove it`)
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    throw new Error('EVENT_STORE_URL is no address like esdb://user:password@host:2113?tls=true')
  }
}

const keyOf = (option: string): string => option.replace(/=.*/, '').replaceAll(/[_-]/g, '').toLowerCase()
