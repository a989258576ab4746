/** Test support: a region with the conversation context, a double of the model provider and credits in memory. */
import { randomBytes } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import type { AnyPolicy } from '@parley/kernel/policy.ts'
import { onTestFinished } from 'vitest'
import type { Retrieval } from './composing/built-in-answerer.ts'
import { type Channel, conversation } from './conversation.decider.ts'
import { type ModelDoubleOptions, startModelDouble } from './models/model-double.ts'
import { createModels } from './models/models.ts'
import { type AnsweringDeps, createAnswering } from './replying/answering.ts'
import type { Credits } from './replying/credits.ts'
import { createDrafts } from './replying/drafts.ts'
import type { Turn } from './replying/turn.ts'

export const TENANT = 'w1'
export const AGENT = 'a1'
export const newId = () => randomBytes(10).toString('hex')

export type Purse = Credits & { balance: number; holds: Map<string, number>; settled: Map<string, number> }

export function createPurse(balance: number): Purse {
  const purse: Purse = {
    balance,
    holds: new Map(),
    settled: new Map(),
    async holdCredits({ holdId, amount, limits }) {
      if (limits?.tokens !== undefined && purse.settled.size >= limits.tokens)
        return { ok: false, rejection: { code: 'usage-limit', message: 'Used up.' } }
      if (!purse.holds.has(holdId) && purse.balance < amount)
        return { ok: false, rejection: { code: 'no-credits', message: 'No credits.' } }
      if (!purse.holds.has(holdId)) purse.balance -= amount
      purse.holds.set(holdId, amount)
      return { ok: true, reserved: false }
    },
    reservationOf: async () => undefined,
    endHold: () => undefined,
    chargeReplies: async () => ({ ok: true }),
    async settleCredits({ holdId, amount }) {
      if (purse.holds.has(holdId)) purse.balance += purse.holds.get(holdId)! - amount
      if (purse.holds.delete(holdId)) purse.settled.set(holdId, amount)
      return { ok: true }
    },
    async releaseCredits({ holdId }) {
      purse.balance += purse.holds.get(holdId) ?? 0
      purse.holds.delete(holdId)
      return { ok: true }
    },
    costOf: () => 1,
    estimateMaxCost: () => 5,
  }
  return purse
}

export type Setup = {
  /** `false`: no API key is configured, so that the built-in answerer replies. */
  model?: ModelDoubleOptions | false
  document?: AgentDocument
  retrieval?: Retrieval
  balance?: number
  silenceMs?: number
  deps?: Partial<AnsweringDeps>
  policies?: (desk: Pick<Desk, 'answering' | 'deps' | 'purse'>) => readonly AnyPolicy[]
}

export type Desk = Awaited<ReturnType<typeof openLastingDesk>>

/** Opens a test region that is closed at the end of the current test. */
export async function openDesk(setup?: Setup): Promise<Desk> {
  const desk = await openLastingDesk(setup)
  onTestFinished(() => desk.stop())
  return desk
}

/** Opens a test region that the caller stops. To stop it at the end of the test, use `openDesk`. */
export async function openLastingDesk(setup: Setup = {}) {
  const double = await startModelDouble(setup.model || {})
  const keys = setup.model === false ? {} : { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${double.url}/v1` }
  const models = createModels({ keys, retryPauseMs: 1, silenceMs: setup.silenceMs ?? 5_000 })
  const purse = createPurse(setup.balance ?? 1_000)
  const drafts = createDrafts()
  const faults: unknown[] = []
  const document: AgentDocument = {
    ID: AGENT,
    title: 'Desk',
    lang: 'en',
    vg_systemPrompt: 'You are the desk of a shop.',
    ...setup.document,
  }

  let built: { answering: ReturnType<typeof createAnswering>; deps: AnsweringDeps; purse: Purse } | undefined
  const region = await openTestRegion({
    policies: ({ handle, load, commands, leases }) => {
      const deps: AnsweringDeps = {
        handle,
        load,
        refresh: commands.refresh,
        leases,
        newId,
        draftOf: drafts.draftOf,
        models,
        credits: purse,
        agentDocument: async (_, agentId) => (agentId === AGENT ? document : undefined),
        retrieve: async () => setup.retrieval ?? { items: [], threshold: 0.35 },
        extractAnswer: () => undefined,
        onFault: ({ error }) => faults.push(error),
        ...setup.deps,
      }
      built = { answering: createAnswering(deps), deps, purse }
      return setup.policies?.(built) ?? []
    },
  })
  const { answering, deps } = built!

  return {
    ...region,
    double,
    purse,
    faults,
    answering,
    drafts,
    deps,
    document,

    async begin(conversationId = newId(), channel: Channel = 'web-chat'): Promise<string> {
      const started = await region.handle(
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

    async say(conversationId: string, messageId: string, text = 'When are you open?'): Promise<Turn> {
      const said = await answering.say(contextOf(), { conversationId, messageId, text })
      if (!said.ok) throw new Error(said.rejection.code)
      return said.turn
    },

    async stateOf(conversationId: string) {
      const found = await region.load(conversation, conversationId, TENANT)
      if (!found) throw new Error('no such conversation')
      return found.state
    },

    async stop() {
      await region.close()
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

export async function eventsOf(turn: Turn): Promise<ReplyStreamEvent[]> {
  const events: ReplyStreamEvent[] = []
  for await (const event of turn.events()) events.push(event)
  return events
}

export function heard(events: ReplyStreamEvent[]): string {
  return events.map((event) => (event.type === 'delta' ? event.text : '')).join('')
}
