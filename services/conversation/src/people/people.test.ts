/** People and visitors beside the talk with the agent: on real embedded engines, as the host calls it. */
import { afterEach, describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import {
  ada,
  answerOf,
  ben,
  codeOf,
  type Front,
  type FrontSetup,
  openFront,
  openStream,
  streamOf,
  until,
} from '../conversation.test-front.ts'
import { signatureOf } from '../visiting/visitor.handlers.ts'

let front: Front | undefined
afterEach(async () => {
  await front?.desk.stop()
  front = undefined
})

const REPLY = 'We are open from nine to five, Monday to Friday.'
const handoff = { enableHumanHandoff: true }

async function open(setup: FrontSetup = {}) {
  front = await openFront(setup)
  const { call, start, desk, eventsOf, team, following } = front
  const { conversationId, visitor, visitorToken } = await start()
  const asVisitor = (name: Parameters<typeof call>[0], body?: unknown, more: object = {}) =>
    call(name, { conversationId, principal: visitor, body, ...more })
  const asTeam = (name: Parameters<typeof call>[0], body?: unknown, more: object = {}) =>
    call(name, { conversationId, principal: ada, body, ...more })
  const say = (id: string, text = 'When are you open?', wants: 'json' | 'stream' = 'json') =>
    asVisitor('conversations.send', { id, text }, { wants })
  const state = () => desk.stateOf(conversationId)
  const types = async () => (await eventsOf(conversationId)).map(({ type }) => type)
  return {
    call,
    desk,
    team,
    following,
    conversationId,
    visitor,
    visitorToken,
    asVisitor,
    asTeam,
    say,
    state,
    types,
    events: () => eventsOf(conversationId),
  }
}

describe('a person', () => {
  it('takes over: the agent is silent, the visitor’s words are kept for the person', async () => {
    const { asTeam, say, state, desk } = await open()
    expect(await answerOf(asTeam('conversations.takeOver'))).toEqual({
      owner: 'human',
      userId: 'u1',
      displayName: 'Ada',
    })
    expect(await answerOf(say('m1'))).toEqual({ messages: [] })
    expect((await streamOf(say('m2', 'And?', 'stream'))).map(({ event }) => event)).toEqual(['done'])
    expect(desk.double.requests).toHaveLength(0)
    const { messages, asked } = await state()
    expect(messages.map(({ role }) => role)).toEqual(['system', 'visitor', 'visitor'])
    expect(messages[0]?.blocks).toEqual([{ type: 'event', event: 'human-joined', name: 'Ada' }])
    expect(asked.map(({ outcome }) => outcome)).toEqual(['left', 'left'])
  })

  it('answers by name, once however often it is sent, and takes the conversation over with it', async () => {
    const { asTeam, say, state, types } = await open()
    await say('m1')
    const body = { id: 'h1', text: 'Hello, I am Ada.' }
    const [one, two] = await Promise.all([
      answerOf<{ message: object }>(asTeam('conversations.reply', body)),
      answerOf<{ message: object }>(asTeam('conversations.reply', body)),
    ])
    expect(one.message).toMatchObject({ id: 'h1', role: 'human', author: 'Ada', index: 3 })
    expect(two).toEqual(one)
    expect((await state()).owner).toBe('human')
    expect((await types()).filter((type) => type === 'HumanReplied')).toHaveLength(1)
    await asTeam('conversations.reply', { id: 'h2', text: 'More.' })
    expect((await types()).filter((type) => type === 'OwnershipChanged')).toHaveLength(1)
  })

  it('keeps what people said out of the log in plain text, names included', async () => {
    const { asTeam, events } = await open()
    await asTeam('conversations.reply', { id: 'h1', text: 'A confidential answer' })
    await asTeam('conversations.addNote', { id: 'n1', text: 'A confidential note' })
    const raw = JSON.stringify((await events()).map(({ data }) => data))
    expect(raw).not.toMatch(/confidential|Ada/)
  })

  it('hands back, and the agent answers what was said since the last human reply', async () => {
    const { asTeam, say, state, desk } = await open()
    await asTeam('conversations.takeOver')
    await say('m1', 'First question')
    await asTeam('conversations.reply', { id: 'h1', text: 'The first answer' })
    await say('m2', 'Second question')
    await say('m3', 'Third question')
    expect(await answerOf(asTeam('conversations.handBack'))).toEqual({ owner: 'agent' })
    await desk.answering.atRest((await state()).started!.conversationId)
    const { messages } = await state()
    expect(messages.map(({ role }) => role)).toEqual([
      'system',
      'visitor',
      'human',
      'visitor',
      'visitor',
      'system',
      'agent',
    ])
    expect(messages[5]?.blocks).toEqual([{ type: 'event', event: 'handed-back', name: 'Ada' }])
    expect(textOf(messages.at(-1)!)).toBe(REPLY)
    expect(desk.double.requests).toHaveLength(1)
    const sent = JSON.stringify(desk.double.requests[0]?.body)
    expect(sent).toContain('Second question\\nThird question')
    expect(sent).toContain('The first answer')
    expect(sent).not.toContain('First question\\nSecond question')
  })

  it('takes over from another, whom the visitor sees', async () => {
    const { asTeam, state } = await open()
    await asTeam('conversations.takeOver')
    await asTeam('conversations.takeOver')
    expect((await state()).epoch).toBe(1)
    await asTeam('conversations.takeOver', undefined, { principal: ben })
    expect((await state()).person).toEqual({ userId: 'u2', displayName: 'Ben' })
  })

  it('notes, tags, assigns, reads, resolves and reopens', async () => {
    const { asTeam, say, state } = await open()
    await say('m1')
    const { noteId } = await answerOf<{ noteId: string }>(
      asTeam('conversations.addNote', { text: 'Call back' }),
    )
    expect((await state()).notes).toEqual([noteId])
    const named = { params: { noteId } }
    expect(await codeOf(asTeam('conversations.removeNote', undefined, named))).toBe('ok')
    expect(await codeOf(asTeam('conversations.removeNote', undefined, named))).toBe('not-found')
    const tags = await answerOf(asTeam('conversations.tag', { tags: ['vip', 'vip', 'new'] }))
    expect(tags).toEqual({ tags: ['vip', 'new'] })
    expect(await codeOf(asTeam('conversations.assign', { assignee: 'stranger' }))).toBe('not-a-member')
    await asTeam('conversations.assign', { assignee: 'u2' })
    expect((await state()).assignee).toBe('u2')
    await asTeam('conversations.assign', { assignee: null })
    expect((await state()).assignee).toBeUndefined()
    expect(await answerOf(asTeam('conversations.markRead', {}))).toEqual({ index: 1 })
    expect(await answerOf(asTeam('conversations.markRead', { index: -1 }))).toEqual({ index: -1 })
    await asTeam('conversations.setStatus', { status: 'resolved' })
    expect(await state()).toMatchObject({ status: 'resolved', owner: 'nobody' })
    await say('m2', 'One more thing')
    const after = await state()
    expect(after).toMatchObject({ status: 'open', owner: 'agent' })
    expect(after.messages.slice(2).map(({ role }) => role)).toEqual(['system', 'system', 'visitor', 'agent'])
  })

  it('resolves what nobody answered for good: who writes again is answered for that alone', async () => {
    const { asTeam, say, desk } = await open()
    await asTeam('conversations.takeOver')
    await say('m1', 'Left unanswered')
    await asTeam('conversations.setStatus', { status: 'resolved' })
    await say('m2', 'Another question')
    const sent = JSON.stringify(desk.double.requests[0]?.body)
    expect(sent).toContain('Another question')
    expect(sent).not.toContain('Left unanswered\\nAnother question')
  })

  it('uses predefined tags alone where the workspace wants it so', async () => {
    const { asTeam } = await open({ predefinedTags: ['vip'] })
    expect(await codeOf(asTeam('conversations.tag', { tags: ['vip'] }))).toBe('ok')
    expect(await codeOf(asTeam('conversations.tag', { tags: ['vip', 'other'] }))).toBe('unknown-tag')
  })

  it('deletes: nothing that was said can be read again, and nothing more be said', async () => {
    const { asTeam, asVisitor, say, desk, conversationId, state } = await open()
    await say('m1', 'My secret')
    await asTeam('conversations.remove')
    expect((await state()).messages).toEqual([])
    const stored = await desk.eventStore.readStream(`conversation-${conversationId}`)
    const sealed = stored.flatMap(({ data }) => data.match(/sealed\.v1\.[^"]+/g) ?? [])
    expect(sealed.length).toBeGreaterThan(0)
    expect(new Set(await desk.keyring.open('w1', sealed))).toEqual(new Set(['[erased]']))
    expect(await codeOf(say('m2'))).toBe('not-found')
    expect(await codeOf(asVisitor('conversations.feedback', { rating: 'up' }))).toBe('deleted')
    expect(await codeOf(asTeam('conversations.reply', { id: 'h1', text: 'Hi' }))).toBe('deleted')
    expect(await codeOf(asTeam('conversations.remove'))).toBe('ok')
  })

  it('finds no conversation of another agent', async () => {
    const { asTeam } = await open()
    const params = { params: { agentId: 'a2' } }
    for (const name of ['conversations.takeOver', 'conversations.remove', 'conversations.watch'] as const)
      expect(await codeOf(asTeam(name, {}, params))).toBe('not-found')
  })
})

describe('a reply that was begun when a person takes over', () => {
  it('is discarded, its hold released, and the listener told', async () => {
    const { asTeam, say, state, types, desk } = await open({ model: { behaviour: 'hang-midway' } })
    const stream = await openStream(say('m1', 'Hi', 'stream'))
    const seen: string[] = []
    for await (const { event } of stream) {
      seen.push(event)
      if (seen.length === 1) await asTeam('conversations.takeOver')
    }
    expect(seen).toEqual(['delta', 'discarded', 'done'])
    await desk.answering.atRest((await state()).started!.conversationId)
    expect(await types()).toEqual([
      'ConversationStarted',
      'VisitorMessageReceived',
      'OwnershipChanged',
      'ReplyDiscarded',
    ])
    expect([desk.purse.balance, desk.purse.holds.size]).toEqual([1_000, 0])
    expect((await state()).messages.map(({ role }) => role)).toEqual(['visitor', 'system'])
  })

  it('is given anew, and only then, when the agent gets it back', async () => {
    const { asTeam, say, state, types, desk } = await open({ model: { behaviour: 'hang' } })
    const said = streamOf(say('m1', 'Hi', 'stream'))
    while (desk.double.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await asTeam('conversations.takeOver')
    await said
    desk.double.behave('normal')
    await asTeam('conversations.handBack')
    await desk.answering.atRest((await state()).started!.conversationId)
    expect((await types()).filter((type) => type === 'AgentReplied')).toHaveLength(1)
    expect(textOf((await state()).messages.at(-1)!)).toBe(REPLY)
    expect([desk.purse.balance, desk.purse.holds.size]).toEqual([999, 0])
  })
})

describe('a visitor', () => {
  it('stops a reply: what was said stays, what was used is paid', async () => {
    const { asVisitor, say, state, desk } = await open({ model: { behaviour: 'hang-midway' } })
    expect(await answerOf(asVisitor('conversations.stop'))).toEqual({ stopped: false })
    const heard: string[] = []
    for await (const { event, data } of await openStream(say('m1', 'Hi', 'stream'))) {
      heard.push(event)
      if (heard.length === 1)
        expect(await answerOf(asVisitor('conversations.stop'))).toEqual({ stopped: true })
      if (event === 'message') expect(data).toMatchObject({ message: { stopped: true } })
    }
    expect(heard).toEqual(['delta', 'message', 'done'])
    const last = (await state()).messages.at(-1)!
    expect(last.stopped).toBe(true)
    expect(REPLY.startsWith(textOf(last))).toBe(true)
    expect(textOf(last).length).toBeGreaterThan(0)
    await desk.answering.atRest((await state()).started!.conversationId)
    expect([desk.purse.balance, desk.purse.holds.size]).toEqual([999, 0])
    desk.double.behave('normal')
    const next = await answerOf<{ messages: { blocks: never[] }[] }>(say('m2'))
    expect(next.messages.map(textOf)).toEqual([REPLY])
  })

  it('stops a reply before its first word', async () => {
    const { asVisitor, say, state, desk } = await open({ model: { behaviour: 'hang' } })
    const said = streamOf(say('m1', 'Hi', 'stream'))
    while (desk.double.requests.length === 0) await new Promise((resolve) => setImmediate(resolve))
    await asVisitor('conversations.stop')
    expect((await said).map(({ event }) => event)).toEqual(['message', 'done'])
    expect((await state()).messages.at(-1)).toMatchObject({ role: 'agent', stopped: true, blocks: [] })
  })

  it('rates a message and the conversation, and takes it back', async () => {
    const { asVisitor, say, state, types } = await open()
    const { messages } = await answerOf<{ messages: { id: string }[] }>(say('m1'))
    const messageId = messages[0]!.id
    await asVisitor('conversations.feedback', { messageId, rating: 'up' })
    await asVisitor('conversations.feedback', { messageId, rating: 'up' })
    expect((await state()).messages.at(-1)?.feedback).toBe('up')
    await asVisitor('conversations.feedback', { messageId, rating: 'none' })
    expect((await state()).messages.at(-1)?.feedback).toBeUndefined()
    await asVisitor('conversations.feedback', { rating: 'down', comment: 'Not helpful' })
    expect((await types()).filter((type) => type === 'FeedbackGiven')).toHaveLength(3)
    expect(await codeOf(asVisitor('conversations.feedback', { messageId: 'm1', rating: 'up' }))).toBe(
      'not-found',
    )
  })

  it('is verified by a signature alone, and no unsigned claim undoes it', async () => {
    const key = 'vg_01234567890123456789'
    const { asVisitor, state } = await open({ document: { SECRET_API_KEY: key } })
    const identify = (body: object) => asVisitor('conversations.identify', body)
    expect(await answerOf(identify({ userId: 'u-9', name: 'Eve' }))).toEqual({ verified: false })
    expect(await codeOf(identify({ userId: 'u-9', signature: signatureOf('u-8', key) }))).toBe(
      'bad-signature',
    )
    expect(await codeOf(identify({ signature: signatureOf('u-9', key) }))).toBe('bad-signature')
    const signed = { userId: 'u-9', signature: signatureOf('u-9', key), name: 'Bo' }
    expect(await answerOf(identify(signed))).toEqual({ verified: true })
    expect(await answerOf(identify({ userId: 'u-1', name: 'Mallory' }))).toEqual({ verified: true })
    expect((await state()).identity).toMatchObject({ externalId: 'u-9', name: 'Bo', verified: true })
  })

  it('sets variables and moves, each change once', async () => {
    const { asVisitor, state, types } = await open()
    await asVisitor('conversations.setVariables', { variables: { plan: 'pro', seats: '5' } })
    await asVisitor('conversations.setVariables', { variables: { plan: 'pro' } })
    await asVisitor('conversations.setVariables', { variables: { seats: '' } })
    expect((await state()).variables).toEqual({ plan: 'pro' })
    await asVisitor('conversations.moved', { pageUrl: 'https://shop.example/a' })
    await asVisitor('conversations.moved', { pageUrl: 'https://shop.example/a' })
    expect((await types()).slice(1)).toEqual(['VariablesSet', 'VariablesSet', 'VisitorMoved'])
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`v${nth}`, 'x']))
    expect(await codeOf(asVisitor('conversations.setVariables', { variables: many }))).toBe(
      'too-many-variables',
    )
  })

  it('sends files that were uploaded for the conversation, and no others', async () => {
    const file = { fileId: 'f1', name: 'bill.pdf', mimeType: 'application/pdf', size: 10 }
    const { asVisitor, state } = await open({ files: [file] })
    expect(await codeOf(asVisitor('conversations.send', { id: 'm1', text: '', files: ['f2'] }))).toBe(
      'not-found',
    )
    await asVisitor('conversations.send', { id: 'm1', text: 'My bill', files: ['f1'] })
    expect((await state()).messages[0]?.blocks).toEqual([
      { type: 'text', text: 'My bill' },
      { type: 'file', ...file },
    ])
  })

  it('is known again by an earlier token, and is somebody else without', async () => {
    const { visitor, visitorToken: token, conversationId } = await open()
    const visitorIdOf = async (body?: object) => {
      const again = await front!.start(body)
      expect(again.conversationId).not.toBe(conversationId)
      return again.visitor.kind === 'visitor' ? again.visitor.visitorId : undefined
    }
    const mine = visitor.kind === 'visitor' ? visitor.visitorId : ''
    expect(await visitorIdOf({ visitorToken: token })).toBe(mine)
    expect(await visitorIdOf({ visitorToken: `${token.slice(0, -2)}xx` })).not.toBe(mine)
    expect(await visitorIdOf()).not.toBe(mine)
  })

  it('of an agent that keeps no history is marked so, and every conversation has a key of its own', async () => {
    const { events, conversationId } = await open({ document: { recordChatHistory: false } })
    const [started] = await events()
    expect(started?.data).toMatchObject({ recorded: false, subject: `conversation-${conversationId}` })
    expect(started?.metadata.subject).toBe(`conversation-${conversationId}`)
  })
})

describe('asking for a person', () => {
  it('silences the agent until somebody comes, and is asked once', async () => {
    const { asVisitor, say, state, types } = await open({ document: handoff })
    const asked = await answerOf<{ messages: { blocks: object[] }[] }>(
      asVisitor('conversations.requestHandoff', { note: 'It is urgent' }),
    )
    expect(asked).toMatchObject({ owner: 'nobody', offline: false })
    expect(asked.messages[0]?.blocks).toEqual([{ type: 'event', event: 'handoff-requested' }])
    await asVisitor('conversations.requestHandoff')
    expect((await types()).slice(1)).toEqual(['HandoffRequested', 'OwnershipChanged'])
    expect(await answerOf(say('m1'))).toEqual({ messages: [] })
    expect((await state()).asked[0]?.outcome).toBe('left')
  })

  it('is refused where the agent has none, and while nobody is there', async () => {
    const off = await open()
    expect(await codeOf(off.asVisitor('conversations.requestHandoff'))).toBe('handoff-off')
    await off.desk.stop()
    const alone = await open({ document: handoff, online: false })
    expect(await codeOf(alone.asVisitor('conversations.requestHandoff'))).toBe('nobody-online')
    await alone.desk.stop()
    const patient = await open({ document: { ...handoff, showHandoffEvenIfOffline: true }, online: false })
    expect(await answerOf(patient.asVisitor('conversations.requestHandoff'))).toMatchObject({
      owner: 'nobody',
      offline: true,
    })
  })

  it('leaves the agent speaking under manual control, until a person takes over', async () => {
    const { asVisitor, say, types } = await open({ document: { ...handoff, manualControl: true } })
    expect(await answerOf(asVisitor('conversations.requestHandoff'))).toMatchObject({ owner: 'agent' })
    const { messages } = await answerOf<{ messages: { blocks: never[] }[] }>(say('m1'))
    expect(messages.map(textOf)).toEqual([REPLY])
    expect(await types()).toContain('HandoffRequested')
  })

  it('is offered as the agent’s settings say', async () => {
    type Read = { handoff: object; owner: string }
    const { asVisitor, team, say } = await open({
      document: { ...handoff, UIhandoffTitle: 'Talk to us', fixedHandoffPopup: true },
    })
    const read = async () => (await answerOf<Read>(asVisitor('conversations.messages'))).handoff
    expect(await read()).toEqual({ offered: false, online: true, fixed: true, title: 'Talk to us' })
    await say('m1')
    expect(await read()).toMatchObject({ offered: true })
    team.online = false
    expect(await read()).toMatchObject({ offered: false, online: false })
    team.online = true
    await asVisitor('conversations.requestHandoff')
    expect(await read()).toMatchObject({ offered: false })
  })
})

describe('following', () => {
  it('tells the visitor of people, ownership and typing, and the end', async () => {
    const { asVisitor, asTeam } = await open()
    const stream = (await openStream(asVisitor('conversations.follow')))[Symbol.asyncIterator]()
    expect(await until(stream, ({ type }) => type === 'state')).toMatchObject([{ owner: 'agent', index: -1 }])
    const told = until(stream, ({ type }) => type === 'typing')
    // The own typing is no news.
    await asVisitor('conversations.visitorTyping', { typing: true })
    for (let ticks = 0; ticks < 20; ticks++) await new Promise((resolve) => setImmediate(resolve))
    await asTeam('conversations.typing', { typing: true })
    expect(await told).toEqual([{ type: 'typing', typing: true, name: 'Ada' }])
    // It fades by itself.
    expect(await until(stream, ({ type }) => type === 'typing')).toEqual([{ type: 'typing', typing: false }])
    await asTeam('conversations.reply', { id: 'h1', text: 'Hello' })
    const seen = await until(stream, (event) => event.type === 'state' && event.owner === 'human')
    expect(seen.flatMap((event) => (event.type === 'message' ? [event.message.role] : []))).toEqual([
      'system',
      'human',
    ])
    expect(seen.at(-1)).toMatchObject({ person: 'Ada' })
    await asTeam('conversations.remove')
    expect((await until(stream, ({ type }) => type === 'erased')).at(-1)).toEqual({ type: 'erased' })
    expect((await stream.next()).done).toBe(true)
  })

  it('begins after the message that the reader has, and ends when the reader goes', async () => {
    const { asVisitor, asTeam, say } = await open()
    await say('m1')
    const leaving = new AbortController()
    const given = { query: { after: 0 }, signal: leaving.signal }
    const stream = (await openStream(asTeam('conversations.watch', undefined, given)))[Symbol.asyncIterator]()
    const seen = await until(stream, ({ type }) => type === 'state')
    expect(seen[0]).toMatchObject({ type: 'message', message: { index: 1, role: 'agent' } })
    await asVisitor('conversations.visitorTyping', { typing: true })
    expect(await until(stream, ({ type }) => type === 'typing')).toMatchObject([{ typing: true }])
    leaving.abort()
    expect(await until(stream, () => false)).not.toContainEqual({ type: 'erased' })
  })

  it('tells each of the team who else looks and writes, once however many windows they have', async () => {
    const { call, conversationId, asTeam } = await open()
    const asBen = (name: Parameters<typeof call>[0], body?: unknown, more: object = {}) =>
      call(name, { conversationId, principal: ben, body, ...more })
    const adas = (await openStream(asTeam('conversations.watch')))[Symbol.asyncIterator]()
    await until(adas, ({ type }) => type === 'state')
    const told = async () => (await until(adas, ({ type }) => type === 'present')).at(-1)

    const leaving = [new AbortController(), new AbortController()]
    const came = told()
    const windows = await Promise.all(
      leaving.map(async ({ signal }) =>
        (await openStream(asBen('conversations.watch', undefined, { signal })))[Symbol.asyncIterator](),
      ),
    )
    const seen = await Promise.all(windows.map((window) => until(window, ({ type }) => type === 'present')))
    expect(await came).toEqual({
      type: 'present',
      people: [{ userId: 'u2', displayName: 'Ben', writing: false }],
    })
    for (const each of seen)
      expect(each.at(-1)).toMatchObject({ people: [{ displayName: 'Ada', writing: false }] })

    await asBen('conversations.typing', { typing: true })
    expect(await told()).toMatchObject({ people: [{ displayName: 'Ben', writing: true }] })
    // It fades by itself.
    expect(await told()).toMatchObject({ people: [{ displayName: 'Ben', writing: false }] })

    const gone = told()
    for (const [nth, window] of windows.entries()) {
      leaving[nth]?.abort()
      await until(window, () => false)
    }
    expect(await gone).toMatchObject({ people: [] })
  })
})
