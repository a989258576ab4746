/**
 * Commands that overwrite what their caller has read (`If-Match` with the `ETag` of a query). An ETag names the position of
 * the newest event in what was read; a command is refused if the log has a later one of what it overwrites. It is asked
 * for the revision that the append then expects, so that no change can come in between.
 */
import type { AnyEvent, EventCatalogue } from '@parley/contracts/message.ts'
import type { EventStore } from '../log/event-store.ts'
import type { FoldedStream } from '../log/folded-streams.ts'
import { decode } from '../log/recorded-event.ts'
import type { CommandContext } from './command-handling.ts'
import { type Aggregate, type Rejection, refuse } from './decider.ts'

/** The events of a stream that change one thing in it: of these types, and with these values in their data. */
export type Overwritten = { types: readonly string[]; about: Readonly<Record<string, unknown>> }

const PAGE = 100
/** Whoever has read nothing of this many events counts as one who has not read the newest. */
const MOST_LOOKED_AT = 5_000

/**
 * Returns the context for a command that overwrites what events of these types change. With `about`, only those that have
 * its values: `{ cannedResponseId }`.
 */
export function overwriting<State, Command, E extends AnyEvent, Type extends E['type']>(
  _: Aggregate<State, Command, E>,
  context: CommandContext,
  types: readonly Type[],
  about: { [Name in keyof Extract<E, { type: Type }>['data']]?: string } = {},
): CommandContext {
  return { ...context, overwrites: { types, about } }
}

/** Refuses a command whose caller has not read the newest of what it overwrites; undefined if it may go on. */
export async function refuseUnread(
  eventStore: Pick<EventStore, 'readStream'>,
  catalogue: EventCatalogue,
  stream: string,
  { revision, position }: Pick<FoldedStream, 'revision' | 'position'>,
  { readUpTo, overwrites }: CommandContext,
): Promise<{ ok: false; rejection: Rejection } | undefined> {
  if (readUpTo === undefined || !overwrites || position <= readUpTo) return undefined
  const newest = Number(revision)
  for (let end = newest + 1; end > 0; end -= PAGE) {
    if (newest - end >= MOST_LOOKED_AT) return unread
    const from = Math.max(0, end - PAGE)
    const events = await eventStore.readStream(stream, { from, limit: end - from })
    for (const stored of events.reverse()) {
      if (stored.position <= readUpTo) return undefined
      if (!overwrites.types.includes(stored.type)) continue
      const data = Object(decode(stored, catalogue).data)
      if (Object.entries(overwrites.about).every(([name, value]) => data[name] === value)) return unread
    }
  }
  return undefined
}

const unread = refuse(
  'changed-since-read',
  'This was changed after you read it. Read it again and repeat your change with the new ETag.',
)
