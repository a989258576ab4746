/** Writes and reads the file of a snapshot, line by line. What is uploaded is hostile until it has passed the schema. */
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import {
  mostSnapshotAgents,
  mostSnapshotClients,
  type SnapshotFile,
  type SnapshotHeader,
  type SnapshotLine,
  snapshotFile,
  snapshotHeader,
  snapshotLines,
} from '@parley/contracts/organisation/snapshot/file.ts'
import {
  maxLineMB,
  maxSnapshotMB,
  maxUnpackedMB,
  partBytes,
} from '@parley/contracts/organisation/snapshot/limits.ts'

const MB = 1_000_000
const NEWLINE = 10
/** Bytes of a line that say what it is. */
const BEGINNING = 24

/** What was uploaded is no snapshot, not whole, or unpacks to too much. */
export class NotASnapshot extends Error {}
export class SnapshotTooLarge extends Error {}

/** Yields the packed file in parts of `partBytes`, the last one smaller. Throws `SnapshotTooLarge`. */
export async function* packed(
  header: SnapshotHeader,
  lines: AsyncIterable<SnapshotLine>,
): AsyncGenerator<Buffer> {
  let [unpacked, total] = [0, 0]
  async function* texts() {
    yield text(header)
    for await (const line of lines) yield text(line)
  }
  function text(value: object): Buffer {
    const bytes = Buffer.from(`${JSON.stringify(value)}\n`)
    unpacked += bytes.length
    if (bytes.length > maxLineMB * MB || unpacked > maxUnpackedMB * MB) throw new SnapshotTooLarge()
    return bytes
  }
  const source = Readable.from(texts(), { objectMode: true, highWaterMark: 1 })
  const gzip = createGzip()
  source.on('error', (error) => gzip.destroy(error))
  source.pipe(gzip)
  let part: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      total += chunk.length
      if (total > maxSnapshotMB * MB) throw new SnapshotTooLarge()
      part.push(chunk)
      size += chunk.length
      if (size < partBytes) continue
      const whole = Buffer.concat(part)
      yield whole.subarray(0, partBytes)
      part = [whole.subarray(partBytes)]
      size = whole.length - partBytes
    }
    if (size > 0) yield Buffer.concat(part)
  } finally {
    source.destroy()
    gzip.destroy()
  }
}

/** A line of the file; `unreadable` stands for one of the history that is not as its schema says. */
export type ReadLine = { header: SnapshotHeader } | SnapshotLine | { unreadable: true }
/** What is known of a line of the history without reading it. */
export type CountedLine = { counted: 'conversation' | 'continued' | 'file' | 'lead' }

const order = [
  'header',
  'agent',
  'source',
  'client',
  'conversation',
  'continued',
  'file',
  'lead',
  'end',
] as const
type Name = (typeof order)[number]
const history: readonly Name[] = ['conversation', 'continued', 'file', 'lead']

/**
 * Yields the lines of a file that is given in parts, the header first and `end` last. Throws `NotASnapshot` for what is
 * none, as soon as that is known.
 */
export async function* readSnapshot(parts: AsyncIterable<Buffer>): AsyncGenerator<ReadLine> {
  for await (const [name, line] of linesOf(parts)) {
    if (!history.includes(name)) yield settled(name, line)
    else yield historyLine(name, line)
  }
}

/** The same, where lines of the history are only counted. */
export async function* scanSnapshot(parts: AsyncIterable<Buffer>): AsyncGenerator<ReadLine | CountedLine> {
  for await (const [name, line] of linesOf(parts))
    yield history.includes(name) ? { counted: name as CountedLine['counted'] } : settled(name, line)
}

type Line = Buffer | object

/** The lines with their names, whose order is checked; a file of version 1 becomes lines. */
async function* linesOf(parts: AsyncIterable<Buffer>): AsyncGenerator<[Name, Line]> {
  const ids = new Set<string>()
  let clients = 0
  let last: Name | undefined
  for await (const bytes of unpackedLines(parts)) {
    if (last === undefined) {
      const first = jsonIn(bytes)
      const whole = snapshotFile.safeParse(first)
      if (whole.success) return yield* ofVersion1(whole.data, ids)
      yield ['header', { header: first }]
      last = 'header'
      continue
    }
    const name = nameOf(bytes)
    if (!name || !mayFollow(last, name)) throw new NotASnapshot()
    if (name === 'agent') addAgent(ids, Object(Object(jsonIn(bytes)).agent).id)
    if (name === 'client' && ++clients > mostSnapshotClients) throw new NotASnapshot()
    yield [name, bytes]
    last = name
  }
  if (last !== 'end') throw new NotASnapshot()
}

function addAgent(ids: Set<string>, id: unknown): void {
  if (typeof id !== 'string' || ids.has(id) || ids.size >= mostSnapshotAgents) throw new NotASnapshot()
  ids.add(id)
}

/** Agents and their sources, then clients, then the history, then the end. */
function mayFollow(before: Name, next: Name): boolean {
  if (before === 'end') return false
  if (next === 'source') return before === 'agent' || before === 'source'
  if (next === 'continued' || next === 'file')
    return before === 'conversation' || before === 'continued' || before === 'file'
  return stageOf(next) >= stageOf(before)
}

function stageOf(name: Name): number {
  if (name === 'source') return order.indexOf('agent')
  return history.includes(name) ? order.indexOf('conversation') : order.indexOf(name)
}

function* ofVersion1(file: SnapshotFile, ids: Set<string>): Generator<[Name, object]> {
  const { agents, clients = [], ...header } = file
  yield ['header', { header: { ...header, version: 2 } }]
  for (const { knowledge, ...agent } of agents) {
    addAgent(ids, agent.id)
    yield ['agent', { agent }]
    for (const source of knowledge) yield ['source', { source }]
  }
  for (const client of clients) yield ['client', { client }]
  yield ['end', { end: true }]
}

function settled(name: Name, line: Line): ReadLine {
  const given = Buffer.isBuffer(line) ? jsonIn(line) : line
  const value: unknown = Object(given)[name]
  if (name === 'header') {
    const read = snapshotHeader.safeParse(value)
    if (!read.success) throw new NotASnapshot()
    return { header: read.data }
  }
  const read = snapshotLines[name].safeParse(value)
  if (!read.success) throw new NotASnapshot()
  return { [name]: read.data } as SnapshotLine
}

function historyLine(name: Name, line: Line): ReadLine {
  try {
    return settled(name, line)
  } catch (error) {
    if (error instanceof NotASnapshot) return { unreadable: true }
    throw error
  }
}

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    throw new NotASnapshot()
  }
}

function nameOf(line: Buffer): Name | undefined {
  const beginning = line.toString('latin1', 0, BEGINNING)
  return order.find((name) => name !== 'header' && beginning.startsWith(`{"${name}":`))
}

async function* unpackedLines(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = []
  let size = 0
  let total = 0
  for await (const chunk of unpacked(parts)) {
    total += chunk.length
    if (total > maxUnpackedMB * MB) throw new NotASnapshot()
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      kept.push(chunk.subarray(from, end))
      yield kept.length === 1 ? (kept[0] as Buffer) : Buffer.concat(kept)
      kept = []
      size = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    kept.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > maxLineMB * MB) throw new NotASnapshot()
  }
  if (size > 0) yield Buffer.concat(kept)
}

async function* unpacked(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  const source = Readable.from(parts, { objectMode: true, highWaterMark: 1 })
  /** A part that could not be opened is not the fault of the file. */
  let fault: Error | undefined
  source.on('error', (error) => {
    fault = error
    gunzip.destroy(error)
  })
  source.pipe(gunzip)
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk
  } catch (error) {
    if (fault) throw fault
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? new NotASnapshot()
      : error
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
