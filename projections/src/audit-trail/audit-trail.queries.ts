/** The timeline of a workspace, newest first, filtered by type, actor, agent, stream, time and words. */

import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import { AGENCY_ADMIN_NAME } from '@parley/contracts/client/agency-admin.ts'
import { analyticsNameOf, analyticsNamesOf, FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { Call, Handlers } from '@parley/kernel/handler.ts'
import { reply } from '@parley/kernel/handler.ts'
import { BadCursor } from '@parley/kernel/read-store.query.ts'
import type { Reader } from '@parley/kernel/reader.ts'
import type { Recorded } from '@parley/kernel/recorded-event.ts'
import { byName } from '../by-name.ts'
import {
  type AuditPlaces,
  beginningOf,
  placeId,
  placesOfActor,
  placesOfAgent,
  sectionOf,
} from './audit-places.projection.ts'
import {
  type AuditTrail,
  type AuditTrailBlock,
  type AuditTrailEntry,
  blockOf,
  entriesOf,
} from './audit-trail.projection.ts'

/** How long, in ms, one page may take to fill; a search with few results continues on the next page. */
const READ_MS = 500
const BLOCKS_AT_ONCE = 200
const SECTIONS_AT_ONCE = 50

import type { Named } from './event-names.ts'
import { type EventNames, sentenceOf } from './event-sentences.ts'

export type AuditTrailDeps = {
  reader: Reader
  trail: AuditTrail
  places: AuditPlaces
  /** Returns an event of the log, sealed; undefined if there is none. */
  eventAt(stream: string, revision: number): Promise<Recorded | undefined>
  /** Returns the display name of a user of the workspace, if known. */
  nameOf(tenant: string, userId: string): Promise<string | undefined>
  /** Returns the name of a client of the workspace, if it is live. */
  clientNameOf(tenant: string, clientId: string): Promise<string | undefined>
  /** Returns the user ids of the workspace's members. */
  membersOf(tenant: string): Promise<string[]>
  /** Returns the names behind the ids of an event, for a reader with these permissions. */
  namesOf(event: Named, tenant: string, may: Call['may']): EventNames
  /** Returns the title of an agent, if there is one. */
  titleOf(tenant: string, agentId: string): Promise<string | undefined>
  /** Returns the titles of all agents of the workspace, by id. */
  titles(tenant: string): Promise<Map<string, string>>
}

export function auditTrailQueries(deps: AuditTrailDeps): Handlers<typeof auditEndpoints> {
  return {
    'audit.timeline': async ({ tenant, query, may }) => {
      const people = await peopleOf(deps, tenant)
      const { items, next } = await find(deps, tenant, query, people)
      const views = await Promise.all(items.map((entry) => entryView(deps, tenant, may, entry)))
      return reply({
        items: views,
        types: Object.keys(deps.trail.events).sort(),
        people,
        ...(next === undefined ? {} : { next: String(next) }),
      })
    },
  }
}

type Person = { userId: string; displayName: string }

/** Returns the members of a workspace, ordered by name. */
async function peopleOf(deps: AuditTrailDeps, tenant: string): Promise<Person[]> {
  const ids = await deps.membersOf(tenant)
  const people = await Promise.all(
    ids.map(async (userId) => ({
      userId,
      displayName: (await deps.nameOf(tenant, userId)) ?? FORMER_MEMBER,
    })),
  )
  return people.sort((one, other) => byName(one.displayName, other.displayName))
}

/** Returns a page of entries, newest first; `next` is the position before which the next page begins. */
async function find(
  deps: AuditTrailDeps,
  tenant: string,
  query: Query,
  people: Person[],
): Promise<{ items: AuditTrailEntry[]; next?: number }> {
  const { limit = 50, cursor } = query
  const titles = query.search ? await deps.titles(tenant) : new Map<string, string>()
  const matches = matcher(deps.trail, query, {
    people: new Map(people.map(({ userId, displayName }) => [userId, displayName])),
    titles,
  })
  const items: AuditTrailEntry[] = []
  const stopAt = performance.now() + READ_MS
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : positionIn(cursor)
  for await (const { entries, from } of read(deps, tenant, query, before)) {
    for (const entry of entries) {
      if (entry.position >= before) continue
      if (items.length === limit) return { items, next: before }
      before = entry.position
      if (matches(entry)) items.push(entry)
    }
    before = Math.min(before, from)
    if (performance.now() > stopAt) return { items, next: before }
  }
  return { items }
}

/** `entries` are all that may match at `from` and later, newest first, without those that were yielded before. */
type Part = { entries: AuditTrailEntry[]; from: number }

/** Reads the entries before a position, newest first. */
function read(deps: AuditTrailDeps, tenant: string, query: Query, before: number): AsyncGenerator<Part> {
  const of = [
    ...(query.actor === undefined ? [] : [placesOfActor(query.actor)]),
    ...(query.agent === undefined ? [] : [placesOfAgent(query.agent)]),
  ]
  return of.length === 0 ? readAll(deps, tenant, before) : readPlaces(deps, tenant, of, before)
}

async function* readAll(
  { reader, trail }: AuditTrailDeps,
  tenant: string,
  before: number,
): AsyncGenerator<Part> {
  const where = { block: { lte: blockOf(before - 1) } }
  let cursor: string | undefined
  do {
    const asked = { index: 'byBlock', where, order: 'desc', limit: BLOCKS_AT_ONCE, cursor } as const
    const page = await reader.find(trail, tenant, asked)
    const entries = newestFirst(page.items)
    yield { entries, from: entries.at(-1)?.position ?? 0 }
    cursor = page.next
  } while (cursor !== undefined)
}

/** Reads only the sections of the log that have events of all of `of`. */
async function* readPlaces(
  { reader, trail, places }: AuditTrailDeps,
  tenant: string,
  [first = '', ...others]: string[],
  before: number,
): AsyncGenerator<Part> {
  const where = { of: first, section: { lte: sectionOf(before - 1) } }
  let cursor: string | undefined
  do {
    const asked = { index: 'bySection', where, order: 'desc', limit: SECTIONS_AT_ONCE, cursor } as const
    const page = await reader.find(places, tenant, asked)
    for (const { section } of page.items) {
      const from = beginningOf(section)
      const found = await Promise.all(
        others.map((of) => reader.get(places, tenant, placeId({ of, section }))),
      )
      if (found.some((place) => place === undefined)) {
        yield { entries: [], from }
        continue
      }
      const blocks = { gte: blockOf(from), lt: blockOf(beginningOf(section + 1)) }
      const query = {
        index: 'byBlock',
        where: { block: blocks },
        order: 'desc',
        limit: BLOCKS_AT_ONCE,
      } as const
      yield { entries: newestFirst((await reader.find(trail, tenant, query)).items), from }
    }
    cursor = page.next
  } while (cursor !== undefined)
}

function newestFirst(blocks: AuditTrailBlock[]): AuditTrailEntry[] {
  return blocks.flatMap((block) => entriesOf(block).reverse())
}

function positionIn(cursor: string): number {
  if (!/^\d{1,16}$/.test(cursor)) throw new BadCursor('This cursor does not belong to the timeline.')
  return Number(cursor)
}

async function entryView(
  deps: AuditTrailDeps,
  tenant: string,
  may: Call['may'],
  { stream, revision, agentId }: AuditTrailEntry,
): Promise<AuditEntryView> {
  const found = await deps.eventAt(stream, revision)
  if (!found) throw new Error(`Event ${revision} of ${stream} is in the read models and not in the log`)
  const { tenant: _, subject: __, previousHash: ___, ...event } = found
  return viewOf(deps, tenant, may, agentId === '' ? event : { ...event, agentId })
}

/** Returns an event without its data, with the names of its actor and its agent, and what it says in words. */
export async function viewOf(
  deps: Pick<AuditTrailDeps, 'trail' | 'nameOf' | 'clientNameOf' | 'titleOf' | 'namesOf'>,
  tenant: string,
  may: Call['may'],
  { data, ...event }: Untold,
): Promise<AuditEntryView> {
  const agentTitle = event.agentId === undefined ? undefined : await deps.titleOf(tenant, event.agentId)
  const names = deps.namesOf({ ...event, agentTitle }, tenant, may)
  const [actorName, sentence] = await Promise.all([
    actorNameOf(deps, tenant, event, names),
    sentenceOf({ type: event.type, data }, names),
  ])
  const analytics = analyticsNameOf(deps.trail.events[event.type], data)
  return {
    ...event,
    ...(actorName === undefined ? {} : { actorName }),
    ...(agentTitle === undefined ? {} : { agentTitle }),
    summary: summaryOf(deps, event.type),
    ...(sentence === undefined ? {} : { sentence }),
    ...(analytics === undefined ? {} : { analytics }),
  }
}

/** An event with its data that is to be told. */
export type Untold = Omit<
  AuditEntryView,
  'summary' | 'sentence' | 'analytics' | 'actorName' | 'agentTitle'
> & {
  data: unknown
}

/** An agent acts under its own name, a visitor under that of their conversation, and who views as a client under both. */
async function actorNameOf(
  deps: Pick<AuditTrailDeps, 'nameOf' | 'clientNameOf'>,
  tenant: string,
  { actor, agentId }: Pick<Untold, 'actor' | 'agentId'>,
  names: EventNames,
): Promise<string | undefined> {
  if (actor.kind === 'user') return deps.nameOf(tenant, actor.id)
  if (actor.kind === 'client') {
    const name = await deps.clientNameOf(tenant, actor.id)
    if (actor.viewer === undefined) return name
    return `${(await deps.nameOf(tenant, actor.viewer)) ?? FORMER_MEMBER} as ${name ?? 'a client'}`
  }
  if (actor.kind === 'token') {
    const token = await names.token(actor.id)
    return token && `Token ${token.name} of ${token.madeBy}`
  }
  if (actor.kind === 'agency-admin') return AGENCY_ADMIN_NAME
  if (actor.kind === 'visitor') return names.visitor()
  return agentId !== undefined && actor.id === `agent ${agentId}` ? names.agent : undefined
}

/** Returns the event's summary. */
function summaryOf({ trail }: Pick<AuditTrailDeps, 'trail'>, type: string): string {
  return trail.events[type]?.summary ?? type
}

type Query = {
  search?: string
  type?: string
  actor?: string
  by?: 'people' | 'team' | 'visitors'
  agent?: string
  stream?: string
  from?: string
  to?: string
  limit?: number
  cursor?: string
}

type Names = { people: Map<string, string>; titles: Map<string, string> }

function matcher(trail: AuditTrail, query: Query, names: Names): (entry: AuditTrailEntry) => boolean {
  const words = (query.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  const [from, to] = [query.from, query.to].map(isoOf)
  return (entry) => {
    if (query.type !== undefined && entry.type !== query.type) return false
    if (query.actor !== undefined && ![entry.actorId, entry.viewerId].includes(query.actor)) return false
    if (query.by !== undefined && !isBy(query.by, entry.actorKind)) return false
    if (query.agent !== undefined && entry.agentId !== query.agent) return false
    if (query.stream !== undefined && entry.stream !== query.stream) return false
    if (from !== undefined && entry.at < from) return false
    if (to !== undefined && entry.at > to) return false
    if (words.length === 0) return true
    const { type, stream, actorKind, actorId, viewerId, agentId, id, by, request } = entry
    const shown = [
      type,
      summaryOf({ trail }, type),
      ...analyticsNamesOf(trail.events[type]),
      stream,
      actorKind,
      actorId,
      names.people.get(actorId),
      viewerId,
      names.people.get(viewerId),
      agentId,
      names.titles.get(agentId),
      id,
      by,
      request,
    ]
    const text = shown.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** Automations and the system are the platform by itself. */
function isBy(by: NonNullable<Query['by']>, actorKind: string): boolean {
  if (actorKind === 'policy' || actorKind === 'system') return false
  return by === 'people' || (actorKind === 'visitor') === (by === 'visitors')
}

/** With an offset, a time is in another order than its text. */
function isoOf(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
