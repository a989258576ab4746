/** The thread that writes event logs, so that waiting for the disk never blocks the event loop. */

import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads'
import type { PlacedEvent } from '@parley/kernel/log/event-store.input.ts'
import type { Appended, Expected } from '@parley/kernel/log/event-store.ts'
import { openForWriting } from './event-store.file.ts'
import { type RowWriter, rowWriter, uuidOf } from './event-store.row.ts'

export type AppendRequest = {
  kind: 'append'
  call: number
  file: string
  stream: string
  expected: Expected
  events: PlacedEvent[]
}
export type WriterRequest =
  | { kind: 'open'; call: number; file: string; durable: boolean }
  | AppendRequest
  | { kind: 'close'; call: number; file: string }

/** `repeated`: the events were already in the log. `failed` is a one-line message for operators. */
export type WriterReply = { call: number; appended?: Appended; repeated?: boolean; failed?: string }

type Log = {
  db: DatabaseSync
  waiting: AppendRequest[]
  retry?: NodeJS.Timeout
  busySince?: number
  rows: RowWriter
} & Statements
type Statements = Record<'begin' | 'commit' | 'rollback' | 'last' | 'ids' | 'positionAt', StatementSync>

/** Limits of a group, so that one commit stays short and the thread's memory small. */
const GROUP_APPENDS = 2000
const GROUP_CHARACTERS = 8_000_000

/** How long appends wait for another process's transaction, and how often they retry, in milliseconds. */
const BUSY_WAIT = 10_000
const BUSY_STEP = 1

const SQLITE_BUSY = 5

if (parentPort) serve(parentPort)

function serve(port: MessagePort): void {
  const logs = new Map<string, Log>()
  const answer = (replies: WriterReply[]): void => {
    if (replies.length > 0) port.postMessage(replies)
  }
  port.on('message', (requests: WriterRequest[]) => {
    const touched = new Set<Log>()
    // Requests that arrived in the meantime share the commit, and with it the sync.
    for (let batch: WriterRequest[] | undefined = requests; batch; batch = nextOn(port))
      for (const request of batch) {
        const log = logs.get(request.file)
        if (request.kind === 'append' && log) touched.add(enqueue(log, request))
        else answer([handle(logs, request)])
      }
    for (const log of touched) commitWaiting(log, answer)
  })
}

function nextOn(port: MessagePort): WriterRequest[] | undefined {
  return receiveMessageOnPort(port)?.message
}

function enqueue(log: Log, request: AppendRequest): Log {
  log.waiting.push(request)
  return log
}

function handle(logs: Map<string, Log>, request: WriterRequest): WriterReply {
  const { call, file } = request
  try {
    const log = logs.get(file)
    if (request.kind === 'append') return { call, failed: `${file} is closed` }
    if (request.kind === 'open' && !log) logs.set(file, open(file, request.durable))
    if (request.kind === 'close' && log) {
      log.db.close()
      logs.delete(file)
    }
    return { call }
  } catch (error) {
    return { call, failed: lineOf(error) }
  }
}

function open(file: string, durable: boolean): Log {
  const db = openForWriting(file, durable)
  return {
    db,
    waiting: [],
    begin: db.prepare('BEGIN IMMEDIATE'),
    commit: db.prepare('COMMIT'),
    rollback: db.prepare('ROLLBACK'),
    rows: rowWriter(db),
    last: db.prepare('SELECT max(revision) AS revision FROM event WHERE stream = ?'),
    ids: db.prepare(
      'SELECT hex(id) AS id FROM event WHERE stream = ? AND revision > ? ORDER BY revision LIMIT ?',
    ),
    positionAt: db.prepare('SELECT position FROM event WHERE stream = ? AND revision = ?'),
  }
}

/** Writes all waiting appends, one group per commit; retries soon when another process is writing. */
function commitWaiting(log: Log, answer: (replies: WriterReply[]) => void): void {
  if (log.retry) clearTimeout(log.retry)
  log.retry = undefined
  while (log.waiting.length > 0) {
    const group = log.waiting.slice(0, groupSize(log.waiting))
    const replies = commitGroup(log, group)
    if (replies === 'busy') {
      log.busySince ??= Date.now()
      if (Date.now() - log.busySince < BUSY_WAIT) {
        log.retry = setTimeout(commitWaiting, BUSY_STEP, log, answer)
        return
      }
      failWaiting(log, `another process has held the event log for ${BUSY_WAIT / 1000} s`, answer)
      return
    }
    log.busySince = undefined
    log.waiting.splice(0, group.length)
    answer(replies)
  }
}

/** Writes a group in one transaction with one sync. Each append is checked alone: a conflict fails only that one. */
function commitGroup(log: Log, group: AppendRequest[]): WriterReply[] | 'busy' {
  try {
    log.begin.run()
    const replies = group.map((request) => ({ call: request.call, ...append(log, request) }))
    log.commit.run()
    return replies
  } catch (error) {
    if (log.db.isTransaction) log.rollback.run()
    log.rows.forget()
    if (isBusy(error)) return 'busy'
    const failed = lineOf(error)
    return group.map(({ call }) => ({ call, failed }))
  }
}

function append(
  log: Log,
  { stream, expected, events }: AppendRequest,
): Pick<WriterReply, 'appended' | 'repeated'> {
  const after = expected === 'none' ? -1 : expected
  const known = log.rows.streamNumber(stream)
  const last = known === undefined ? undefined : numberIn(log.last.get(known), 'revision')
  if ((last ?? -1) !== after) {
    const appended = known === undefined ? undefined : repeated(log, known, after, events)
    return appended ? { appended, repeated: true } : { appended: { ok: false, actual: last ?? 'none' } }
  }
  const number = known ?? log.rows.addStream(stream)
  let position = 0
  for (const event of events) position = log.rows.insert(number, event)
  return { appended: { ok: true, revision: after + events.length, position } }
}

/**
 * Returns the first answer again if exactly these events already follow the expected revision, according to their ids.
 */
function repeated(log: Log, stream: number, after: number, events: PlacedEvent[]): Appended | undefined {
  const stored = log.ids.all(stream, after, events.length)
  if (
    stored.length < events.length ||
    events.some((event, at) => event.id !== uuidOf(String(stored[at]?.id)))
  )
    return undefined
  const revision = after + events.length
  return { ok: true, revision, position: numberIn(log.positionAt.get(stream, revision), 'position') ?? 0 }
}

function failWaiting(log: Log, failed: string, answer: (replies: WriterReply[]) => void): void {
  if (log.retry) clearTimeout(log.retry)
  log.retry = undefined
  log.busySince = undefined
  answer(log.waiting.splice(0).map(({ call }) => ({ call, failed })))
}

function groupSize(waiting: AppendRequest[]): number {
  let characters = 0
  for (const [at, { events }] of waiting.entries()) {
    for (const { data, metadata } of events) characters += data.length + metadata.length
    if (at + 1 >= GROUP_APPENDS || characters >= GROUP_CHARACTERS) return at + 1
  }
  return waiting.length
}

function numberIn(row: Record<string, unknown> | undefined, column: string): number | undefined {
  const value = row?.[column]
  return typeof value === 'number' ? value : undefined
}

/** SQLite's extended error codes have the primary code in their lowest byte. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY
}

function lineOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
