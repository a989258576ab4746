/**
 * Counts widget loads in batches: they are frequent and a single one has no meaning, so those of a minute become one
 * event per agent. Counts that are not yet appended are stored within a second, outside the log; a process that dies
 * loses at most its last second, and another process appends the rest, once.
 */
import { randomUUID } from 'node:crypto'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { Document, ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { widgetLoads } from './widget-loads.decider.ts'

export type WidgetLoad = {
  tenant: string
  agentId: string
  browser: string
  platform: string
  country: string | undefined
  /** The origin of the page. */
  website?: string | undefined
}

export type LoadCounter = {
  count(load: WidgetLoad): void
  /** Appends everything counted so far. */
  flush(): Promise<void>
  /** Appends everything and stops. */
  stop(): Promise<void>
}

export type LoadCounterOptions = {
  handle: CommandHandler['handle']
  /** Stores counts until they are appended; must survive a rebuild of the read models. */
  state: ReadStore
  now?: () => number
  /** Milliseconds between appends; defaults to a minute. */
  appendEveryMs?: number
  /** Milliseconds between writes of pending counts; defaults to a second. */
  keepEveryMs?: number
  onFault(error: unknown): void
}

/** `id` is the idempotency key: a batch that is appended again is not counted twice. */
type Batch = { id: string; tenant: string; agentId: string; quarter: string; groups: Record<string, number> }

const COLLECTION = 'pending-widget-loads'
/** The counts of a process that has not written for this long are appended by another. */
const ABANDONED_MS = 180_000
/**
 * Loads beyond this number of combinations of browser, system, country and website are counted without these details.
 */
const MOST_GROUPS = 200

export async function startLoadCounter(options: LoadCounterOptions): Promise<LoadCounter> {
  const { handle, state, now = Date.now, appendEveryMs = 60_000, keepEveryMs = 1_000, onFault } = options
  const own = randomUUID()
  let counting = new Map<string, Batch>()
  let waiting: Batch[] = []
  let dirty = false
  let position = 0
  let work: Promise<void> = Promise.resolve()

  await state.declare({ name: COLLECTION, indexes: {} })
  const inOrder = (step: () => Promise<void>) => {
    work = work.then(step).catch(onFault)
    return work
  }
  const keeping = setInterval(() => dirty && inOrder(keep), keepEveryMs).unref()
  const appending = setInterval(() => void flush(), appendEveryMs).unref()
  void inOrder(adopt)

  return {
    count({ tenant, agentId, browser, platform, country, website }) {
      const quarter = quarterOf(now())
      const place = `${tenant}\n${agentId}\n${quarter}`
      const batch = counting.get(place) ?? { id: randomUUID(), tenant, agentId, quarter, groups: {} }
      const kind = JSON.stringify([browser, platform, country ?? '', website ?? ''])
      const group = kind in batch.groups || Object.keys(batch.groups).length < MOST_GROUPS ? kind : other
      batch.groups[group] = (batch.groups[group] ?? 0) + 1
      counting.set(place, batch)
      dirty = true
    },
    flush,
    async stop() {
      clearInterval(keeping)
      clearInterval(appending)
      await flush()
    },
  }

  function flush(): Promise<void> {
    waiting.push(...counting.values())
    counting = new Map()
    return inOrder(async () => {
      if (waiting.length === 0) return adopt()
      // A count must be stored under its key before its event is appended, so that a restart retries with the same key.
      await keep()
      for (const batch of [...waiting]) {
        await append(batch)
        waiting = waiting.filter((other) => other !== batch)
      }
      await keep()
      await adopt()
    })
  }

  async function keep(): Promise<void> {
    dirty = false
    const batches = [...waiting, ...counting.values()]
    const document = batches.length === 0 ? undefined : { at: now(), batches }
    await write(own, document)
  }

  async function write(id: string, document: { at: number; batches: Batch[] } | undefined): Promise<void> {
    position = Math.max(position + 1, now())
    const stored: Document | undefined = document && JSON.parse(JSON.stringify(document))
    const writes = [{ collection: COLLECTION, tenant: 'parley', id, document: stored, position }]
    await state.commit({ checkpoint: COLLECTION, position, writes })
  }

  /** Appends the counts of processes that no longer run. */
  async function adopt(): Promise<void> {
    for await (const { id, document } of state.scan(COLLECTION)) {
      const left = document as { at: number; batches: Batch[] } | undefined
      if (!left || id === own || now() - left.at < ABANDONED_MS) continue
      for (const batch of left.batches) await append(batch)
      await write(id, undefined)
    }
  }

  async function append({ id, tenant, agentId, quarter, groups }: Batch): Promise<void> {
    const counted = Object.entries(groups).map(([kind, loads]) => {
      const [browser = '', platform = '', country, website] = JSON.parse(kind) as string[]
      return { browser, platform, ...(country ? { country } : {}), ...(website ? { website } : {}), loads }
    })
    const loads = counted.reduce((sum, group) => sum + group.loads, 0)
    const command = {
      type: 'CountWidgetLoads',
      counted: { agentId, quarter, loads, groups: counted },
    } as const
    const handled = await handle(widgetLoads, `${agentId}.${quarter.slice(0, 10)}`, command, {
      tenant,
      actor: { kind: 'system', id: 'widget-loads' },
      cause: { via: 'widget', command: id, correlation: id },
    })
    if (!handled.ok) throw new Error(`Widget loads were not counted: ${handled.rejection.message}`)
  }
}

const other = JSON.stringify(['Other', 'Other', '', ''])

/** The quarter of an hour of a time, in UTC: `2026-01-31T12:15`. */
function quarterOf(ms: number): string {
  return new Date(Math.floor(ms / 900_000) * 900_000).toISOString().slice(0, 16)
}
