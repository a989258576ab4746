/** The history of Northwind Agency, as steps in chronological order, each of them idempotent. */
import { agent } from '@parley/agent/agent.decider.ts'
import { agentIdOf, newSecretKey } from '@parley/agent/random.ts'
import { templateFor } from '@parley/agent/templates/templates.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { Actor, Cause } from '@parley/contracts/message.ts'
import { conversation, subjectOf } from '@parley/conversation/conversation.decider.ts'
import { lead, leadIdOf, visitorSubject } from '@parley/conversation/leads/lead.decider.ts'
import { languageOf } from '@parley/conversation/phrases.ts'
import { firstMessages } from '@parley/conversation/visiting/first-messages.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { costOf, estimateMaxCost } from '@parley/credits/reply-cost.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { openEvent } from '@parley/kernel/folded-streams.ts'
import type { Keyring } from '@parley/kernel/sealing.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { type TemplateKnowledge, templateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import {
  aftermath,
  countryOf,
  type Deed,
  demoCannedResponses,
  demoTags,
  type Told,
  visitorOf,
} from './aftermath.ts'
import type { Business } from './business.ts'
import { stableId } from './chance.ts'
import { countLoads } from './loads.ts'
import type { Past } from './past.ts'
import { type Turn, type Visit, visit } from './visits.ts'

/** A visit with its ids. */
type Came = Visit & { nth: number; conversationId: string; visitorId: string }

/** `at`: milliseconds since 1970. */
export type Step = {
  at: number
  kind: 'agency' | 'agent' | 'knowledge' | 'conversation'
  run(): Promise<unknown>
}

export type HistoryOptions = {
  past: Past
  keyring: Keyring
  region: Region
  workspaceId: string
  userId: string
  businesses: readonly Business[]
  conversations: number
  now: number
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MAX_TOKENS = 1_024

export function history(options: HistoryOptions): Step[] {
  const { past, keyring, region, workspaceId, userId, businesses, now } = options
  const { handle, load } = past.commands
  const credits = creditsCommands({ handle })
  const addKnowledge = templateKnowledge({ handle })
  const person: Actor = { kind: 'user', id: userId }
  const sources = new Map<string, string>()
  const ingest = createIngest({
    handle,
    load,
    extract: () => Promise.reject(new Error('the demo adds no documents')),
  })

  const visits = Array.from({ length: options.conversations }, (_, nth): Came => {
    const visited = visit(nth, businesses, now)
    const conversationId = stableId(workspaceId, 'conversation', nth)
    const visitorId = visitorOf(workspaceId, conversationId, nth, visited)
    return { ...visited, nth, conversationId, visitorId }
  })
  const steps = [...agency(), ...businesses.flatMap(agentSteps), ...visits.flatMap(visitSteps)]
  return steps.sort((one, other) => one.at - other.at)

  function agency(): Step[] {
    const at = now - 44.2 * DAY_MS
    const rename = { type: 'SaveWorkspace', workspaceName: 'Northwind Agency' } as const
    const grant = { workspaceId, amount: 10_000, reason: 'demo' } as const
    return [
      {
        at,
        kind: 'agency',
        run: async () => done(handle(workspace, workspaceId, rename, by(person, 'rename'))),
      },
      { at, kind: 'agency', run: async () => done(credits.grantCredits(grant, by(person, 'grant'))) },
      { at, kind: 'agency', run: inboxSettings },
    ]
  }

  async function inboxSettings() {
    const settings = { predefinedTags: [...demoTags] }
    await done(handle(workspace, workspaceId, { type: 'ChangeInboxSettings', settings }, by(person, 'inbox')))
    for (const response of demoCannedResponses) {
      const cannedResponse = { ...response, cannedResponseId: stableId('canned', response.shortcut) }
      const command = { type: 'SaveCannedResponse', cannedResponse } as const
      await done(handle(workspace, workspaceId, command, by(person, `canned/${response.shortcut}`)))
    }
  }

  function agentSteps(business: Business): Step[] {
    const createdAt = officeHours(now - business.since * DAY_MS, 9)
    const own = templateOf(business).knowledge ?? []
    const times = business.edits
      .map((_, nth) => {
        const share = ((nth + 1) / (business.edits.length + 1)) ** 1.6
        const at = officeHours(createdAt + HOUR_MS + share * (now - createdAt - DAY_MS), 9 + (nth % 8))
        return Math.min(Math.max(at, createdAt + 6 * HOUR_MS), now - HOUR_MS)
      })
      .sort((one, other) => one - other)
    const published = business.edits.map(
      (edit, nth): Step => ({
        at: times[nth] ?? now,
        kind: 'agent',
        run: () => publish(business, edit, nth),
      }),
    )
    return [
      { at: createdAt, kind: 'agent', run: () => create(business) },
      { at: createdAt + 1_000, kind: 'knowledge', run: () => learn(business, own, 'template') },
      ...business.knowledge.map(
        (item, nth): Step => ({
          at: createdAt + (1 + nth * 2) * HOUR_MS,
          kind: 'knowledge',
          run: () => learn(business, [item], `more-${nth}`),
        }),
      ),
      ...published,
    ]
  }

  function create(business: Business) {
    const { key, template, title } = business
    const { template: document } = templateOf(business)
    const agentId = agentIdFor(business)
    return done(
      handle(
        agent,
        agentId,
        {
          type: 'CreateAgent',
          agentId,
          ownerID: workspaceId,
          region,
          document: {
            ...document,
            title,
            enableGeoAnalytics: true,
            internal: { ...document.internal, template },
          },
          newSecretKey: newSecretKey(),
          template,
        },
        by(person, `${key}/create`),
      ),
    )
  }

  async function publish(business: Business, edit: Business['edits'][number], nth: number) {
    const agentId = agentIdFor(business)
    const save = {
      type: 'SaveAgent',
      agentId,
      ownerID: workspaceId,
      region,
      document: edit,
      newSecretKey: newSecretKey(),
    } as const
    await done(handle(agent, agentId, save, by(person, `${business.key}/publish-${nth}`)))
    const backup = { type: 'SaveBackup', agentId } as const
    await done(handle(agent, agentId, backup, by(person, `${business.key}/version-${nth}`)))
  }

  async function learn(business: Business, items: readonly TemplateKnowledge[], name: string) {
    const context = by(person, `${business.key}/${name}`)
    const { sourceIds } = await addKnowledge(workspaceId, agentIdFor(business), items, context)
    for (const [index, sourceId] of sourceIds.entries()) {
      sources.set(`${business.key}/${items[index]?.name}`, sourceId)
      const added = past.keptBack(`knowledge-${sourceId}`)
      if (added) await ingest((await openEvent(keyring, knowledgeEvents, added)) as never, 'small')
    }
  }

  function visitSteps(visited: Came): Step[] {
    const { nth } = visited
    const kind = 'conversation'
    const steps: Step[] = [{ at: visited.startedAt, kind, run: () => start(visited) }]
    if (visited.channel === 'web-chat')
      steps.push({ at: visited.startedAt - 1, kind, run: () => loadAround(visited) })
    let at = visited.startedAt
    for (const [index, turn] of visited.turns.entries()) {
      const askedAt = at + turn.pauseMs
      at = askedAt + turn.tookMs
      steps.push({ at: askedAt, kind, run: () => ask(visited, turn, index) })
      steps.push({ at, kind, run: () => answer(visited, turn, index) })
    }
    const { deeds, told } = aftermath(visited, nth, { userId, displayName: 'Nora Winther' }, now)
    // The lead comes first, so that the policy that captures fields finds it and changes nothing.
    if (told) steps.push({ at: told.at - 1, kind, run: () => makeLead(visited, told) })
    for (const deed of deeds) steps.push({ at: deed.at, kind, run: () => takeCare(visited, deed) })
    return steps
  }

  function loadAround(visited: Came) {
    const context = said(visited.conversationId, { kind: 'system', id: 'widget-loads' }, 'loads')
    return done(countLoads({ handle }, visited.nth, visited, agentIdFor(visited.business), context))
  }

  async function takeCare(visited: Came, deed: Deed) {
    const { conversationId } = visited
    const actor = deed.by === 'person' ? person : actorOf(visited)
    const context = said(conversationId, actor, deed.name)
    const via = deed.by === 'person' ? 'dashboard' : 'widget'
    return done(
      handle(conversation, conversationId, deed.command, {
        ...context,
        cause: { ...context.cause, via },
      }),
    )
  }

  async function makeLead(visited: Came, told: Told) {
    const { conversationId, visitorId, channel } = visited
    const agentId = agentIdFor(visited.business)
    const leadId = leadIdOf(agentId, visitorId)
    const context = (name: string, actor: Actor) => ({
      ...by(actor, `${conversationId}/${name}`),
      subject: visitorSubject(agentId, visitorId),
    })
    const capture = {
      type: 'CaptureLead',
      leadId,
      agentId,
      visitorId,
      conversationId,
      channel,
      by: 'form',
      fields: told.fields,
    } as const
    await done(handle(lead, leadId, capture, context('lead', { kind: 'policy', id: 'capture-leads' })))
    const { stage, note } = told
    const save = { type: 'SaveLead', agentId, stage, ...(note ? { note } : {}) } as const
    await done(handle(lead, leadId, save, context('lead-saved', person)))
  }

  async function start(visited: Came) {
    const { business, turns: _, startedAt: __, nth, conversationId, visitorId, ...about } = visited
    const agentId = agentIdFor(business)
    const document = (await load(agent, agentId))?.state.document ?? {}
    const first = firstMessages(document, languageOf(document.lang, visited.lang))
    const country = countryOf(nth, visited.lang)
    const command = {
      type: 'StartConversation',
      conversation: { conversationId, agentId, visitorId, country, ...about },
      firstMessages: first.messages.map((blocks, index) => ({
        messageId: stableId(conversationId, 'first', index),
        blocks,
      })),
      ...(first.flow === undefined ? {} : { flow: first.flow }),
      impersonal: true,
    } as const
    return done(
      handle(conversation, conversationId, command, said(conversationId, actorOf(visited), 'start')),
    )
  }

  async function ask(visited: Came, turn: Turn, index: number) {
    const { conversationId } = visited
    const agentId = agentIdFor(visited.business)
    const messageId = stableId(conversationId, 'message', index)
    const command = { type: 'ReceiveVisitorMessage', messageId, text: turn.asked } as const
    const actor = actorOf(visited)
    const holdId = `${conversationId}.${messageId}.1`
    const amount = estimateMaxCost({
      modelId: await modelOf(agentId),
      promptTokens: promptTokens(turn),
      maxTokens: MAX_TOKENS,
    })
    await done(handle(conversation, conversationId, command, said(conversationId, actor, `message-${index}`)))
    await done(
      credits.holdCredits(
        { workspaceId, holdId, amount, agentId, conversationId },
        said(conversationId, replying(agentId), `reply-${index}`),
      ),
    )
  }

  async function answer(visited: Came, turn: Turn, index: number) {
    const { conversationId } = visited
    const agentId = agentIdFor(visited.business)
    const inReplyTo = stableId(conversationId, 'message', index)
    const messageId = stableId(conversationId, 'reply', index)
    const context = said(conversationId, replying(agentId), `reply-${index}`)
    const hold = { workspaceId, holdId: `${conversationId}.${inReplyTo}.1` }
    const { outcome } = turn
    if (outcome.kind === 'failed') {
      const { reason, notice } = outcome
      const failure = { type: 'RecordFailure', messageId, inReplyTo, attempt: 1, notice, reason } as const
      await done(handle(conversation, conversationId, failure, context))
      return done(credits.releaseCredits({ ...hold, reason }, context))
    }
    const used = {
      modelId: await modelOf(agentId),
      inputTokens: promptTokens(turn),
      outputTokens: Math.ceil(outcome.text.length / 4),
    }
    const cost = costOf(used)
    const sourceId = sources.get(`${visited.business.key}/${outcome.source}`)
    const blocks: Block[] = [{ type: 'text', text: outcome.text }]
    const reply = {
      messageId,
      inReplyTo,
      blocks,
      sources: sourceId && outcome.source ? [{ sourceId, name: outcome.source }] : [],
      ...used,
      tookMs: turn.tookMs,
      cost,
      grounded: outcome.grounded,
    }
    const command = { type: 'RecordReply', reply } as const
    await Promise.all([
      done(handle(conversation, conversationId, command, context)),
      done(credits.settleCredits({ ...hold, amount: cost, ...used }, context)),
    ])
  }

  async function modelOf(agentId: string): Promise<string> {
    return (await load(agent, agentId))?.state.document.vg_defaultModel ?? ''
  }

  function agentIdFor({ key }: Business): string {
    return agentIdOf(workspaceId, `demo/${key}`)
  }

  function actorOf({ channel, visitorId }: Came): Actor {
    return channel === 'test-panel' ? person : { kind: 'visitor', id: visitorId }
  }

  function by(actor: Actor, name: string): CommandContext {
    return context(actor, name, 'dashboard')
  }

  function said(conversationId: string, actor: Actor, name: string): CommandContext {
    return {
      ...context(actor, `${conversationId}/${name}`, 'widget'),
      subject: subjectOf({ conversationId }),
    }
  }

  /** Each event of the demo is marked as such: `by` names this script. */
  function context(actor: Actor, name: string, via: Cause['via']): CommandContext {
    const command = `demo/${name}`
    return { tenant: workspaceId, actor, cause: { via, by: 'demo', command, correlation: command } }
  }
}

/** The template as the business's agent is created from it. */
function templateOf({ template, name, title }: Business) {
  return templateFor(template, { business: name, agent: title })
}

function replying(agentId: string): Actor {
  return { kind: 'system', id: `agent ${agentId}` }
}

/** The prompt with the chunks found and the conversation so far, about as long as in reality. */
function promptTokens({ asked, outcome }: Turn): number {
  return 620 + asked.length * 3 + (outcome.kind === 'answered' ? outcome.text.length : 0)
}

/** At this hour of the day, UTC; not on a Sunday. */
function officeHours(at: number, hour: number): number {
  const day = Math.floor(at / DAY_MS)
  const shifted = new Date(at).getUTCDay() === 0 ? day + 1 : day
  return shifted * DAY_MS + hour * HOUR_MS + (at % (50 * 60_000))
}

/** Throws on a refusal, since it means that the demo's history is wrong. */
async function done<Outcome extends { ok: true } | { ok: false; rejection: { message: string } }>(
  outcome: Promise<Outcome>,
): Promise<void> {
  const settled = await outcome
  if (!settled.ok) throw new Error(settled.rejection.message)
}
