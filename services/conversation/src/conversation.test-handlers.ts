/** Test support: the handlers of the conversation context on a test region, called as the host calls them. */

import { randomBytes } from 'node:crypto'
import type { WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import type { Principal, Reply, ServerSentEvent } from '@parley/kernel/commands/handler.ts'
import {
  AGENT,
  type ConversationTestRegion,
  contextOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from './conversation.test-setup.ts'
import { createFollowing } from './handoff/following.ts'
import type { HandoffRules } from './handoff/handoff-rules.ts'
import { inboxHandlers } from './handoff/inbox.handlers.ts'
import { createInbound } from './inbound/inbound.ts'
import { createAcross } from './translation/across.ts'
import { createPaidTranslation } from './translation/paid-translation.ts'
import { createTranslations } from './translation/translations.ts'
import { previewHandlers } from './visiting/preview.handlers.ts'
import { conversationHandlers } from './visiting/start-and-send.handlers.ts'
import { visitorHandlers } from './visiting/visitor-actions.handlers.ts'
import type { VisitorFile } from './visiting/visitor-files.ts'
import { createVisitorTokens } from './visiting/visitor-token.ts'

export type StartedConversation = {
  conversationId: string
  visitorToken: string
  messages: { blocks: object[] }[]
}

export const ada: Principal = {
  kind: 'user',
  userId: 'u1',
  sessionId: 's1',
  region: 'na',
  email: 'ada@example.com',
  displayName: 'Ada',
}
export const ben: Principal = { ...ada, userId: 'u2', displayName: 'Ben' }

export type Given = {
  body?: unknown
  query?: unknown
  principal?: Principal
  conversationId?: string
  /** Further path parameters. */
  params?: object
  wants?: 'json' | 'stream'
  signal?: AbortSignal
}

export type TestHandlers = Awaited<ReturnType<typeof openTestHandlers>>

export type TestHandlersSetup = Setup & {
  /** Whether a member of the team is online. */
  online?: boolean
  files?: VisitorFile[]
  predefinedTags?: string[]
  handoffRules?: Partial<HandoffRules>
  /** By their ids. */
  answeringClients?: Record<string, { orgId: string; agentIds: readonly string[] }>
}

export async function openTestHandlers(setup: TestHandlersSetup = {}) {
  const team = { online: setup.online ?? true }
  const handoffRules = async () => ({ ...defaultOrganisationInbox, ...setup.handoffRules })
  const region: ConversationTestRegion = await openConversationRegion({
    ...setup,
    deps: { teamOnline: () => team.online, handoffRules, ...setup.deps },
  })
  const visitorTokens = createVisitorTokens(randomBytes(32))
  const { handle, load, turns } = region
  const { agentDocument, transcripts } = region.deps
  const agentForVisitor = async (tenant: string, agentId: string) => {
    const document = await agentDocument(tenant, agentId)
    return document && { document }
  }
  const filesOf = async () => setup.files ?? []
  const withAddresses: Parameters<typeof createFollowing>[0]['withAddresses'] = (_, __, messages) => [
    ...messages,
  ]
  const nameOf = async (userId: string) => (userId === 'u1' ? 'Ada' : 'Ben')
  const following = createFollowing({ load, withAddresses, nameOf, transcripts, fadeMs: 250 })
  region.commands.onAppended((stream) => following.changed(stream.slice('conversation-'.length)))
  const refuseStrangers = async () => undefined
  const teamOnline = () => team.online
  const translations = region.deps.translations ?? createTranslations()
  const paid = createPaidTranslation({ models: region.deps.models, translations, credits: region.credits })
  const across = createAcross({ paid, agentDocument })
  const inbound = createInbound({
    ...{ handle, load, refresh: region.commands.refresh, newId, turns, agentDocument, agentForVisitor },
    ...(setup.deps?.dialog ? { dialog: setup.deps.dialog } : {}),
    keepFile: async ({ fileId }, { name, bytes }) => ({
      ok: true,
      file: { fileId, name, mimeType: 'text/plain', size: bytes.length },
    }),
  })
  const handlers = {
    ...conversationHandlers({
      region: 'na',
      load,
      refresh: region.commands.refresh,
      newId,
      inbound,
      drafts: region.drafts,
      visitorTokens,
      agentDocument,
      agentForVisitor,
      refuseStrangers,
      filesOf,
      transcripts,
      withAddresses,
      teamOnline,
      handoffRules,
    }),
    ...previewHandlers({
      refuseStrangers,
      cleanCss: (css) => css,
      leftOutOfCss: () => [],
      poweredBy: async () => ({ line: undefined }),
    }),
    ...visitorHandlers({
      handle,
      load,
      turns,
      following,
      transcripts,
      agentDocument,
      teamOnline,
      handoffRules,
    }),
    ...inboxHandlers({
      handle,
      load,
      refresh: (...of) => region.commands.refresh(...of),
      evict: (...of) => region.commands.evict(...of),
      newId,
      turns,
      following,
      across,
      filesOf,
      transcripts,
      agentDocument,
      memberAnswers: async (_, userId) =>
        (({ u1: true, u2: true, 'u-reads': false }) as Record<string, boolean>)[userId],
      answeringClient: async (_, clientId) => setup.answeringClients?.[clientId],
      tagRules: async () => ({
        predefinedTags: setup.predefinedTags ?? [],
        disallowAnyTags: setup.predefinedTags !== undefined,
      }),
      erase: region.keyring.erase,
    }),
  }

  function call(name: keyof typeof handlers, given: Given): Promise<Reply<unknown>> {
    const { body, query = {}, principal = { kind: 'nobody' }, conversationId } = given
    const params = { region: 'na', agentId: AGENT, conversationId, ...given.params }
    const request = {
      id: 'r1',
      address: '203.0.113.7',
      userAgent: '',
      origin: undefined,
      wants: given.wants ?? 'json',
      signal: given.signal ?? new AbortController().signal,
    }
    const whole = { params, body, query, principal, tenant: TENANT, context: contextOf(), request }
    return Promise.resolve(handlers[name]?.(whole as never) as Reply<unknown>)
  }

  async function start(body?: unknown): Promise<StartedConversation & { visitor: Principal }> {
    const started = await answerOf<StartedConversation>(call('conversations.start', { body }))
    const session = visitorTokens.verify(started.visitorToken)
    if (!session) throw new Error('no token')
    return { ...started, visitor: { kind: 'visitor', ...session } }
  }

  async function eventsOf(conversationId: string) {
    const stored = await region.eventStore.readStream(`conversation-${conversationId}`)
    return stored.map(({ type, data, metadata }) => ({
      type,
      data: JSON.parse(data),
      metadata: JSON.parse(metadata),
    }))
  }

  return { region, team, call, start, eventsOf, visitorTokens, following, across }
}

/** Starts a conversation; returns functions for what its visitor and members of the team do in it. */
export async function openTestChat(setup: TestHandlersSetup = {}) {
  const handlers = await openTestHandlers(setup)
  const { call, region, eventsOf } = handlers
  const { conversationId, visitor, visitorToken } = await handlers.start()
  const asVisitor = (name: Parameters<typeof call>[0], body?: unknown, more: object = {}) =>
    call(name, { conversationId, principal: visitor, body, ...more })
  const asTeam = (name: Parameters<typeof call>[0], body?: unknown, more: object = {}) =>
    call(name, { conversationId, principal: ada, body, ...more })
  return {
    ...handlers,
    conversationId,
    visitor,
    visitorToken,
    asVisitor,
    asTeam,
    say: (id: string, text = 'When are you open?', wants: 'json' | 'stream' = 'json') =>
      asVisitor('conversations.send', { id, text }, { wants }),
    state: () => region.stateOf(conversationId),
    events: () => eventsOf(conversationId),
    types: async () => (await eventsOf(conversationId)).map(({ type }) => type),
  }
}

export async function answerOf<Value>(answer: Promise<Reply<unknown>>): Promise<Value> {
  const reply = await answer
  if (!reply.ok) throw new Error(reply.rejection.code)
  if (!('value' in reply)) throw new Error('not a value')
  return reply.value as Value
}

export async function streamOf(answer: Promise<Reply<unknown>>): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = []
  for await (const event of await openStream(answer)) events.push(event)
  return events
}

export async function openStream(answer: Promise<Reply<unknown>>): Promise<AsyncIterable<ServerSentEvent>> {
  const reply = await answer
  if (!reply.ok || !('stream' in reply)) throw new Error('not a stream')
  return reply.stream
}

/** Reads a follow stream until an event matches; returns all events up to and including it. */
export async function until(
  stream: AsyncIterator<ServerSentEvent>,
  fits: (event: WatchEvent) => boolean,
): Promise<WatchEvent[]> {
  const seen: WatchEvent[] = []
  for (;;) {
    const { done, value } = await stream.next()
    if (done) return seen
    const event = value.data as WatchEvent
    seen.push(event)
    if (fits(event)) return seen
  }
}

export const codeOf = async (answer: Promise<Reply<unknown>>) => {
  const reply = await answer
  return reply.ok ? 'ok' : reply.rejection.code
}
