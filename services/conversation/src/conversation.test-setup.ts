/** Test support: a region with the conversation context, a double of the model provider and credits in memory. */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import type { AnyPolicy } from '@parley/kernel/policies/policy.ts'
import { onTestFinished } from 'vitest'
import { type Channel, conversation } from './conversation.decider.ts'
import { type ModelDoubleOptions, startModelDouble } from './models/model-double.ts'
import { createModels } from './models/models.ts'
import { transcriptsInLog } from './transcripts.test-log.ts'
import type { Credits } from './turn/charge/credits.ts'
import type { Retrieval } from './turn/generate/built-in-answerer.ts'
import { createDrafts } from './turn/run/drafts.ts'
import type { ReplyStream } from './turn/run/reply-stream.ts'
import { createTurns, type TurnsDeps } from './turn/turn.ts'

export const TENANT = 'w1'
export const AGENT = 'a1'
export const newId = () => randomBytes(10).toString('hex')

export type TestCredits = Credits & {
  balance: number
  /** The organisation that pays for the agent's visitors, if any. */
  organisation: string | undefined
  /** The holds of which it pays. */
  ofOrganisation: Set<string>
  holds: Map<string, number>
  settled: Map<string, number>
}

export function createTestCredits(balance: number): TestCredits {
  const credits: TestCredits = {
    balance,
    organisation: undefined,
    ofOrganisation: new Set(),
    holds: new Map(),
    settled: new Map(),
    async holdCredits({ holdId, amount, limits, organisationFirst }) {
      if (limits?.tokens !== undefined && credits.settled.size >= limits.tokens)
        return { ok: false, rejection: { code: 'usage-limit', message: 'Used up.' } }
      if (!credits.holds.has(holdId) && credits.balance < amount)
        return { ok: false, rejection: { code: 'no-credits', message: 'No credits.' } }
      if (!credits.holds.has(holdId)) credits.balance -= amount
      credits.holds.set(holdId, amount)
      if (organisationFirst) credits.ofOrganisation.add(holdId)
      return { ok: true }
    },
    async reservationOf({ holdId }) {
      if (!credits.holds.has(holdId)) return undefined
      const { organisation: organisationId } = credits
      const isPaid = organisationId !== undefined && credits.ofOrganisation.has(holdId)
      return { reservationId: 'r1', ...(isPaid && { organisationId }) }
    },
    endHold({ holdId }, cost) {
      if (cost === 'unknown' || !credits.holds.has(holdId)) return
      credits.balance += credits.holds.get(holdId)! - cost
      credits.holds.delete(holdId)
      if (cost > 0) credits.settled.set(holdId, cost)
    },
    chargeReplies: async () => ({ ok: true }),
    chargeOutsideTurn: async () => ({ ok: true }),
    spendable: async () => credits.balance,
    costOf: () => 1,
    estimateMaxCost: () => 5,
  }
  return credits
}

export type Setup = {
  /** `false`: no API key is configured, so that the built-in answerer replies. */
  model?: ModelDoubleOptions | false
  document?: AgentDocument
  retrieval?: Retrieval
  balance?: number
  silenceMs?: number
  deps?: Partial<TurnsDeps>
  policies?: (region: Pick<ConversationTestRegion, 'turns' | 'deps' | 'credits'>) => readonly AnyPolicy[]
}

export type ConversationTestRegion = Awaited<ReturnType<typeof openLastingConversationRegion>>

/** Opens a test region that is closed at the end of the current test. */
export async function openConversationRegion(setup?: Setup): Promise<ConversationTestRegion> {
  const region = await openLastingConversationRegion(setup)
  onTestFinished(() => region.stop())
  return region
}

/** Opens a test region that the caller stops. To stop it at the end of the test, use `openConversationRegion`. */
export async function openLastingConversationRegion(setup: Setup = {}) {
  const double = await startModelDouble(setup.model || {})
  const keys = setup.model === false ? {} : { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${double.url}/v1` }
  const models = createModels({ keys, retryPauseMs: 1, silenceMs: setup.silenceMs ?? 5_000 })
  const credits = createTestCredits(setup.balance ?? 1_000)
  const drafts = createDrafts()
  const faults: unknown[] = []
  const document: AgentDocument = {
    ID: AGENT,
    title: 'Desk',
    lang: 'en',
    vg_systemPrompt: 'You are the desk of a shop.',
    ...setup.document,
  }

  const transcripts = transcriptsInLog(() => base)
  let built: { turns: ReturnType<typeof createTurns>; deps: TurnsDeps; credits: TestCredits } | undefined
  const base = await openTestRegion({
    policies: ({ handle, load, commands, leases }) => {
      const deps: TurnsDeps = {
        handle,
        load,
        refresh: commands.refresh,
        leases,
        newId,
        transcripts,
        draftOf: drafts.draftOf,
        models,
        credits,
        agentDocument: async (_, agentId) => (agentId === AGENT ? document : undefined),
        retrieve: async () => setup.retrieval ?? { items: [], threshold: 0.35 },
        onFault: ({ error }) => faults.push(error),
        ...setup.deps,
      }
      built = { turns: createTurns(deps), deps, credits }
      return setup.policies?.(built) ?? []
    },
  })
  const { turns, deps } = built!

  return {
    ...base,
    double,
    credits,
    faults,
    turns,
    drafts,
    deps,
    document,
    transcripts,

    async begin(conversationId = newId(), channel: Channel = 'web-chat'): Promise<string> {
      const started = await base.handle(
        conversation,
        conversationId,
        {
          type: 'StartConversation',
          conversation: { conversationId, agentId: AGENT, visitorId: 'v1', channel, lang: 'en' },
          firstMessages: [],
        },
        contextOf(),
      )
      if (!started.ok) throw new Error(started.rejection.code)
      return conversationId
    },

    async say(conversationId: string, messageId: string, text = 'When are you open?'): Promise<ReplyStream> {
      const said = await turns.receive(contextOf(), { conversationId, messageId, text })
      if (!said.ok) throw new Error(said.rejection.code)
      return said.reply
    },

    async stateOf(conversationId: string) {
      const found = await base.load(conversation, conversationId, TENANT)
      if (!found) throw new Error('no such conversation')
      return found.state
    },

    async stop() {
      await base.close()
      await double.stop()
    },
  }
}

export function contextOf(command = newId()): CommandContext {
  return {
    tenant: TENANT,
    actor: { kind: 'visitor', id: 'v1' },
    cause: { via: 'widget', command, correlation: command },
    subject: 'visitor-v1',
  }
}

export async function eventsOf(turn: ReplyStream): Promise<ReplyStreamEvent[]> {
  const events: ReplyStreamEvent[] = []
  for await (const event of turn.events()) events.push(event)
  return events
}

export function deltaText(events: ReplyStreamEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
}
