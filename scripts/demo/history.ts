/** The history of Northwind Agency, as steps, each of them idempotent. */
import { agent } from '@parley/agent/agent.decider.ts'
import { assignedVersion } from '@parley/agent/canary/assigned-version.ts'
import { newSecretKey } from '@parley/agent/random.ts'
import { templateFor } from '@parley/agent/templates/templates.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { knowledgeEvents } from '@parley/contracts/knowledge/events.ts'
import type { Actor } from '@parley/contracts/message.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { lead, leadIdOf, visitorSubject } from '@parley/conversation/leads/lead.decider.ts'
import { languageOf } from '@parley/conversation/phrases.ts'
import { firstMessages } from '@parley/conversation/visiting/first-messages.ts'
import { creditsCommands } from '@parley/credits/credits.commands.ts'
import { costOf, estimateMaxCost } from '@parley/credits/reply-cost.ts'
import { openEvent } from '@parley/kernel/log/folded-streams.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { createIngest } from '@parley/knowledge/ingestion/ingest.ts'
import { type TemplateKnowledge, templateKnowledge } from '@parley/knowledge/knowledge.handlers.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import {
  aftermath,
  countryOf,
  type Deed,
  demoCannedResponses,
  demoTags,
  requestsOf,
  type Told,
  visitorOf,
} from './aftermath.ts'
import type { Business } from './business.ts'
import { stableId } from './chance.ts'
import { countLoads } from './loads.ts'
import { agentIdFor, byHand, DAY_MS, done, HOUR_MS, ownerOf, type Stage, type Step, said } from './stage.ts'
import { type Turn, type Visit, visit } from './visits.ts'
import type { Delivered } from './webhooks.ts'

/** A visit with its ids. */
type Came = Visit & { nth: number; conversationId: string; visitorId: string }

export type HistoryOptions = Stage & {
  keyring: Keyring
  conversations: number
  /** Gets the leads that are captured on the way. */
  leads: Delivered[]
}

const MAX_TOKENS = 1_024

export function history(options: HistoryOptions): Step[] {
  const { past, keyring, region, workspaceId, userId, businesses, now } = options
  const { handle, load } = past.commands
  const credits = creditsCommands({ handle })
  const addKnowledge = templateKnowledge({ handle })
  const person = ownerOf(options)
  const sources = new Map<string, string>()
  /** Conversations with a canary version: nothing goes wrong in them, or it would be withdrawn. */
  const tried = new Set<string>()
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
  return steps

  function agency(): Step[] {
    const at = now - 44.2 * DAY_MS
    const internal = { isAgentOnboardingDone: true }
    const rename = { type: 'SaveWorkspace', workspaceName: 'Northwind Agency', internal } as const
    const grant = { workspaceId, amount: 10_000, reason: 'demo' } as const
    return [
      {
        at,
        kind: 'agency',
        run: async () => done(handle(workspace, workspaceId, rename, byHand(options, 'rename'))),
      },
      { at, kind: 'agency', run: async () => done(credits.grantCredits(grant, byHand(options, 'grant'))) },
      { at, kind: 'agency', run: inboxSettings },
    ]
  }

  async function inboxSettings() {
    const settings = { predefinedTags: [...demoTags] }
    await done(
      handle(workspace, workspaceId, { type: 'ChangeInboxSettings', settings }, byHand(options, 'inbox')),
    )
    for (const response of demoCannedResponses) {
      const cannedResponse = { ...response, cannedResponseId: stableId('canned', response.shortcut) }
      const command = { type: 'SaveCannedResponse', cannedResponse } as const
      await done(handle(workspace, workspaceId, command, byHand(options, `canned/${response.shortcut}`)))
    }
  }

  function agentSteps(business: Business): Step[] {
    const createdAt = officeHours(now - business.since * DAY_MS, 9)
    const own = templateOf(business).knowledge ?? []
    const { canary } = business
    // While a canary version runs, the published one stays as it is.
    const until = canary ? now - canary.days * DAY_MS : now
    const times = business.edits
      .map((_, nth) => {
        const share = ((nth + 1) / (business.edits.length + 1)) ** 1.6
        const at = officeHours(createdAt + HOUR_MS + share * (until - createdAt - DAY_MS), 9 + (nth % 8))
        return Math.min(Math.max(at, createdAt + 6 * HOUR_MS), until - HOUR_MS)
      })
      .sort((one, other) => one - other)
    const published = business.edits.map(
      (edit, nth): Step => ({
        at: times[nth] ?? now,
        kind: 'agent',
        run: async () => {
          await publish(business, edit, nth)
          await tryOut(business, nth, times[nth] ?? now)
        },
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
      ...(canary ? [{ at: until, kind: 'agent' as const, run: () => startCanary(business, canary) }] : []),
    ]
  }

  function create(business: Business) {
    const { key, template, title } = business
    const { template: document } = templateOf(business)
    const agentId = agentIdFor(options, business)
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
        byHand(options, `${key}/create`),
      ),
    )
  }

  async function publish(business: Business, edit: Business['edits'][number], nth: number) {
    const agentId = agentIdFor(options, business)
    const save = {
      type: 'SaveAgent',
      agentId,
      ownerID: workspaceId,
      region,
      document: edit,
      newSecretKey: newSecretKey(),
    } as const
    await done(handle(agent, agentId, save, byHand(options, `${business.key}/publish-${nth}`)))
    const backup = { type: 'SaveBackup', agentId } as const
    await done(handle(agent, agentId, backup, byHand(options, `${business.key}/version-${nth}`)))
  }

  function startCanary(business: Business, { share, document }: NonNullable<Business['canary']>) {
    const agentId = agentIdFor(options, business)
    const command = { type: 'StartCanary', agentId, document, share } as const
    return done(handle(agent, agentId, command, byHand(options, `${business.key}/canary`)))
  }

  /** What an edit took besides: help with the prompt, and the tests that were run. */
  async function tryOut(business: Business, nth: number, at: number) {
    const { key } = business
    const agentId = agentIdFor(options, business)
    const modelId = await modelOf(agentId)
    for (const [purpose, many, inputTokens, outputTokens] of [
      ['assistant', nth % 2 === 0 ? 1 : 0, 1_900, 640],
      ['test', nth % 4 === 0 ? 4 : 0, 780, 110],
    ] as const)
      for (let call = 0; call < many; call++) {
        const holdId = stableId(workspaceId, `${key}/${purpose}-${nth}`, call)
        const used = { modelId, inputTokens, outputTokens }
        const charge = { ...used, amount: costOf(used), agentId, purpose, holdId, conversationId: holdId }
        await done(
          credits.chargeOutsideTurn(
            {
              workspaceId,
              charge: { ...charge, reservationId: holdId, at: new Date(at).toISOString() },
            },
            byHand(options, `${key}/${purpose}-${nth}-${call}`),
          ),
        )
      }
  }

  async function learn(business: Business, items: readonly TemplateKnowledge[], name: string) {
    const context = byHand(options, `${business.key}/${name}`)
    const { sourceIds } = await addKnowledge(workspaceId, agentIdFor(options, business), items, context)
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
    const context = said(options, visited.conversationId, { kind: 'system', id: 'widget-loads' }, 'loads')
    return done(countLoads({ handle }, visited.nth, visited, agentIdFor(options, visited.business), context))
  }

  async function takeCare(visited: Came, deed: Deed) {
    const { conversationId } = visited
    if (tried.has(conversationId) && needsPerson.test(deed.name)) return undefined
    const actor = deed.by === 'person' ? person : actorOf(visited)
    const context = said(options, conversationId, actor, deed.name)
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
    const agentId = agentIdFor(options, visited.business)
    const leadId = leadIdOf(agentId, visitorId)
    const context = (name: string, actor: Actor) => ({
      ...byHand(options, `${conversationId}/${name}`, actor),
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
    options.leads.push({ stream: `lead-${leadId}`, at: told.at - 1 })
    for (const request of visited.channel === 'web-chat' ? requestsOf(told, visited.nth) : []) {
      const { fields, ...of } = request
      const asked = { ...capture, by: 'question', fields, request: of } as const
      const actor = { kind: 'policy', id: 'capture-leads' } as const
      await done(handle(lead, leadId, asked, context(`request-${of.nth}`, actor)))
    }
    const { stage, note } = told
    const save = { type: 'SaveLead', agentId, stage, ...(note ? { note } : {}) } as const
    await done(handle(lead, leadId, save, context('lead-saved', person)))
  }

  async function start(visited: Came) {
    const { business, turns: _, startedAt: __, nth, conversationId, visitorId, ...about } = visited
    const agentId = agentIdFor(options, business)
    const { document = {}, canary } = (await load(agent, agentId))?.state ?? {}
    const isTest = visited.channel === 'test-panel'
    const agentVersion = canary && !isTest ? assignedVersion(agentId, canary, visitorId) : undefined
    if (agentVersion !== undefined && agentVersion === canary?.version) tried.add(conversationId)
    const first = firstMessages(document, languageOf(document.lang, visited.lang))
    const country = countryOf(nth, visited.lang)
    const command = {
      type: 'StartConversation',
      conversation: {
        ...{ conversationId, agentId, visitorId, country, ...about },
        ...(agentVersion === undefined ? {} : { agentVersion }),
      },
      firstMessages: first.messages.map((blocks, index) => ({
        messageId: stableId(conversationId, 'first', index),
        blocks,
      })),
      ...(first.flow === undefined ? {} : { flow: first.flow }),
      impersonal: true,
    } as const
    return done(
      handle(conversation, conversationId, command, said(options, conversationId, actorOf(visited), 'start')),
    )
  }

  async function ask(visited: Came, turn: Turn, index: number) {
    const { conversationId } = visited
    if (tried.has(conversationId) && turn.outcome.kind === 'failed') return undefined
    const agentId = agentIdFor(options, visited.business)
    const messageId = stableId(conversationId, 'message', index)
    const command = { type: 'ReceiveVisitorMessage', messageId, text: turn.asked } as const
    const actor = actorOf(visited)
    const holdId = `${conversationId}.${messageId}.1`
    const amount = estimateMaxCost({
      modelId: await modelOf(agentId),
      promptTokens: promptTokens(turn),
      maxTokens: MAX_TOKENS,
    })
    await done(
      handle(conversation, conversationId, command, said(options, conversationId, actor, `message-${index}`)),
    )
    return done(
      credits.holdCredits(
        { workspaceId, holdId, amount, agentId, conversationId },
        said(options, conversationId, replying(agentId), `reply-${index}`),
      ),
    )
  }

  async function answer(visited: Came, turn: Turn, index: number) {
    const { conversationId } = visited
    const agentId = agentIdFor(options, visited.business)
    const inReplyTo = stableId(conversationId, 'message', index)
    const messageId = stableId(conversationId, 'reply', index)
    const context = said(options, conversationId, replying(agentId), `reply-${index}`)
    const hold = { workspaceId, holdId: `${conversationId}.${inReplyTo}.1` }
    const { outcome } = turn
    if (outcome.kind === 'failed') {
      if (tried.has(conversationId)) return undefined
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

  function actorOf({ channel, visitorId }: Came): Actor {
    return channel === 'test-panel' ? person : { kind: 'visitor', id: visitorId }
  }
}

/** Deeds of a conversation that is handed over. */
const needsPerson = /^(?:handoff|take-over|reply-\d+|hand-back)$/

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
