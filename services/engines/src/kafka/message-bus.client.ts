import { createRequire } from 'node:module'
import { Kafka, type KafkaConfig, logLevel } from 'kafkajs'

export type Log = (message: string) => void

/**
 * Creates a Kafka client for `kafka://[user:password@]host:port[,host:port…][?tls=true]`. A user signs in with
 * SASL/PLAIN, which needs TLS to stay secret. The client's own log entries go to `log`, from warnings up.
 */
export function kafkaClient(url: string, log: Log): Kafka {
  repairRequestQueue()
  return new Kafka({
    ...readUrl(url),
    clientId: 'parley',
    connectionTimeout: 5_000,
    requestTimeout: 30_000,
    retry: { initialRetryTime: 100, maxRetryTime: 5_000, retries: 5 },
    logLevel: logLevel.WARN,
    logCreator:
      () =>
      ({ namespace, log: entry }) => {
        const cause = entry.error ? `: ${entry.error}` : ''
        log(`kafka ${namespace}: ${entry.message}${cause}`)
      },
  })
}

/** Returns the addresses, user and encryption of a URL. Throws for an invalid URL, without repeating its password. */
export function readUrl(url: string): Pick<KafkaConfig, 'brokers' | 'ssl' | 'sasl'> & { brokers: string[] } {
  const parts = /^kafka:\/\/(?:([^:@/]+):([^@/]*)@)?([^/?@]+)\/?(?:\?(.*))?$/.exec(url)
  const brokers = parts?.[3]?.split(',') ?? []
  if (brokers.length === 0 || !brokers.every((broker) => /^[^:]+(:\d+)?$/.test(broker)))
    throw new Error('MESSAGE_BUS_URL must look like kafka://host:9092 or kafka://host:9092,host:9092.')
  const [, user, password = ''] = parts ?? []
  return {
    brokers: brokers.map((broker) => (broker.includes(':') ? broker : `${broker}:9092`)),
    ssl: new URLSearchParams(parts?.[4]).get('tls') === 'true',
    ...(user && {
      sasl: {
        mechanism: 'plain' as const,
        username: decodeURIComponent(user),
        password: decodeURIComponent(password),
      },
    }),
  }
}

type RequestQueue = {
  pending: unknown[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
  scheduleCheckPendingRequests(): void
}

const pendingCheckMs = 10

/**
 * Works around a fault of kafkajs 2.2.4, which sets a timer with a negative delay after every response, endlessly, with
 * nothing to wait for (tulios/kafkajs#1751): a thousand wake-ups a second on each connection, and a warning since Node
 * 24. The timer is only needed while requests wait.
 */
function repairRequestQueue() {
  const load = createRequire(import.meta.url)
  const queue: { prototype: RequestQueue } = load('kafkajs/src/network/requestQueue')
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return
    this.throttleCheckTimeoutId = setTimeout(
      () => {
        this.throttleCheckTimeoutId = null
        this.checkPendingRequests()
      },
      Math.max(pendingCheckMs, this.throttledUntil - Date.now()),
    )
  }
}
