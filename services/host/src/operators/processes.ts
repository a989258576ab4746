/**
 * Which processes serve a region, for operators: each keeps one document in the shared state, with what it does, how far
 * it is behind and what its tenants ran into, and renews it. That of a killed process expires.
 */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { pause } from '@parley/kernel/pause.ts'
import { type Json, PUBLIC, type ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { z } from 'zod'

const COLLECTION = 'processes'
const spec = { name: COLLECTION, indexes: { bySeen: ['seen'] } } as const
const RENEW_EVERY_MS = 10_000
/** Longer than two renewals and a call that times out. */
const HOLDS_MS = 40_000
const WITHDRAW_WITHIN_MS = 1_000
/** Documents of killed processes are shown this long, so that it can be seen that they are gone. */
const KEPT_MS = 3_600_000
const MOST = 200
const KINDS = 'deadline-kinds'

const processSchema = z.object({
  process: z.string(),
  host: z.string(),
  roles: z.array(z.string()),
  version: z.string(),
  node: z.string(),
  /** Milliseconds since 1970. */
  started: z.number(),
  seen: z.number(),
  /** Of each kind those that are furthest behind, the relay and all consumers of the bus. `events` are messages of the bus. */
  lag: z.array(
    z.object({
      kind: z.enum(['projection', 'policy', 'relay', 'consumer']),
      name: z.string(),
      events: z.number(),
      seconds: z.number().optional(),
    }),
  ),
  /** Loops that fail or wait for an operator. */
  failing: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      since: z.string().optional(),
      error: z.string().optional(),
    }),
  ),
  /** Quotas that were reached since it started. */
  limits: z.array(z.object({ tenant: z.string(), quota: z.string(), count: z.number(), at: z.string() })),
  /** Where deliveries had a wrong signature since it started; absent of processes of earlier versions. */
  signatures: z
    .array(z.object({ tenant: z.string(), place: z.string(), count: z.number(), at: z.string() }))
    .default([]),
})
export type ProcessDocument = z.infer<typeof processSchema>
export type ProcessState = ProcessDocument & { alive: boolean }

export type Described = Pick<
  ProcessDocument,
  'roles' | 'version' | 'lag' | 'failing' | 'limits' | 'signatures'
>

/** Keeps the document of this process until it is stopped, when it is removed. */
export function announceProcess({
  state,
  describe,
  onFault,
  now = Date.now,
  everyMs = RENEW_EVERY_MS,
}: {
  state: ReadStore
  describe(): Promise<Described>
  onFault(error: unknown): void
  now?: () => number
  everyMs?: number
}): { stop(): Promise<void> } {
  const id = randomUUID()
  const started = now()
  const place = `${hostname()}/${process.pid}`
  let position = started
  let stopped = false
  let cleanedAt = 0
  let busy = false
  let renewing = renew()
  const timer = setInterval(() => {
    // While an engine is away, the next one does not wait behind it.
    if (!busy) renewing = renew()
  }, everyMs).unref()

  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      // With an engine away, the document expires instead.
      const withdrawn = renewing.then(() => write(undefined)).catch(() => undefined)
      await Promise.race([withdrawn, pause(WITHDRAW_WITHIN_MS, undefined)])
    },
  }

  async function renew(): Promise<void> {
    busy = true
    try {
      const own = { process: place, host: hostname(), node: process.versions.node, started, seen: now() }
      await state.declare(spec)
      // Documents are JSON.
      await write(JSON.parse(JSON.stringify({ ...own, ...(await describe()) })))
      if (own.seen - cleanedAt > KEPT_MS) {
        cleanedAt = own.seen
        await removeOld(own.seen)
      }
    } catch (error) {
      if (!stopped) onFault(error)
    } finally {
      busy = false
    }
  }

  /** Of processes that were killed. */
  async function removeOld(at: number): Promise<void> {
    const where = { seen: { lt: at - KEPT_MS } }
    const { items } = await state.find(COLLECTION, PUBLIC, { index: 'bySeen', where, limit: MOST })
    const removals = items.map((item) => ({
      ...{ collection: COLLECTION, tenant: PUBLIC, id: item.id, document: undefined },
      position: Math.max(at, item.position + 1),
    }))
    if (removals.length > 0) await state.commit({ checkpoint: COLLECTION, position: at, writes: removals })
  }

  async function write(document: { [key: string]: Json } | undefined): Promise<void> {
    position = Math.max(now(), position + 1)
    const writes = [{ collection: COLLECTION, tenant: PUBLIC, id, document, position }]
    await state.commit({ checkpoint: COLLECTION, position, writes })
  }
}

/** Those that were seen within the last hour, newest first. */
export async function processesIn(state: ReadStore, now: number): Promise<ProcessState[]> {
  await state.declare(spec)
  const { items } = await state.find(COLLECTION, PUBLIC, { index: 'bySeen', order: 'desc', limit: MOST })
  return items.flatMap(({ document }) => {
    const read = processSchema.safeParse(document)
    if (!read.success || read.data.seen < now - KEPT_MS) return []
    return [{ ...read.data, alive: read.data.seen >= now - HOLDS_MS }]
  })
}

/** Remembers which kinds of deadlines there are, so that an operator sees them also while nothing runs. */
export async function rememberDeadlineKinds(state: ReadStore, kinds: readonly string[]): Promise<void> {
  await state.setSetting(KINDS, JSON.stringify(kinds))
}

export async function deadlineKindsIn(state: ReadStore): Promise<string[]> {
  const read = z.array(z.string()).safeParse(JSON.parse((await state.getSetting(KINDS)) ?? '[]'))
  return read.success ? read.data : []
}
