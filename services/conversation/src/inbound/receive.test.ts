import { type AgentNode, nodeSchema } from '@parley/contracts/agent/nodes.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { describe, expect, test, vi } from 'vitest'
import { conversation } from '../conversation.decider.ts'
import {
  AGENT,
  type ConversationTestRegion,
  contextOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../conversation.test-setup.ts'
import { flowPhrases } from '../flow/flow-phrases.ts'
import { createFollowing } from '../handoff/following.ts'
import { handoffPhrases } from '../handoff/handoff-phrases.ts'
import { eraseConversation } from '../retention/erasing.ts'
import { createTurns } from '../turn/turn.ts'
import { createInbound } from './inbound.ts'
import type { InboundMessage, ReceiveDeps } from './receive.ts'

const channel = { kind: 'webhook', channelId: 'c1' } as const
const second = (nth: number) => `2026-11-21T10:00:${String(nth).padStart(2, '0')}Z`
const message = (nth: number, more: Partial<InboundMessage> = {}): InboundMessage => ({
  tenant: TENANT,
  agentId: AGENT,
  channel,
  contact: { id: '+4915112345', verified: false },
  providerMessageId: `m${nth}`,
  sentAt: second(nth),
  text: `text ${nth}`,
  attachments: [],
  cause: { via: 'channel', command: newId(), correlation: 'r' },
  ...more,
})

/** A region, and the inbound port of as many processes, each with its own memory. */
async function openInbound(setup: Setup = {}, more: Partial<ReceiveDeps> = {}, processes = 1) {
  const region = await openConversationRegion({ model: false, ...setup })
  const { eventStore, keyring } = region
  const ports = Array.from({ length: processes }, () => {
    const commands = createCommandHandler({ eventStore, keyring })
    const own = { ...region.deps, ...commands }
    const turns = createTurns(own)
    const keepFile: ReceiveDeps['keepFile'] = async ({ fileId }, { name, bytes }) =>
      name.endsWith('.exe')
        ? { ok: false, rejection: { code: 'wrong-type', message: 'This file is not accepted.' } }
        : { ok: true, file: { fileId, name, mimeType: 'text/plain', size: bytes.length } }
    const agentForVisitor: ReceiveDeps['agentForVisitor'] = async (tenant, agentId) => {
      const document = await own.agentDocument(tenant, agentId)
      return document && { document }
    }
    return createInbound({ ...own, turns, keepFile, agentForVisitor, ...more })
  })
  return { region, ports, receive: ports[0]!.receive }
}

async function transcriptOf(region: ConversationTestRegion, conversationId: string) {
  await region.commands.refresh(conversation.category, conversationId)
  return (await region.stateOf(conversationId)).messages
}
const textsOf = (messages: Awaited<ReturnType<typeof transcriptOf>>) =>
  messages
    .filter(({ role }) => role === 'visitor')
    .map(({ blocks }) => blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join())

async function received(receiving: ReturnType<ReceiveDeps['start']> | Promise<unknown>) {
  const result: { conversationId?: string; repeated?: boolean } = Object(await receiving)
  expect(result).toMatchObject({ ok: true })
  return { conversationId: String(result.conversationId), repeated: result.repeated }
}

describe('a contact’s message', () => {
  test('starts their conversation, with the channel and the contact, and joins it from then on', async () => {
    const { region, receive } = await openInbound()
    const contact = { id: 'contact 7', name: 'Grace', phone: '+49', verified: true }
    const first = await received(receive(message(1, { contact })))
    expect(await received(receive(message(2, { contact })))).toEqual(first)
    const other = await received(receive(message(3, { contact: { id: 'contact 8', verified: false } })))
    expect(other.conversationId).not.toBe(first.conversationId)
    await region.commands.refresh(conversation.category, first.conversationId)
    const { started, identity } = await region.stateOf(first.conversationId)
    expect(started).toMatchObject({ channel: 'webhook', channelId: 'c1', contactId: 'contact 7' })
    expect(identity).toMatchObject({ name: 'Grace', phone: '+49', verified: true })
    expect(textsOf(await transcriptOf(region, first.conversationId))).toEqual(['text 1', 'text 2'])
    expect(JSON.stringify(await region.eventStore.readAll(-1, 100))).not.toMatch(/Grace|contact 7|text 1/)
  })

  // Chatwoot doubles messages (#9314, #11901), shows them out of order (#13556, #11987), and when they came (#14739).
  test('is one message in several processes at once, and shown in the order of writing', async () => {
    // The agent waits, so that no reply comes in between.
    const document = { delayBeforeSubmit: 10_000 }
    const { region, ports } = await openInbound({ document }, {}, 3)
    const sent = [4, 2, 5, 1, 3]
    const all = await Promise.all(
      sent.flatMap((nth) => ports.map(({ receive }) => received(receive(message(nth))))),
    )
    const [conversationId = '', ...others] = new Set(all.map((one) => one.conversationId))
    expect(others).toEqual([])
    const messages = await transcriptOf(region, conversationId)
    expect(textsOf(messages)).toEqual([1, 2, 3, 4, 5].map((nth) => `text ${nth}`))
    expect(messages.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3, 4])
    expect(messages[0]).toMatchObject({ at: second(1), receivedAt: expect.any(String) })
    const log = await region.eventStore.readAll(-1, 1_000)
    expect(log.map(({ type }) => type).filter((type) => type !== 'VisitorMessageReceived')).toEqual([
      'ConversationStarted',
    ])
  })

  test('stands by its number among those of the same moment, however they arrive', async () => {
    // The agent waits, so that no reply comes in between.
    const { region, receive } = await openInbound({ document: { delayBeforeSubmit: 10_000 } })
    const sentAt = second(1)
    const { conversationId } = await received(receive(message(3, { sentAt, sequence: 1_001 })))
    for (const [nth, sequence] of [
      [1, 999],
      [2, 1_000],
    ] as const)
      await received(receive(message(nth, { sentAt, sequence })))
    // The time counts first, and one without a number stays where it came.
    await received(receive(message(0, { sentAt: second(0), sequence: 2_000 })))
    await received(receive(message(4, { sentAt })))
    const expected = [0, 1, 2, 3, 4].map((nth) => `text ${nth}`)
    expect(textsOf(await transcriptOf(region, conversationId))).toEqual(expected)
    expect(textsOf((await region.stateOf(conversationId)).messages)).toEqual(expected)
  })

  test('waits for the one in between: two of one second that arrive swapped have one answer, in order', async () => {
    const { region, receive } = await openInbound({ model: {}, deps: { burstMs: 2_000 } })
    const at = (ms: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, 0, ms)).toISOString()
    const { conversationId } = await received(receive(message(2, { sentAt: at(900) })))
    await received(receive(message(1, { sentAt: at(100) })))
    await region.turns.untilIdle(TENANT, conversationId)
    await expect
      .poll(async () => (await transcriptOf(region, conversationId)).map(({ role }) => role))
      .toEqual(['visitor', 'visitor', 'agent'])
    const messages = await transcriptOf(region, conversationId)
    expect(textsOf(messages)).toEqual(['text 1', 'text 2'])
    const asked = JSON.stringify(region.double.requests.at(-1))
    expect(asked.indexOf('text 1')).toBeLessThan(asked.indexOf('text 2'))
    expect(asked.indexOf('text 1')).toBeGreaterThan(0)
    expect((await region.stateOf(conversationId)).visitorMessages.map(({ outcome }) => outcome)).toEqual([
      ...['answered', 'answered'],
    ])
  })

  test('that is delivered again neither repeats its reply nor retries a failed one', async () => {
    const { region, ports } = await openInbound({ model: {}, balance: 0 }, {}, 2)
    const { conversationId } = await received(ports[0]!.receive(message(1)))
    const answered = async () =>
      (await transcriptOf(region, conversationId)).filter(({ role }) => role === 'agent').length
    await vi.waitFor(async () => expect(await answered()).toBe(1))
    for (const { receive } of ports)
      expect(await received(receive(message(1)))).toMatchObject({ repeated: true })
    await received(ports[1]!.receive(message(2)))
    await vi.waitFor(async () => expect(await answered()).toBe(2))
  })

  test('of another channel with the same ids is another message', async () => {
    const { receive } = await openInbound()
    const one = await received(receive(message(1)))
    const other = await received(receive(message(1, { channel: { ...channel, channelId: 'c2' } })))
    expect(other.conversationId).not.toBe(one.conversationId)
    expect(other.repeated).toBe(false)
  })

  test('names the attachments that can’t be kept', async () => {
    const { region, receive } = await openInbound()
    const attachments = ['a.txt', 'b.exe'].map((name) => ({ name, bytes: Buffer.from('x') }))
    const { conversationId } = await received(receive(message(1, { text: '', attachments })))
    const [first] = await transcriptOf(region, conversationId)
    expect(first?.blocks).toMatchObject([
      { type: 'file', name: 'a.txt' },
      { type: 'text', text: '[b.exe: Files of this type are not accepted.]' },
    ])
  })

  test('shows no time after it arrived, whatever the sender’s clock says', async () => {
    const { region, receive } = await openInbound()
    const { conversationId } = await received(receive(message(1, { sentAt: '2999-01-01T00:00:00Z' })))
    const [first] = await transcriptOf(region, conversationId)
    expect(first?.at).toBe(first?.receivedAt)
  })

  test('reaches those who follow the conversation once, though it comes before what they know', async () => {
    const document = { delayBeforeSubmit: 10_000 }
    const { region, receive } = await openInbound({ document })
    const { conversationId } = await received(receive(message(2)))
    const following = createFollowing({
      load: region.load,
      transcripts: region.transcripts,
      nameOf: async () => 'Ada',
      withAddresses: (_, __, all) => [...all],
    })
    const leaving = new AbortController()
    const ada = { userId: 'u1', displayName: 'Ada' }
    const reader = { tenant: TENANT, conversationId, by: ada, signal: leaving.signal, after: -1 }
    const told: string[] = []
    const bothTold = vi.waitFor(() => expect(told).toEqual(['text 2', 'text 1']))
    const watching = (async () => {
      for await (const event of following.follow(reader)) {
        if (event.type !== 'message') continue
        told.push(...textsOf([event.message]))
        if (told.length === 1) await received(receive(message(1)))
        await region.commands.refresh(conversation.category, conversationId)
        following.changed(conversationId)
      }
    })()
    await bothTold
    leaving.abort()
    await watching
  })

  test('that arrives long after it was written does not make its conversation due for erasure', async () => {
    const { region, receive } = await openInbound()
    const sentAt = '2020-01-01T00:00:00Z'
    const { conversationId } = await received(receive(message(1, { sentAt })))
    await region.commands.refresh(conversation.category, conversationId)
    const { load, handle, keyring, commands } = region
    const deps = { load, handle, evict: commands.evict, erase: keyring.erase, drop() {}, changed() {} }
    const by = { actor: contextOf().actor, via: 'policy', correlation: 'c' } as const
    const erase = (unlessSince: string) =>
      eraseConversation(deps, { tenant: TENANT, conversationId, reason: 'retention', unlessSince, by })
    expect(await erase('2021-01-01T00:00:00Z')).toBeUndefined()
    expect(await erase(new Date(Date.now() + 1_000).toISOString())).toBeGreaterThan(0)
  })

  test('is refused for an agent that does not exist', async () => {
    const { receive } = await openInbound()
    expect(await receive(message(1, { agentId: 'nobody' }))).toMatchObject({
      ok: false,
      rejection: { code: 'not-found' },
    })
  })
})

describe('after a conversation was deleted', () => {
  const remove = (region: ConversationTestRegion, conversationId: string) =>
    region.handle(conversation, conversationId, { type: 'DeleteConversation', reason: 'person' }, contextOf())

  test('what was written before starts no other one, and what is written then does', async () => {
    const { region, receive } = await openInbound()
    const { conversationId } = await received(receive(message(1)))
    await remove(region, conversationId)
    for (const nth of [1, 2]) expect(await receive(message(nth))).toEqual({ ok: true, ignored: 'deleted' })
    const later = message(3, { sentAt: new Date(Date.now() + 1_000).toISOString() })
    const again = await received(receive(later))
    expect(again.conversationId).not.toBe(conversationId)
    expect(await received(receive(later))).toEqual({ ...again, repeated: true })
  })

  test('by another process while the message is received, the message is not lost', async () => {
    const deleted: string[] = []
    const { region, receive } = await openInbound(
      {},
      {
        // Attachments take a while: the conversation is deleted in that time.
        async keepFile({ conversationId, fileId }, { name }) {
          if (deleted.length === 0) {
            deleted.push(conversationId)
            await remove(region, conversationId)
          }
          return { ok: true, file: { fileId, name, mimeType: 'text/plain', size: 1 } }
        },
      },
    )
    const attachments = [{ name: 'a.txt', bytes: Buffer.from('x') }]
    const sentAt = new Date(Date.now() + 60_000).toISOString()
    const { conversationId } = await received(receive(message(1, { attachments, sentAt })))
    expect(deleted).not.toContain(conversationId)
    expect(textsOf(await transcriptOf(region, conversationId))).toEqual(['text 1,file'])
  })
})

test('a form is asked field by field, in whichever process each answer arrives, and captured once', async () => {
  const nodes: AgentNode[] = [
    { id: 's', type: 'start', next: 'f' },
    {
      ...{ id: 'f', type: 'form', text: 'Your details, please.', next: 'done' },
      fields: [
        { name: 'name', label: 'Name', type: 'name', required: true },
        { name: 'size', label: 'Size', type: 'select', options: ['Small', 'Large'], required: true },
        { name: 'email', label: 'E-mail', type: 'email' },
      ],
    },
    { id: 'done', type: 'message', text: 'Thanks, {{name}} ({{size}}).' },
  ].map((node) => nodeSchema.parse({ ...node, position: { x: 0, y: 0 } }))
  const { region, ports } = await openInbound(
    { document: { enableNodes: true, nodes, enableHumanHandoff: true } },
    {},
    2,
  )
  const said = ['Hello', 'Ada', '2', 'talk to a person', 'ada@example.com']
  let conversationId = ''
  for (const [nth, text] of said.entries()) {
    const port = ports[nth % 2]!
    const sent = message(nth, { text })
    conversationId = (await received(port.receive(sent))).conversationId
    await vi.waitFor(async () => {
      const messages = await transcriptOf(region, conversationId)
      expect(messages.filter(({ role }) => role === 'agent').length).toBe(nth + 2)
    })
    expect((await received(port.receive(sent))).repeated).toBe(true)
  }
  const messages = await transcriptOf(region, conversationId)
  const hint = flowPhrases.en.maySkip
  const shown = messages.map(({ blocks }) =>
    blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join(' / '),
  )
  expect(shown).toEqual([
    'Your details, please. / Name',
    ...['Hello', 'Name', 'Ada', 'Size / buttons', '2', `E-mail\n\n${hint}`, 'talk to a person'],
    handoffPhrases.en.offlineChannel,
    ...['ada@example.com', 'Thanks, Ada (Large).'],
  ])
  const captured = await region.eventStore.readStream(`conversation-${conversationId}`)
  expect(captured.filter(({ type }) => type === 'FieldsCaptured').length).toBe(1)
  expect((await region.stateOf(conversationId)).fields).toEqual({
    ...{ name: 'Ada', size: 'Large', email: 'ada@example.com' },
  })
})
