/**
 * One test conversation per agent. Its state is kept outside of the screen, so that it survives hiding the panel or
 * changing the page.
 */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { base64Of } from '../../design/fields/base64-of.ts'
import { ApiError, client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import type { ShownChannel } from '../../store/shown-channel.ts'
import { noteTestWay } from '../../store/test-way.ts'
import { followWay } from './follow-way.ts'
import { newSimulation, type Simulation } from './simulator/timeline.ts'
import type { TestMessage } from './transcript.ts'
import * as transcript from './transcript.ts'

export type TestState = {
  phase: 'new' | 'starting' | 'ready' | 'failed'
  messages: readonly TestMessage[]
  /** The user's message that is being answered. */
  answering?: string | undefined
  /** Why the conversation could not be started. */
  trouble?: string
  /** The agent as of the start of the conversation. */
  tested?: AgentDocument
  /** Whether the conversation was started with unpublished edits. */
  draft?: boolean
  /** The channel as which it was started: on channels, forms are asked field by field. */
  startedAs?: ShownChannel
  /** Set when the phase is `ready`. */
  conversationId?: string
  /** What was done in the simulator of channels. */
  simulation: Simulation
}

export type TestConversation = {
  state(): TestState
  subscribe(listener: () => void): () => void
  /** Starts a new conversation as on a channel, with the unpublished draft if there is one. */
  start(agent: AgentDocument, edited: boolean, channel: ShownChannel): Promise<void>
  /** `shown`: how the app of a simulated channel shows it, if otherwise. */
  send(text: string, shown?: Simulation['shown'][string]): void
  /** Uploads a file under this name, and sends it with a text. Rejects if it is not taken. */
  sendFile(text: string, name: string, file: Blob): Promise<void>
  /** Changes what was done in the simulator. */
  simulate(change: (simulation: Simulation) => Simulation): void
  /** Sends a message again with the same id, so that it is recorded only once. */
  retry(message: TestMessage): void
  stop(): void
}

const conversations = new Map<string, TestConversation>()

export function testConversationOf(place: AgentPlace): TestConversation {
  const key = `${place.region}/${place.agentId}`
  const conversation = conversations.get(key) ?? createTestConversation(place)
  conversations.set(key, conversation)
  return conversation
}

function createTestConversation(place: AgentPlace): TestConversation {
  const listeners = new Set<() => void>()
  let state: TestState = { phase: 'new', messages: [], simulation: newSimulation }
  let begun: { conversationId: string; token: string } | undefined
  let reading = new AbortController()
  let generation = 0
  let replied: ReturnType<typeof followWay> | undefined

  const set = (change: Partial<TestState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function start(agent: AgentDocument, edited: boolean, channel: ShownChannel) {
    reading.abort()
    generation += 1
    const own = generation
    replied = undefined
    noteTestWay(place.agentId, undefined)
    const fresh = { messages: [], answering: undefined, simulation: newSimulation }
    set({ phase: 'starting', tested: agent, draft: edited, startedAs: channel, ...fresh })
    try {
      const started = await client.call('conversations.test', {
        params: place,
        body: {
          lang: navigator.language.slice(0, 20),
          timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...(edited ? { draft: agent } : {}),
          ...(channel === 'website' ? {} : { simulates: channel }),
        },
      })
      if (own !== generation) return
      begun = { conversationId: started.conversationId, token: started.visitorToken }
      if (agent.enableNodes && agent.nodes) replied = followWay(place, agent.nodes, started.conversationId)
      set({ phase: 'ready', messages: started.messages, conversationId: started.conversationId })
    } catch (error) {
      if (own === generation) set({ phase: 'failed', trouble: messageOf(error) })
    }
  }

  async function deliver(message: TestMessage) {
    if (!begun) return
    const own = generation
    reading = new AbortController()
    const { signal } = reading
    set({ answering: message.id })
    try {
      const response = await client.open(
        'conversations.send',
        {
          params: { ...place, conversationId: begun.conversationId },
          body: { id: message.id, text: transcript.textOf(message), files: transcript.filesOf(message) },
        },
        { token: begun.token, accept: 'text/event-stream', signal },
      )
      const whole = await read(response, own)
      if (!whole && own === generation && !signal.aborted) lose(message, interrupted)
    } catch (error) {
      if (own === generation && !signal.aborted) lose(message, problemOf(error))
    } finally {
      if (own === generation && state.answering === message.id) set({ answering: undefined })
      const asked = state.messages.findIndex(({ role }) => role === 'visitor')
      const replies = state.messages.slice(asked).filter(({ role }) => role === 'agent')
      // Without it the canvas shows where the conversation was before.
      if (own === generation)
        void replied?.(
          replies.map(({ id }) => id),
          signal,
        ).catch(() => undefined)
    }
  }

  /** Returns true if the reply is complete or the conversation was restarted meanwhile. */
  async function read(response: Response, own: number): Promise<boolean> {
    if (!response.body) return false
    for await (const { event, data } of readEvents(response.body)) {
      if (own !== generation) return true
      if (event === 'done') return true
      if (!['delta', 'message', 'discarded'].includes(event)) continue
      const told: ReplyStreamEvent = JSON.parse(data)
      set({ messages: transcript.told(state.messages, told, new Date().toISOString()) })
    }
    return false
  }

  const lose = (message: TestMessage, problem: string) =>
    set({ messages: transcript.withProblem(state.messages, message.id, problem) })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    simulate: (change) => set({ simulation: change(state.simulation) }),
    async sendFile(text, name, file) {
      if (!begun) return
      const own = generation
      const uploaded = await client.call(
        'conversations.upload',
        {
          params: { ...place, conversationId: begun.conversationId },
          body: { id: crypto.randomUUID(), name, base64Payload: await base64Of(file) },
        },
        { token: begun.token },
      )
      if (own !== generation) return
      const blocks: Block[] = text === '' ? [] : [{ type: 'text', text }]
      const message = transcript.ownMessage(
        state.messages,
        crypto.randomUUID(),
        [...blocks, { type: 'file', ...uploaded.file }],
        new Date().toISOString(),
      )
      set({ messages: [...state.messages, message] })
      void deliver(message)
    },
    send(text, shown) {
      const message = transcript.ownMessage(
        state.messages,
        crypto.randomUUID(),
        [{ type: 'text', text }],
        new Date().toISOString(),
      )
      const { simulation } = state
      const ofApp = shown && { ...simulation, shown: { ...simulation.shown, [message.id]: shown } }
      set({ messages: [...state.messages, message], ...(ofApp ? { simulation: ofApp } : {}) })
      void deliver(message)
    },
    retry(message) {
      const asked = message.role === 'visitor' ? message : transcript.askedBefore(state.messages, message)
      if (!asked || state.answering) return
      set({ messages: transcript.withoutAnswer(state.messages, asked.id) })
      void deliver(asked)
    },
    stop() {
      reading.abort()
      set({ messages: transcript.stopped(state.messages), answering: undefined })
    },
  }
}

const interrupted = 'The connection was lost before the reply was complete.'

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return interrupted
  const over = [401, 403, 404].includes(error.status)
  return over ? 'This conversation has ended. Restart it to continue.' : error.message
}
