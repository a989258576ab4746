/** The events that followers of a conversation receive. On real embedded engines, as the host calls it. */
import { describe, expect, it } from 'vitest'
import { ben, openStream, openTestChat, until } from '../conversation.test-handlers.ts'

describe('following', () => {
  it('tells the visitor about people, ownership, typing and the end', async () => {
    const { asVisitor, asTeam } = await openTestChat()
    const stream = (await openStream(asVisitor('conversations.follow')))[Symbol.asyncIterator]()
    expect(await until(stream, ({ type }) => type === 'state')).toMatchObject([{ owner: 'agent', index: -1 }])
    const told = until(stream, ({ type }) => type === 'typing')
    // One's own typing is not reported.
    await asVisitor('conversations.visitorTyping', { typing: true })
    for (let ticks = 0; ticks < 20; ticks++) await new Promise((resolve) => setImmediate(resolve))
    await asTeam('conversations.typing', { typing: true })
    expect(await told).toEqual([{ type: 'typing', typing: true, name: 'Ada' }])
    // It expires by itself.
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

  it('tells that a person was asked for while nobody is there, until one has come', async () => {
    const document = { enableHumanHandoff: true, showHandoffEvenIfOffline: true }
    const { asVisitor, asTeam, say } = await openTestChat({ document, online: false })
    const stream = (await openStream(asVisitor('conversations.follow')))[Symbol.asyncIterator]()
    expect((await until(stream, ({ type }) => type === 'state')).at(-1)).not.toHaveProperty('requested')
    await say('m1', 'agent please')
    const asked = await until(stream, (event) => event.type === 'state' && event.requested === true)
    expect(asked.at(-1)).toMatchObject({ owner: 'agent' })
    await asTeam('conversations.reply', { id: 'h1', text: 'Hello' })
    const came = await until(stream, (event) => event.type === 'state' && event.owner === 'human')
    expect(came.at(-1)).not.toHaveProperty('requested')
  })

  it('starts after the message that the reader has, and ends when the reader disconnects', async () => {
    const { asVisitor, asTeam, say } = await openTestChat()
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

  it('tells each of the team who else is looking and writing, once per person with several windows', async () => {
    const { call, conversationId, asTeam } = await openTestChat()
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
    // It expires by itself.
    expect(await told()).toMatchObject({ people: [{ displayName: 'Ben', writing: false }] })

    const gone = told()
    for (const [nth, window] of windows.entries()) {
      leaving[nth]?.abort()
      await until(window, () => false)
    }
    expect(await gone).toMatchObject({ people: [] })
  })
})
