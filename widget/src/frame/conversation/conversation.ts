/**
 * The visitor's side of one conversation: starts or resumes it, sends each message exactly once, and shows replies and
 * messages of people as they arrive. Messages of the visitor are stored until the server has confirmed them.
 */
import type { PublicAgent } from '@parley/contracts/agent/document.ts'
import type { ReplyStreamEvent } from '@parley/contracts/conversation/endpoints.ts'
import type { FollowEvent } from '@parley/contracts/conversation/visitor-endpoints.ts'
import { call, open } from '../server/api.ts'
import type { Words } from '../words/words.ts'
import * as asks from './asks.ts'
import { createDelivery, isExpired, isPassing, pause } from './delivery.ts'
import { type Following, follow } from './follow.ts'
import { newId } from './new-id.ts'
import { aboutBrowser, alone, delayAfter, mayContinue } from './opening.ts'
import { createOutbox } from './outbox.ts'
import { createPacing, type ReplyPart } from './pacing.ts'
import type { Extras, Memory, Said } from './saved.ts'
import type { ChatState, Conversation } from './state.ts'
import type { ChatMessage } from './transcript.ts'
import * as transcript from './transcript.ts'
import { explain, isRefusedForMoney } from './trouble.ts'
import { createTypist } from './typist.ts'

export type ConversationOptions = {
  region: 'na' | 'eu'
  agent: PublicAgent
  lang: string
  words: Words
  memory: Memory
  /** Called once for each complete message: those of others, and the visitor's own once the server has them. */
  onMessage(message: ChatMessage): void
  /** Called with the number of messages from others since the visitor last looked. */
  onMissed(count: number): void
  /** Called when a conversation is started or resumed. */
  onPlace(): void
  onOwner(owner: ChatState['owner']): void
}

const pollEvery = 1500
const pollsAtMost = 60
export function createConversation(options: ConversationOptions): Conversation {
  const { region, agent, lang, words, memory, onMessage } = options
  const outbox = createOutbox(memory)
  const listeners = new Set<() => void>()
  const params = { region, agentId: agent.ID }
  const fresh = { earlier: false, typing: false, answering: false, owner: 'agent', resolved: false } as const
  let state: ChatState = { ...fresh, phase: 'idle', messages: [], offline: !navigator.onLine }
  let shownOn: string | undefined
  let refreshing = false
  let lookingBack = false
  let looking = false
  let pending = false
  /** True while the first message of the visitor waits for its reply. */
  let asking = false
  let following: Following | undefined
  let expectant: (() => void)[] = []
  /** The conversation of this tab; another tab may have switched to another one. */
  let current: string | undefined
  const announced = new Set<string>()
  const typist = createTypist(() => retype())
  const pacing = createPacing({
    delayAfter: (message) => (isCalm() || document.hidden ? 0 : delayAfter(agent, message)),
    show: showPart,
    changed: () => retype(),
  })

  const set = (change: Partial<ChatState>) => {
    if (change.owner && change.owner !== state.owner && current) options.onOwner(change.owner)
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const patch = (id: string, change: Partial<ChatMessage>) =>
    set({ messages: transcript.patch(state.messages, id, change) })
  const has = (id: string) => state.messages.some((each) => each.id === id)
  const putOwn = (said: Said) =>
    set({ messages: transcript.merge(state.messages, [transcript.ownMessage(state.messages, said)]) })
  const token = () => memory.read().visitorToken ?? ''
  const place = () => ({
    params: { ...params, conversationId: current ?? '' },
    token: token(),
  })
  /** Adds complete messages. A message may arrive from two streams; the second has no effect. */
  const put = (messages: readonly ChatMessage[], silent = false) => {
    const finished = new Set(messages.map(({ id }) => id))
    const others = state.messages.filter(({ id, streaming }) => !streaming || !finished.has(id))
    set({ messages: transcript.merge(others, messages) })
    outbox.forget([...finished])
    for (const message of messages) {
      if (message.role === 'visitor' || announced.has(message.id)) continue
      announced.add(message.id)
      if (!silent) onMessage(message)
    }
  }

  const delivery = createDelivery({
    ready: () => state.phase === 'ready',
    next: () => state.messages.find((each) => each.delivery === 'sending' || each.delivery === 'waiting'),
    send(message, signal) {
      const body = { id: message.id, text: transcript.textOf(message), ...transcript.extrasOf(message) }
      return open(
        'conversations.send',
        { params: place().params, body },
        {
          token: token(),
          accept: 'text/event-stream',
          signal,
        },
      )
    },
    heard(message) {
      set({ messages: transcript.hear(state.messages, message.id) })
      outbox.forget([message.id])
      if (announced.has(message.id)) return
      announced.add(message.id)
      onMessage(message)
    },
    show,
    broken: dropBroken,
    waiting: (message, offline) => {
      const now = state.messages.find(({ id }) => id === message.id)?.delivery
      if (now) patch(message.id, { delivery: offline ? 'waiting' : 'sending' })
      retype()
    },
    changed() {
      retype()
      if (delivery.running() === 0) void lookForPeople()
    },
    async renew() {
      const from = current
      await startAnew().catch(() => undefined)
      return current !== from
    },
    unsent(message, error) {
      const stopped = isRefusedForMoney(error)
      const resend = isPassing(error)
      patch(message.id, { delivery: 'unsent', resend, ...(!stopped && { trouble: explain(error, words) }) })
      if (stopped) set({ phase: 'stopped' })
    },
  })

  function retype() {
    const streaming = state.messages.some((each) => each.streaming)
    const waiting = state.messages.some((each) => each.delivery === 'waiting')
    const answering = state.owner === 'agent' && !waiting && (delivery.running() > 0 || pending)
    set({
      answering,
      typing: typist.name() !== undefined || pacing.holds() || (answering && !streaming),
      typist: typist.name() || undefined,
    })
  }

  /** After the visitor's first message, checks whether a handoff is offered. */
  async function lookForPeople() {
    if (!asking) return
    asking = false
    const { params, token } = place()
    const query = { after: transcript.lastConfirmed(state.messages) }
    const found = await call('conversations.messages', { params, query }, { token }).catch(() => undefined)
    if (found && current === params.conversationId) set(told(found))
  }

  async function begin() {
    set({ phase: 'starting', trouble: undefined })
    try {
      if (!(await mayContinue(region, agent))) return set({ phase: 'stopped' })
      // Prevents two tabs from starting two conversations at once.
      await alone(`start-${agent.ID}`, async () => {
        if (!(await resume())) await startAnew()
      })
      for (const said of outbox.kept()) if (!has(said.id)) putOwn(said)
      if (state.phase === 'starting') set({ phase: 'ready' })
      for (const work of expectant) work()
      expectant = []
      await deliverAll()
    } catch (error) {
      if (isRefusedForMoney(error)) return set({ phase: 'stopped' })
      set({ phase: 'broken', trouble: explain(error, words) })
    }
  }

  /** Returns false if there is no conversation to resume, or its token has expired. */
  async function resume(): Promise<boolean> {
    current = memory.read().conversationId
    if (!current) return false
    try {
      await fetchAfter(undefined, true)
      options.onPlace()
      const { seen } = memory.read()
      const missed = state.messages.filter(
        ({ index, role }) => seen !== undefined && index > seen && (role === 'agent' || role === 'human'),
      )
      if (missed.length > 0) options.onMissed(missed.length)
      return true
    } catch (error) {
      if (!isExpired(error)) throw error
      return false
    }
  }

  async function startAnew() {
    const visitorToken = token() || undefined
    const [url, title] = shownOn?.split('\n') ?? []
    const page = { pageUrl: url?.slice(0, 2000), pageTitle: title?.slice(0, 300) || undefined }
    const body = { lang, ...page, ...aboutBrowser(), visitorToken }
    const started = await call('conversations.start', { params, body })
    current = started.conversationId
    memory.write({ conversationId: current, visitorToken: started.visitorToken, seen: undefined })
    options.onPlace()
    following?.stop()
    following = undefined
    set({ ...fresh, ...told(started), messages: state.messages.filter(isUnsaid) })
    await reveal(started.messages)
    listen()
  }

  /** Shows the first messages with delays between them. A message of the visitor ends the delays. */
  async function reveal(messages: readonly ChatMessage[]) {
    for (const [nth, message] of messages.entries()) {
      const before = messages[nth - 1]
      if (before && state.phase === 'starting' && !isCalm()) {
        set({ typing: true })
        await pause(delayAfter(agent, before))
      }
      set({ typing: false })
      put([message])
    }
  }

  /** Fetches all messages after an index, or the newest. */
  async function fetchAfter(after: number | undefined, silent = false): Promise<boolean> {
    const { params, token } = place()
    const query = after === undefined ? {} : { after }
    const found = await call('conversations.messages', { params, query }, { token })
    if (current !== params.conversationId) return false
    if (found.visitorToken) memory.write({ visitorToken: found.visitorToken })
    set({ ...told(found), ...(after === undefined && { earlier: found.earlier }) })
    put(found.messages, silent)
    if (found.more) return fetchAfter(found.messages.at(-1)?.index, silent)
    listen()
    return found.pending
  }

  async function showEarlier() {
    const before = state.messages[0]?.index
    if (!state.earlier || lookingBack || before === undefined) return
    lookingBack = true
    try {
      const { params, token } = place()
      const found = await call('conversations.messages', { params, query: { before } }, { token })
      if (current !== params.conversationId) return
      set({ earlier: found.earlier })
      put(found.messages, true)
    } catch {
      // The next scroll retries.
    } finally {
      lookingBack = false
    }
  }

  /** Fetches messages that arrived while nobody looked, or whose reply was in progress when the page was left. */
  async function refresh() {
    if (refreshing || delivery.running() > 0 || state.phase !== 'ready' || following?.connected()) return
    refreshing = true
    try {
      for (let poll = 0; poll < pollsAtMost && delivery.running() === 0; poll++) {
        pending = await fetchAfter(transcript.lastConfirmed(state.messages))
        retype()
        if (!pending || following?.connected()) break
        await pause(pollEvery)
      }
    } catch {
      // The next message or the next look retries.
    } finally {
      refreshing = false
    }
  }

  /** Follows the conversation while the visitor looks, and while a person is the owner or awaited. */
  function listen() {
    const wanted =
      state.phase !== 'stopped' &&
      current !== undefined &&
      ((looking && !document.hidden) || state.owner !== 'agent')
    if (!wanted) {
      following?.stop()
      following = undefined
    }
    if (!wanted || following) return
    following = follow({
      async open(signal) {
        const opened = await open(
          'conversations.follow',
          { params: place().params, query: { after: transcript.lastConfirmed(state.messages) } },
          { token: token(), accept: 'text/event-stream', signal },
        )
        // The server is back.
        for (const { id, delivery, resend } of state.messages) if (delivery === 'unsent' && resend) retry(id)
        return opened
      },
      hear,
      mayRetry: isPassing,
    })
  }

  function hear(event: FollowEvent) {
    switch (event.type) {
      case 'state':
        pending = event.pending
        set({
          owner: event.owner,
          resolved: event.status === 'resolved',
          person: event.person,
          requested: event.requested,
        })
        retype()
        listen()
        return
      case 'message':
        if (event.message.role === 'human') typist.done()
        if (event.message.role === 'agent') pending = false
        takePart(event)
        return retype()
      case 'typing':
        return typist.hear(event)
      case 'erased':
        memory.write({ conversationId: undefined, outbox: [] })
        return renew()
    }
  }

  function send(text: string, extras: Extras = {}) {
    pacing.release()
    asking ||= !state.messages.some(({ role }) => role === 'visitor')
    const said = { id: newId(), text, at: new Date().toISOString(), ...extras }
    outbox.keep(said)
    putOwn(said)
    void deliverAll()
  }

  function retry(id: string) {
    const message = state.messages.find((each) => each.id === id)
    const asked =
      message?.role === 'visitor' ? message : message && transcript.askedBefore(state.messages, message)
    if (!asked) return
    if (message !== asked) set({ messages: state.messages.filter((each) => each !== message) })
    patch(asked.id, { delivery: 'sending', trouble: undefined, resend: undefined })
    void deliverAll()
  }

  function renew(other?: { conversationId: string; visitorToken: string }) {
    memory.write({ conversationId: other?.conversationId, outbox: [], forms: {}, seen: undefined })
    if (other) memory.write({ visitorToken: other.visitorToken })
    leave()
  }

  /** Resets the state and continues with the conversation that is stored now. */
  function leave() {
    following?.stop()
    following = undefined
    current = undefined
    pending = false
    pacing.clear()
    announced.clear()
    set({ ...fresh, person: undefined, messages: [], phase: 'idle' })
    void begin()
  }

  async function rate(messageId: string, rating: 'up' | 'down' | 'none', comment?: string) {
    const before = state.messages.find(({ id }) => id === messageId)?.feedback
    patch(messageId, { feedback: rating === 'none' ? undefined : rating })
    const told = await asks.rate(place(), { messageId, rating, ...(comment && { comment }) })
    if (!told) patch(messageId, { feedback: before })
    return told
  }

  async function requestHandoff() {
    const found = await asks.requestHandoff(place())
    put(found.messages)
    set({ owner: found.owner })
    retype()
    listen()
  }

  async function deliverAll() {
    await delivery.deliverAll()
    const last = state.messages.at(-1)
    if (last?.role === 'visitor' && !last.delivery && state.owner === 'agent') await refresh()
  }

  function show(event: ReplyStreamEvent) {
    if (event.type === 'message') pending = false
    if (event.type === 'delta' || event.type === 'message') takePart(event)
    else if (event.type === 'discarded') dropBroken()
    retype()
  }

  function takePart(part: ReplyPart) {
    // What is on screen may arrive from a second stream, and delays nothing there.
    if (part.type === 'message' && announced.has(part.message.id)) put([part.message])
    else pacing.take(part)
  }

  function dropBroken() {
    pacing.release()
    set({ messages: transcript.dropBroken(state.messages) })
  }

  function showPart(part: ReplyPart) {
    if (part.type === 'message') {
      const { id, role } = part.message
      if (role === 'agent' && !announced.has(id)) set({ messages: transcript.dropBroken(state.messages) })
      return put([part.message])
    }
    if (announced.has(part.id)) return
    const at = new Date().toISOString()
    set({ messages: transcript.addDelta(state.messages, part.id, part.text, at) })
  }

  addEventListener('online', () => {
    set({ offline: false })
    if (state.phase === 'broken') void begin()
  })
  addEventListener('offline', () => set({ offline: true }))
  document.addEventListener('visibilitychange', () => {
    listen()
    if (document.hidden) pacing.release()
    else void refresh()
  })
  memory.onOtherTab(() => {
    const { conversationId } = memory.read()
    if (conversationId && current && conversationId !== current && state.phase === 'ready') leave()
  })

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start(page) {
      shownOn = page ?? shownOn
      if (state.phase === 'idle' || state.phase === 'broken') void begin()
      else void refresh()
    },
    send,
    showEarlier: () => void showEarlier(),
    retry,
    stop: () => asks.stop(place()),
    renew,
    rate,
    requestHandoff,
    place,
    whenReady: (work) => void (state.phase === 'ready' ? work() : expectant.push(work)),
    look(open) {
      looking = open
      listen()
    },
  }
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
const isUnsaid = ({ role, delivery }: ChatMessage) => role === 'visitor' && delivery !== undefined

/** Returns the parts of a response that describe handoff and owner, if it has them. */
function told(answer: object): Partial<ChatState> {
  const { handoff, owner } = answer as Partial<Pick<ChatState, 'handoff' | 'owner'>>
  return { ...(handoff && { handoff }), ...(owner && { owner }) }
}
