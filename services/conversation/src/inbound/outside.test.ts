/** What happens in the app of a channel's provider: replies of the team, reactions, edits and deletions. */
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { describe, expect, test } from 'vitest'
import { conversation } from '../conversation.decider.ts'
import {
  AGENT,
  contextOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../conversation.test-setup.ts'
import { historyFor } from '../turn/generate/prompt.ts'
import { createTurns } from '../turn/turn.ts'
import { createInbound } from './inbound.ts'
import { createOutside, type OutsideChange, type OutsideReply } from './outside.ts'
import type { InboundMessage, ReceiveDeps } from './receive.ts'

const channel = { kind: 'webhook', channelId: 'c1' } as const
const cause = () => ({ via: 'channel', command: newId(), correlation: 'r' }) as const
const second = (nth: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, nth)).toISOString()

async function open(setup: Setup = {}, processes = 1) {
  const region = await openConversationRegion({ model: false, ...setup })
  const { eventStore, keyring } = region
  const ports = Array.from({ length: processes }, () => {
    const commands = createCommandHandler({ eventStore, keyring })
    const own = { ...region.deps, ...commands }
    const turns = createTurns(own)
    const keepFile: ReceiveDeps['keepFile'] = async ({ fileId }, { name, bytes }) => ({
      ...{ ok: true, file: { fileId, name, mimeType: 'text/plain', size: bytes.length } },
    })
    const agentForVisitor: ReceiveDeps['agentForVisitor'] = async (tenant, agentId) => {
      const document = await own.agentDocument(tenant, agentId)
      return document && { document }
    }
    const deps = { ...own, turns, keepFile, agentForVisitor, transcripts: region.transcripts }
    return { inbound: createInbound(deps), outside: createOutside(deps), turns }
  })
  const [{ inbound, outside }] = ports as [(typeof ports)[number]]
  const ask = async (nth: number, more: Partial<InboundMessage> = {}) => {
    const received = await inbound.receive({
      ...{ tenant: TENANT, agentId: AGENT, channel, contact: { id: 'grace', verified: false } },
      ...{ providerMessageId: `m${nth}`, sentAt: second(nth), text: `text ${nth}`, attachments: [] },
      ...{ cause: cause(), ...more },
    })
    if (!('conversationId' in received)) throw new Error('not received')
    return received.conversationId
  }
  const answer = (nth: number, more: Partial<OutsideReply> = {}, at = outside) =>
    at.reply({
      ...{ tenant: TENANT, agentId: AGENT, channel, contact: { id: 'grace' }, from: 'Shop app' },
      ...{ providerMessageId: `o${nth}`, sentAt: second(nth), text: `answer ${nth}`, attachments: [] },
      ...{ cause: cause(), ...more },
    })
  const change = (
    providerMessageId: string,
    given: OutsideChange['change'],
    more: Partial<OutsideChange> = {},
  ) =>
    outside.change({
      ...{ tenant: TENANT, channel, contactId: 'grace', by: 'visitor', providerMessageId },
      ...{ key: newId(), at: second(50), change: given, cause: cause(), ...more },
    })
  const state = async (conversationId: string) => {
    await region.commands.refresh(conversation.category, conversationId)
    return region.stateOf(conversationId)
  }
  return { region, ports, ask, answer, change, state }
}

const silent = { document: { delayBeforeSubmit: 10_000 } }

describe('a reply in the provider’s app', () => {
  test('stands in the transcript by its time and takes the conversation over, once in all processes', async () => {
    const { region, ports, ask, answer, state } = await open(silent, 3)
    const id = await ask(1)
    const done = await Promise.all(
      ports.flatMap(({ outside }) => [answer(3, {}, outside), answer(3, {}, outside)]),
    )
    expect(done).toEqual(Array(6).fill({ ok: true }))
    await ask(2)
    const { messages, owner, person, visitorMessages } = await state(id)
    expect(messages.filter(({ role }) => role !== 'system')).toMatchObject([
      { role: 'visitor', at: second(1) },
      { role: 'visitor', at: second(2) },
      { role: 'human', at: second(3), author: 'Shop app', outside: true, blocks: [{ text: 'answer 3' }] },
    ])
    expect([owner, person]).toEqual(['human', { userId: 'outside-c1', displayName: 'Shop app' }])
    // What comes now is left to them, as in a takeover.
    expect(visitorMessages.map(({ outcome }) => outcome)).toEqual(['answered', 'left'])
    expect(JSON.stringify(await region.eventStore.readAll(-1, 100))).not.toMatch(/answer 3|Shop app/)
  })

  test('starts a conversation where there is none, without what the agent says first', async () => {
    const { answer, ask, state } = await open({
      document: { enableNodes: false, vg_initMessages: ['Hello!'] },
    })
    await answer(1, { contact: { id: 'grace', phone: '+49 1' } })
    const id = await ask(2)
    const { messages, identity } = await state(id)
    expect(messages.filter(({ role }) => role !== 'system').map(({ role }) => role)).toEqual([
      'human',
      'visitor',
    ])
    expect(identity).toMatchObject({ phone: '+49 1', verified: false })
  })

  test('that comes late does not take over what was handed back since', async () => {
    const { region, ask, answer, state } = await open(silent)
    const id = await ask(1)
    await answer(2)
    const handed = await region.handle(conversation, id, { type: 'HandBack' }, contextOf())
    expect(handed).toMatchObject({ ok: true })
    await answer(3)
    const after = await state(id)
    expect(after.owner).toBe('agent')
    expect(after.messages.filter(({ role }) => role === 'human')).toHaveLength(2)
    // One that was written after it does.
    await answer(4, { sentAt: new Date(Date.now() + 60_000).toISOString() })
    expect((await state(id)).owner).toBe('human')
  })

  test('before its conversation was deleted starts no other one', async () => {
    const { region, ask, answer, state } = await open(silent)
    const id = await ask(1)
    await region.handle(conversation, id, { type: 'DeleteConversation', reason: 'person' }, contextOf())
    expect(await answer(2)).toEqual({ ok: true })
    expect((await state(id)).messages).toEqual([])
  })
})

describe('a message that is changed in the provider’s app', () => {
  test('shows the visitor’s reaction, which is no message, until it is taken back', async () => {
    const { ask, change, state } = await open(silent)
    const id = await ask(1)
    const of = async () => {
      const { messages, messageCount } = await state(id)
      return [messageCount, messages[0]?.reaction]
    }
    const like = { kind: 'reaction', reaction: '👍' } as const
    expect(await change('m1', like, { key: 'r1' })).toEqual({ ok: true, found: true })
    expect(await of()).toEqual([1, '👍'])
    // Another one than stands there is not taken back, and what comes twice counts once.
    await change('m1', { kind: 'reaction', reaction: undefined, former: '🎉' })
    expect(await of()).toEqual([1, '👍'])
    await change('m1', { kind: 'reaction', reaction: undefined })
    await change('m1', like, { key: 'r1' })
    expect(await of()).toEqual([1, undefined])
  })

  test('is found by our id of it where it was sent from here', async () => {
    const { region, ask, change, state } = await open(silent)
    const id = await ask(1)
    const write = {
      type: 'WriteUnasked',
      messageId: 'ours',
      blocks: [{ type: 'text', text: 'Hi' }],
      variables: {},
    }
    await region.handle(conversation, id, write as never, contextOf())
    const sentMessage = async (conversationId: string) => (conversationId === id ? 'ours' : undefined)
    const like = { kind: 'reaction', reaction: '👍' } as const
    expect(await change('wamid.9', like, { sentMessage })).toEqual({ ok: true, found: true })
    expect((await state(id)).messages.at(-1)?.reaction).toBe('👍')
    expect(await change('wamid.9', { kind: 'deletion' }, { sentMessage })).toEqual({ ok: true, found: false })
    expect(await change('wamid.8', like)).toEqual({ ok: true, found: false })
  })

  test('has its new text, with the former ones, in the order of editing', async () => {
    const { region, ask, change, state } = await open(silent)
    const id = await ask(1, { attachments: [{ name: 'a.txt', bytes: Buffer.from('x') }] })
    const edit = (text: string, nth: number) => change('m1', { kind: 'edit', text }, { at: second(nth) })
    await edit('Monday', 11)
    await edit('Wednesday', 13)
    // Comes late, and is older.
    await edit('Tuesday', 12)
    const [message] = (await state(id)).messages
    expect(message).toMatchObject({
      blocks: [{ text: 'Wednesday' }, { type: 'file', name: 'a.txt' }],
      edited: { at: second(13), earlier: ['text 1', 'Monday'] },
    })
    expect(JSON.stringify(await region.eventStore.readAll(-1, 100))).not.toMatch(/Monday|Wednesday/)
  })

  test('is deleted here, too: nobody answers it, and the model is not shown it', async () => {
    const { ask, change, state } = await open(silent)
    const id = await ask(1)
    await ask(2)
    await change('m1', { kind: 'edit', text: 'secret' })
    expect(await change('m1', { kind: 'deletion' })).toEqual({ ok: true, found: true })
    await change('m1', { kind: 'edit', text: 'secret again' }, { at: second(59) })
    const { messages, visitorMessages } = await state(id)
    expect(messages[0]).toMatchObject({ blocks: [], deleted: true })
    expect(JSON.stringify(messages)).not.toMatch(/secret|text 1/)
    expect(visitorMessages.map(({ outcome }) => outcome)).toEqual(['answered', 'waiting'])
    const shown = historyFor(messages, messages[1]!.id, new Set())
    expect(shown).toEqual([{ role: 'user', text: 'text 2' }])
  })

  test('belongs to whoever wrote it: the team’s to the team, and what was written here to nobody', async () => {
    const { region, ask, answer, change, state } = await open(silent)
    const id = await ask(1)
    await answer(2)
    const person = { userId: 'u1', displayName: 'Ada' }
    const blocks = [{ type: 'text', text: 'Here' }]
    await region.handle(
      conversation,
      id,
      { type: 'ReplyAsPerson', messageId: 'h', blocks, person } as never,
      contextOf(),
    )
    const deletion = { kind: 'deletion' } as const
    const here = { sentMessage: async () => 'h' }
    for (const [message, more] of [
      ['o2', {}],
      ['m1', { by: 'human' }],
      ['x', { ...here, by: 'human' }],
      ['x', here],
    ] as const)
      expect(await change(message, deletion, more)).toEqual({ ok: true, found: false })
    expect(await change('o2', deletion, { by: 'human' })).toEqual({ ok: true, found: true })
    expect((await state(id)).messages.filter(({ deleted }) => deleted)).toMatchObject([
      { author: 'Shop app' },
    ])
  })
})
