import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { deadLetterHeaders, readDeadLetter, replayTopic } from '@parley/kernel/bus/message-bus.delivery.ts'
import { type DeadLetter, deadLetterTopic, type Message } from '@parley/kernel/bus/message-bus.ts'
import { reserveLog } from './log.ts'
import { partitionOf } from './message-bus.partition.ts'

export type Place = { topic: string; partition: number }
/** `next` is the offset that the group reads next. A surplus partition must be given up to another member. */
export type Lease = Place & { next: number; surplus: boolean }
export type LoggedMessage = Message & { partition: number; offset: number }
export type MessageLog = ReturnType<typeof openMessageLog>

const partitions = 16
const fetchMessages = 256
const fetchCharacters = 512 * 1024
const dropAtOnce = 500
const deadLetterSuffix = deadLetterTopic('', '').slice(1)

/** Pages of SQLite's write-ahead log that are moved into the file together. */
const checkpointPages = 1000

const schema = `
  create table if not exists message (
    topic text not null, partition integer not null, offset integer not null, at integer not null,
    id text not null, key text not null, headers text, value text not null,
    primary key (topic, partition, offset)
  ) strict, without rowid;
  create table if not exists head (
    topic text not null, partition integer not null, next integer not null,
    primary key (topic, partition)
  ) strict, without rowid;
  create table if not exists acknowledged (
    topic text not null, consumers text not null, partition integer not null, next integer not null,
    primary key (topic, consumers, partition)
  ) strict, without rowid;
  create table if not exists process (process text primary key, seen integer not null) strict, without rowid;
  create table if not exists member (
    topic text not null, consumers text not null, member text not null, process text not null,
    primary key (topic, consumers, member)
  ) strict, without rowid;
  create table if not exists lease (
    topic text not null, consumers text not null, partition integer not null, member text not null,
    primary key (topic, consumers, partition)
  ) strict, without rowid;
  create table if not exists membership (only integer primary key check (only = 1), version integer not null) strict;
  insert or ignore into membership values (1, 0);
`

/**
 * A partitioned log with group offsets and partition leases in one SQLite file. Everything here is synchronous and must
 * be called within a transaction (`begin`, `commit`), so that callers can share one commit.
 */
export function openMessageLog(file: string) {
  const database = new DatabaseSync(file, { timeout: 10_000 })
  database.exec('pragma journal_mode = wal')
  database.exec(`pragma wal_autocheckpoint = ${checkpointPages}; begin immediate; ${schema} commit`)
  if (file !== ':memory:') reserveLog(database, file, checkpointPages)
  // bounded: an entry for each statement of this file
  const statements = new Map<string, StatementSync>()

  function prepare(sql: string): StatementSync {
    const known = statements.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const run = (sql: string, ...values: (string | number | null)[]) =>
    Number(prepare(sql).run(...values).changes)
  // A cast, since the table's columns are fixed: the statement at each call gives the row type.
  const all = <Row>(sql: string, ...values: (string | number | null)[]) =>
    prepare(sql).all(...values) as Row[]
  const number = (sql: string, ...values: (string | number | null)[]) =>
    Number(Object.values(prepare(sql).get(...values) ?? { none: 0 })[0] ?? 0)

  const membershipChanged = () => run('update membership set version = version + 1')
  const membership = () => number('select version from membership')

  function store(topic: string, message: Message, at: number) {
    const partition = partitionOf(message.key, partitions)
    const next = number(
      `insert into head values (?, ?, 1) on conflict do update set next = next + 1 returning next`,
      topic,
      partition,
    )
    const headers = message.headers ? JSON.stringify(message.headers) : null
    run(
      `insert into message values (?, ?, ?, ?, ?, ?, ?, ?)`,
      topic,
      partition,
      next - 1,
      at,
      message.id,
      message.key,
      headers,
      message.value,
    )
  }

  function acknowledge(member: string, group: string, { topic, partition }: Place, next: number): boolean {
    return (
      run(
        `update acknowledged set next = max(next, ?) where topic = ? and consumers = ? and partition = ? and exists (
           select 1 from lease l where l.topic = acknowledged.topic and l.consumers = acknowledged.consumers
             and l.partition = acknowledged.partition and l.member = ?)`,
        next,
        topic,
        group,
        partition,
        member,
      ) > 0
    )
  }

  /** Removes dead letters from their list, all if `ids` is absent. Returns how many. */
  function takeLetters(
    topic: string,
    group: string,
    ids: string[] | undefined,
    take: (letter: DeadLetter) => void,
  ): number {
    const chosen = ids && new Set(ids)
    const dead = deadLetterTopic(topic, group)
    const rows = all<Row>('select * from message where topic = ? order by at, partition, offset', dead)
    let taken = 0
    for (const row of rows) {
      const letter = readDeadLetter(messageOf(row, topic, Number(row.partition)))
      if (chosen && !chosen.has(letter.id)) continue
      take(letter)
      const place = [dead, Number(row.partition), Number(row.offset)] as const
      run('delete from message where topic = ? and partition = ? and offset = ?', ...place)
      taken += 1
    }
    return taken
  }

  function forget(process: string) {
    run('delete from lease where member in (select member from member where process = ?)', process)
    const members = run('delete from member where process = ?', process)
    run('delete from process where process = ?', process)
    if (members > 0) membershipChanged()
  }

  return {
    publish(messages: Message[], now: number) {
      for (const message of messages) store(message.topic, message, now)
    },

    /**
     * Records that a process is alive and removes those not seen since `deadline`. Returns false if this one was
     * removed.
     */
    heartbeat(process: string, now: number, deadline: number): boolean {
      const known = run('update process set seen = ? where process = ?', now, process) > 0
      if (!known) run('insert into process values (?, ?)', process, now)
      for (const dead of all<{ process: string }>('select process from process where seen < ?', deadline))
        forget(dead.process)
      return known
    },

    depart(process: string) {
      forget(process)
    },

    join(process: string, member: string, group: string, topics: string[]) {
      for (const topic of topics) {
        run('insert or ignore into member values (?, ?, ?, ?)', topic, group, member, process)
        for (let partition = 0; partition < partitions; partition += 1)
          run('insert or ignore into acknowledged values (?, ?, ?, 0)', topic, group, partition)
      }
      membershipChanged()
    },

    leave(member: string, group: string, topics: string[]) {
      for (const topic of topics) {
        run('delete from lease where topic = ? and consumers = ? and member = ?', topic, group, member)
        run('delete from member where topic = ? and consumers = ? and member = ?', topic, group, member)
      }
      membershipChanged()
    },

    /**
     * Takes the free partitions that are this member's share and gives up those that are not. Busy ones are returned as
     * surplus, to be given up once their message is done.
     */
    assign(member: string, group: string, topics: string[], busy: Place[]) {
      const isBusy = (topic: string, partition: number) =>
        busy.some((place) => place.topic === topic && place.partition === partition)
      const leases: Lease[] = []
      let released = 0
      for (const topic of topics) {
        const members = all<{ member: string }>(
          'select member from member where topic = ? and consumers = ? order by member',
          topic,
          group,
        ).map((row) => row.member)
        const share = members.indexOf(member)
        const owners = new Map(
          all<{ partition: number; member: string }>(
            'select partition, member from lease where topic = ? and consumers = ?',
            topic,
            group,
          ).map((row) => [row.partition, row.member]),
        )
        for (let partition = 0; partition < partitions; partition += 1) {
          const wanted = share >= 0 && partition % members.length === share
          const owner = owners.get(partition)
          const held = owner === member
          const taken = owner === undefined && wanted && !isBusy(topic, partition)
          const givenUp = held && !wanted && !isBusy(topic, partition)
          if (taken) run('insert into lease values (?, ?, ?, ?)', topic, group, partition, member)
          if (givenUp) {
            run(
              'delete from lease where topic = ? and consumers = ? and partition = ?',
              topic,
              group,
              partition,
            )
            released += 1
          }
          if (taken || (held && !givenUp)) {
            const next = number(
              'select next from acknowledged where topic = ? and consumers = ? and partition = ?',
              topic,
              group,
              partition,
            )
            leases.push({ topic, partition, next, surplus: !wanted })
          }
        }
      }
      if (released > 0) membershipChanged()
      return { leases, released, membership: membership() }
    },

    /** Returns messages from each place on (in order, limited) and the version of the membership. */
    fetch(from: (Place & { next: number })[]) {
      const batches: { place: Place; messages: LoggedMessage[] }[] = []
      const heads = new Map<string, number>()
      for (const topic of new Set(from.map((place) => place.topic)))
        for (const row of all<Place & { next: number }>('select * from head where topic = ?', topic))
          heads.set(`${topic}/${row.partition}`, row.next)
      for (const { topic, partition, next } of from) {
        if ((heads.get(`${topic}/${partition}`) ?? 0) <= next) continue
        const messages: LoggedMessage[] = []
        let characters = 0
        const rows = prepare(
          `select offset, id, key, headers, value from message
           where topic = ? and partition = ? and offset >= ? order by offset limit ${fetchMessages}`,
        ).iterate(topic, partition, next)
        for (const row of rows) {
          const message = messageOf(row, topic, partition)
          messages.push(message)
          characters += message.value.length
          if (characters >= fetchCharacters) break
        }
        if (messages.length > 0) batches.push({ place: { topic, partition }, messages })
      }
      return { batches, membership: membership() }
    },

    /** Returns false if one of the places now belongs to another member; its messages will be delivered again. */
    acknowledge(member: string, group: string, places: (Place & { next: number })[]): boolean {
      return places.map((place) => acknowledge(member, group, place, place.next)).every(Boolean)
    },

    /** Acknowledges a message and stores it as a dead letter, unless its partition now belongs to another member. */
    bury(member: string, letter: DeadLetter, place: Place, next: number, now: number): boolean {
      if (!acknowledge(member, letter.group, place, next)) return false
      store(
        deadLetterTopic(letter.topic, letter.group),
        { ...letter, headers: deadLetterHeaders(letter) },
        now,
      )
      return true
    },

    deadLetters(topic: string, group: string, limit: number): DeadLetter[] {
      return all<Row>(
        'select * from message where topic = ? order by at, partition, offset limit ?',
        deadLetterTopic(topic, group),
        limit,
      ).map((row) => readDeadLetter(messageOf(row, topic, Number(row.partition))))
    },

    replay(topic: string, group: string, ids: string[] | undefined, now: number): number {
      return takeLetters(topic, group, ids, (letter) => store(replayTopic(topic, group), letter, now))
    },

    dropLetters: (topic: string, group: string, ids: string[]): number =>
      takeLetters(topic, group, ids, () => undefined),

    lag(topics: string[], group: string): number {
      return topics
        .map((topic) =>
          number(
            `select sum(max(0, h.next - max(coalesce(a.next, 0), coalesce(
               (select min(offset) from message m where m.topic = h.topic and m.partition = h.partition), h.next))))
             from head h left join acknowledged a
               on a.topic = h.topic and a.partition = h.partition and a.consumers = ? where h.topic = ?`,
            group,
            topic,
          ),
        )
        .reduce((sum, lag) => sum + lag, 0)
    },

    /**
     * Deletes messages older than `before` that every group of their topic has acknowledged; dead letters stay. Does a
     * limited amount: returns true when there may be more to delete.
     */
    drop(before: number): boolean {
      let more = false
      for (const { topic, partition, next } of all<Place & { next: number }>('select * from head')) {
        if (topic.endsWith(deadLetterSuffix)) continue
        const acknowledged = number(
          'select coalesce(min(next), ?) from acknowledged where topic = ? and partition = ?',
          next,
          topic,
          partition,
        )
        const rows = all<{ offset: number; at: number }>(
          `select offset, at from message where topic = ? and partition = ? and offset < ?
           order by offset limit ${dropAtOnce}`,
          topic,
          partition,
          acknowledged,
        )
        const firstKept = rows.findIndex((row) => row.at >= before)
        const dropped = firstKept < 0 ? rows : rows.slice(0, firstKept)
        const last = dropped.at(-1)
        if (!last) continue
        run(
          'delete from message where topic = ? and partition = ? and offset <= ?',
          topic,
          partition,
          last.offset,
        )
        more ||= dropped.length === dropAtOnce
      }
      return more
    },

    begin(durable: boolean) {
      // Without the sync at commit, only acknowledgements and leases could be lost in a power failure: messages would
      // be delivered again.
      database.exec(durable ? 'pragma synchronous = full' : 'pragma synchronous = normal')
      database.exec('begin immediate')
    },
    commit() {
      database.exec('commit')
    },
    rollback() {
      if (database.isTransaction) database.exec('rollback')
    },
    /** Changes when another connection, of this or another process, has committed. */
    dataVersion: () => number('pragma data_version'),
    close() {
      database.close()
    },
  }
}

type Row = Record<string, unknown>

function messageOf(row: Row, topic: string, partition: number): LoggedMessage {
  const headers = row.headers ? (JSON.parse(String(row.headers)) as Record<string, string>) : undefined
  return {
    topic,
    partition,
    offset: Number(row.offset),
    id: String(row.id),
    key: String(row.key),
    value: String(row.value),
    ...(headers && { headers }),
  }
}
