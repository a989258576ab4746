/**
 * The visitor's side of one conversation: begins or resumes it, sends what was said exactly once, shows replies
 * as they come. Words of the visitor are kept until the server has them.
 */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { CallError, call, open } from './api.ts'
import type { Memory } from './saved.ts'
import type { ChatMessage } from './transcript.ts'
import * as transcript from './transcript.ts'
import type { Words } from './words/words.ts'

export type ChatState = {
  /** `broken` can be tried again; `stopped` can't: credits or usage say so. */
  phase: 'idle' | 'starting' | 'ready' | 'broken' | 'stopped'
  messages: readonly ChatMessage[]
  typing: boolean
  offline: boolean
  /** What went wrong, for the visitor; only while broken. */
  trouble?: string
}

export type Conversation = {
  state(): ChatState
  subscribe(listener: () => void): () => void
  /** Begins or resumes once; later calls fetch what came meanwhile. */
  start(pageUrl: string | undefined): void
  send(text: string): void
  /** Sends a message again under its own id, so that it is never said twice. */
  retry(id: string): void
}

type Options = {
  region: 'na' | 'eu'
  agent: PublicAgent
  lang: string
  words: Words
  memory: Memory
  /** Called for every finished message that is not the visitor's. */
  onReply(message: ChatMessage): void
}

const attempts = 4
/** A stream that says nothing for so long, heartbeats included, is dead. */
const silence = 45_000
const pollEvery = 1500
const pollsAtMost = 60

export function createConversation({ region, agent, lang, words, memory, onReply }: Options): Conversation {
  const listeners = new Set<() => void>()
  const params = { region, agentId: agent.ID }
  let state: ChatState = { phase: 'idle', messages: [], typing: false, offline: !navigator.onLine }
  let pageUrl: string | undefined
  let delivering = false
  let refreshing = false

  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const put = (...messages: ChatMessage[]) => set({ messages: transcript.merge(state.messages, messages) })
  const patch = (id: string, change: Partial<ChatMessage>) =>
    set({ messages: transcript.patch(state.messages, id, change) })
  const address = () => ({ ...params, conversationId: memory.read().conversationId ?? '' })
  const token = () => memory.read().visitorToken ?? ''

  async function begin() {
    set({ phase: 'starting', trouble: undefined })
    try {
      if (!(await mayContinue())) return set({ phase: 'stopped' })
      if (!(await resume())) await startAnew()
      restoreOutbox()
      if (state.phase === 'starting') set({ phase: 'ready' })
      void deliverAll()
    } catch (error) {
      if (isRefusedForMoney(error)) return set({ phase: 'stopped' })
      set({ phase: 'broken', trouble: explain(error) })
    }
  }

  /** Asks both before anything is begun. A question that can't be answered is left to the server's own check. */
  async function mayContinue(): Promise<boolean> {
    const [credits, usage] = await Promise.allSettled([
      call('public.checkCredits', { params: { region, ownerId: agent.ownerID } }),
      call('public.agentUsage', { params }),
    ])
    const stoppedByCredits = credits.status === 'fulfilled' && credits.value.continue === false
    const stoppedByUsage = usage.status === 'fulfilled' && usage.value.data.shouldContinue === false
    return !stoppedByCredits && !stoppedByUsage
  }

  /** False when there is nothing to go on with, or its token has expired. */
  async function resume(): Promise<boolean> {
    if (!memory.read().conversationId) return false
    try {
      await fetchAfter(-1)
      return true
    } catch (error) {
      if (!isExpired(error)) throw error
      return false
    }
  }

  async function startAnew() {
    const browser = navigator.userAgent.slice(0, 100)
    const { userAgentData } = navigator as { userAgentData?: { platform?: string } }
    const platform = (userAgentData?.platform ?? navigator.platform).slice(0, 100)
    const body = { lang, pageUrl: pageUrl?.slice(0, 2000), browser, platform }
    const { conversationId, visitorToken, messages } = await call('conversations.start', { params, body })
    memory.write({ conversationId, visitorToken })
    set({ messages: state.messages.filter(({ role, delivery }) => role === 'visitor' && delivery) })
    await reveal(messages)
  }

  /** First messages come one after the other, as the agent's message delay says; what the visitor says ends it. */
  async function reveal(messages: readonly ChatMessage[]) {
    for (const [nth, message] of messages.entries()) {
      if (nth > 0 && state.phase === 'starting') {
        set({ typing: true })
        await pause(Math.min(agent.messageDelayMS, 3000))
      }
      set({ typing: false })
      put(message)
      onReply(message)
    }
  }

  async function fetchAfter(after: number): Promise<boolean> {
    const { messages, pending, visitorToken } = await call(
      'conversations.messages',
      { params: address(), query: { after } },
      { token: token() },
    )
    if (visitorToken) memory.write({ visitorToken })
    const known = new Set(state.messages.map(({ id }) => id))
    put(...messages)
    forget(messages.map(({ id }) => id))
    if (after >= 0)
      for (const message of messages)
        if (message.role !== 'visitor' && !known.has(message.id)) onReply(message)
    return pending
  }

  /** What came while nobody looked, or was still being written when the page was left. */
  async function refresh() {
    if (refreshing || delivering || state.phase !== 'ready') return
    refreshing = true
    try {
      for (let poll = 0; poll < pollsAtMost && !delivering; poll++) {
        const pending = await fetchAfter(transcript.lastConfirmed(state.messages))
        set({ typing: pending })
        if (!pending) break
        await pause(pollEvery)
      }
    } catch {
      // The next message, or the next look, tries again.
    } finally {
      refreshing = false
      if (!delivering) set({ typing: false })
    }
  }

  function send(text: string) {
    const message = transcript.ownMessage(state.messages, newId(), text, new Date().toISOString())
    memory.write({ outbox: [...(memory.read().outbox ?? []), { id: message.id, text, at: message.at }] })
    put(message)
    void deliverAll()
  }

  function retry(id: string) {
    const message = state.messages.find((each) => each.id === id)
    const asked =
      message?.role === 'visitor' ? message : message && transcript.askedBefore(state.messages, message)
    if (!asked) return
    if (message !== asked) set({ messages: state.messages.filter((each) => each !== message) })
    patch(asked.id, { delivery: 'sending', trouble: undefined })
    void deliverAll()
  }

  function restoreOutbox() {
    for (const { id, text, at } of memory.read().outbox ?? []) {
      if (!state.messages.some((message) => message.id === id))
        put(transcript.ownMessage(state.messages, id, text, at))
    }
  }

  const forget = (ids: string[]) => {
    const outbox = memory.read().outbox ?? []
    if (outbox.some(({ id }) => ids.includes(id)))
      memory.write({ outbox: outbox.filter(({ id }) => !ids.includes(id)) })
  }

  /** One message at a time, oldest first. */
  async function deliverAll() {
    if (delivering || state.phase !== 'ready') return
    delivering = true
    const next = () => state.messages.find(({ delivery }) => delivery === 'sending' || delivery === 'waiting')
    for (let message = next(); message; message = next()) await deliver(message)
    delivering = false
    void refreshIfAnswerIsMissing()
  }

  async function refreshIfAnswerIsMissing() {
    if (state.messages.at(-1)?.role === 'visitor' && !state.messages.at(-1)?.delivery) await refresh()
  }

  async function deliver(message: ChatMessage) {
    let renewed = false
    for (let attempt = 1; ; attempt++) {
      await online(message)
      try {
        set({ typing: true })
        await exchange(message)
        return set({ typing: false })
      } catch (error) {
        set({ typing: false, messages: transcript.dropBroken(state.messages) })
        if (isRefusedForMoney(error)) {
          patch(message.id, { delivery: 'unsent' })
          return set({ phase: 'stopped' })
        }
        if (isExpired(error) && !renewed) {
          renewed = true
          await startAnew().catch(() => undefined)
        } else if (attempt >= attempts || !isPassing(error)) {
          return patch(message.id, { delivery: 'unsent', trouble: explain(error) })
        } else await pause(500 * 2 ** attempt)
      }
    }
  }

  async function exchange(message: ChatMessage) {
    const text = transcript.textOf(message)
    const dead = new AbortController()
    let watch = setTimeout(() => dead.abort(), silence)
    try {
      const request = { params: address(), body: { id: message.id, text } }
      const accept = 'text/event-stream'
      const response = await open('conversations.send', request, {
        token: token(),
        accept,
        signal: dead.signal,
      })
      set({ messages: transcript.hear(state.messages, message.id) })
      forget([message.id])
      const heard = () => {
        clearTimeout(watch)
        watch = setTimeout(() => dead.abort(), silence)
      }
      if (!(await readReply(response, heard))) throw new CallError(0, 'interrupted', '')
    } catch (error) {
      throw error instanceof CallError ? error : new CallError(0, 'interrupted', '')
    } finally {
      clearTimeout(watch)
    }
  }

  /** True when the reply came to its end. */
  async function readReply(response: Response, heard: () => void): Promise<boolean> {
    if (!response.body) return false
    let done = false
    for await (const { event, data } of readEvents(response.body.pipeThrough(listening(heard)))) {
      if (event === 'error') return false
      done ||= event === 'done'
      if (event === 'delta' || event === 'message') show({ ...JSON.parse(data), type: event })
    }
    return done
  }

  function show(told: ReplyStreamEvent) {
    if (told.type === 'delta') {
      const at = new Date().toISOString()
      set({ typing: false, messages: transcript.addDelta(state.messages, told.id, told.text, at) })
    } else if (told.type === 'message') {
      const message: ChatMessage = told.message
      set({ typing: false, messages: transcript.merge(transcript.dropBroken(state.messages), [message]) })
      if (message.role !== 'visitor') onReply(message)
    }
  }

  async function online(message: ChatMessage) {
    if (navigator.onLine) return patch(message.id, { delivery: 'sending' })
    patch(message.id, { delivery: 'waiting' })
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
    patch(message.id, { delivery: 'sending' })
  }

  function explain(error: unknown): string {
    if (!(error instanceof CallError)) return words.unreachable
    if (error.code === 'interrupted') return words.interrupted
    if (error.status === 0) return words.unreachable
    if (error.status === 429) return words.tooMany
    return error.message || words.unreachable
  }

  addEventListener('online', () => {
    set({ offline: false })
    if (state.phase === 'broken') void begin()
  })
  addEventListener('offline', () => set({ offline: true }))
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh()
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(page) {
      pageUrl = page ?? pageUrl
      if (state.phase === 'idle' || state.phase === 'broken') void begin()
      else void refresh()
    },
    send,
    retry,
  }
}

const isExpired = (error: unknown) => error instanceof CallError && [401, 403, 404].includes(error.status)
const isRefusedForMoney = (error: unknown) => error instanceof CallError && error.status === 402
/** No answer, or one of a server in trouble: the same words may well pass in a moment. */
const isPassing = (error: unknown) =>
  error instanceof CallError && (error.status === 0 || error.status >= 500)

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Hears every chunk, heartbeats too, which the events don't show. */
function listening(heard: () => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      heard()
      controller.enqueue(chunk)
    },
  })
}

/** `crypto.randomUUID` is missing on pages without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
