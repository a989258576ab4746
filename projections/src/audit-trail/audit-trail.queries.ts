/** The timeline of a workspace, newest first, filtered by type, actor, agent, stream, time and words. */

import type { AuditEntryView, auditEndpoints } from '@parley/contracts/audit/endpoints.ts'
import { AGENCY_ADMIN_NAME } from '@parley/contracts/client/agency-admin.ts'
import { analyticsNameOf, analyticsNamesOf, ERASED, FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { Call, Handlers } from '@parley/kernel/commands/handler.ts'
import { reply } from '@parley/kernel/commands/handler.ts'
import type { Recorded } from '@parley/kernel/log/recorded-event.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { BadCursor } from '@parley/kernel/read-models/read-store.query.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
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
  /** Returns the user ids of those who were members before. */
  formerMembersOf(tenant: string): Promise<string[]>
  /** Returns the ids of clients of the workspace, a thousand at most. */
  clientsOf(tenant: string): Promise<string[]>
  /** Returns the names of clients of the workspace, by id, without those that were deleted. */
  clientNames(tenant: string, clientIds: string[]): Promise<Record<string, string>>
  /** Returns the names of the visitors of conversations, by conversation id, for a reader who may read those. */
  visitorNames(tenant: string, conversationIds: string[]): Promise<Record<string, string>>
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
      const people = query.cursor === undefined ? await peopleOf(deps, tenant) : []
      const { items, next } = await find(deps, tenant, query, may)
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

type Person = { userId: string; displayName: string; kind: 'member' | 'client' | 'former-member' }

/** Returns those whose acts the timeline can be filtered by: the members, the clients and former members, each by name. */
async function peopleOf(deps: AuditTrailDeps, tenant: string): Promise<Person[]> {
  const [members, former, clients] = await Promise.all([
    deps.membersOf(tenant),
    deps.formerMembersOf(tenant),
    deps.clientsOf(tenant),
  ])
  const clientNames = await deps.clientNames(tenant, clients)
  const [membersByName, formerByName] = await Promise.all(
    [members, former.filter((userId) => !members.includes(userId))].map((ids) =>
      Promise.all(ids.map(async (userId) => [userId, await deps.nameOf(tenant, userId)] as const)),
    ),
  )
  const named = (kind: Person['kind'], people: (readonly [string, string | undefined])[] = []) =>
    people
      .map(([userId, name]) => ({ userId, displayName: name ?? FORMER_MEMBER, kind }))
      .sort((one, other) => byName(one.displayName, other.displayName))
  return [
    ...named('member', membersByName),
    ...named(
      'client',
      Object.entries(clientNames).filter(([, name]) => isName(name)),
    ),
    ...named(
      'former-member',
      formerByName?.filter(([, name]) => isName(name)),
    ),
  ]
}

/** Nobody can be told by the words in the place of an erased name. */
const isName = (name: string | undefined): boolean =>
  name !== undefined && name !== '' && name !== ERASED && name !== FORMER_MEMBER

/** Returns a page of entries, newest first; `next` is the position before which the next page begins. */
async function find(
  deps: AuditTrailDeps,
  tenant: string,
  query: Query,
  may: Call['may'],
): Promise<{ items: AuditTrailEntry[]; next?: number }> {
  const { limit = 50, cursor } = query
  const titles = query.search ? await deps.titles(tenant) : new Map<string, string>()
  const names: Names = { ...noNames(), titles }
  const matches = matcher(deps.trail, query, names)
  const items: AuditTrailEntry[] = []
  const stopAt = performance.now() + READ_MS
  let before = cursor === undefined ? Number.MAX_SAFE_INTEGER : positionIn(cursor)
  for await (const { entries, from } of read(deps, tenant, query, before)) {
    if (query.search) await readNames(deps, tenant, may, entries, names)
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
    return tokenName(await names.token(actor.id))
  }
  if (actor.kind === 'agency-admin') return AGENCY_ADMIN_NAME
  if (actor.kind === 'visitor') return names.visitor()
  return agentId !== undefined && actor.id === `agent ${agentId}` ? names.agent : undefined
}

function tokenName(token: { name: string; madeBy: string } | undefined): string | undefined {
  return token && `Token ${token.name} of ${token.madeBy}`
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

/** The names that rows show, by the ids of those who have them; undefined for one that has none. */
type Names = {
  users: Map<string, string | undefined>
  clients: Map<string, string | undefined>
  tokens: Map<string, string | undefined>
  /** By conversation. */
  visitors: Map<string, string | undefined>
  titles: Map<string, string>
}

const noNames = (): Names => ({
  users: new Map(),
  clients: new Map(),
  tokens: new Map(),
  visitors: new Map(),
  titles: new Map(),
})

/** Adds the names that the rows of these entries show to those that are known. */
async function readNames(
  deps: AuditTrailDeps,
  tenant: string,
  may: Call['may'],
  entries: AuditTrailEntry[],
  names: Names,
): Promise<void> {
  const of = (kind: string) => entries.filter(({ actorKind }) => actorKind === kind)
  const ids = (prefix: string) => entries.map(({ stream }) => idIn(stream, prefix))
  const users = unknown(names.users, [
    ...of('user').map(({ actorId }) => actorId),
    ...entries.map(({ viewerId }) => viewerId),
  ])
  const clients = unknown(names.clients, [...of('client').map(({ actorId }) => actorId), ...ids('client')])
  const tokens = unknown(
    names.tokens,
    of('token').map(({ actorId }) => actorId),
  )
  const visitors = unknown(names.visitors, may('conversation.read') ? ids('conversation') : [])
  const tokenOf = deps.namesOf({ stream: '', agentTitle: undefined }, tenant, may).token
  await Promise.all([
    ...users.map(async (userId) => names.users.set(userId, await deps.nameOf(tenant, userId))),
    ...tokens.map(async (id) => names.tokens.set(id, tokenName(await tokenOf(id)))),
    keep(names.clients, clients, deps.clientNames(tenant, clients)),
    keep(names.visitors, visitors, deps.visitorNames(tenant, visitors)),
  ])
}

/** Returns those of the ids, each once, that were not looked up yet. */
function unknown(known: ReadonlyMap<string, unknown>, ids: (string | undefined)[]): string[] {
  return [...new Set(ids)].filter((id): id is string => id !== undefined && id !== '' && !known.has(id))
}

async function keep(
  names: Map<string, string | undefined>,
  ids: string[],
  found: Promise<Record<string, string>>,
): Promise<void> {
  const byId = await found
  for (const id of ids) names.set(id, byId[id] === ERASED ? undefined : byId[id])
}

/** Returns the names that the row of an entry shows. */
function namesIn(entry: AuditTrailEntry, names: Names): (string | undefined)[] {
  const { actorKind, actorId, viewerId, agentId, stream } = entry
  const client = idIn(stream, 'client')
  const conversation = idIn(stream, 'conversation')
  return [
    actorKind === 'user' ? names.users.get(actorId) : undefined,
    actorKind === 'client' ? names.clients.get(actorId) : undefined,
    actorKind === 'token' ? names.tokens.get(actorId) : undefined,
    actorKind === 'agency-admin' ? AGENCY_ADMIN_NAME : undefined,
    names.users.get(viewerId),
    names.titles.get(agentId),
    client && names.clients.get(client),
    conversation && names.visitors.get(conversation),
  ]
}

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
      viewerId,
      agentId,
      id,
      by,
      request,
      ...namesIn(entry, names),
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
