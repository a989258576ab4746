/** Turns of `vf` agents: the third party's dialog replies, and its state survives the process. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { storedFlow } from '@parley/contracts/conversation/flow-state.ts'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import { createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { leasesInMemory } from '@parley/kernel/running/leases.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type ConversationCommand, conversation } from '../conversation.decider.ts'
import { openTestHandlers } from '../conversation.test-handlers.ts'
import {
  AGENT,
  type ConversationTestRegion,
  contextOf,
  deltaText,
  eventsOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../conversation.test-setup.ts'
import { createTurns } from '../turn/turn.ts'
import { openDialog } from './dialog.ts'
import { createDialogApi, type DialogApi } from './dialog-api.ts'
import { DIALOG_KEY, type DialogDouble, startDialogDouble } from './dialog-double.ts'

let double: DialogDouble
let dialog: DialogApi
let region: ConversationTestRegion
beforeAll(async () => {
  double = await startDialogDouble()
  const safeFetch = createSafeFetch({ allowPrivateAddresses: true })
  dialog = createDialogApi({ url: double.url, safeFetch, timeoutMs: 2_000, retryPauseMs: 1 })
})
beforeEach(() => {
  double.asked.length = 0
  double.behave()
})
afterAll(() => double.stop())

const document: AgentDocument = {
  agentPlatform: 'vf',
  vfSettings: { apiKey: DIALOG_KEY, versionID: 'development' },
}
const open = async (setup: Setup = {}) => {
  region = await openConversationRegion({ document, ...setup, deps: { dialog, ...setup.deps } })
}

async function begin(channel: 'web-chat' | 'test-panel' = 'web-chat'): Promise<string> {
  const conversationId = newId()
  const about = { conversationId, agentId: AGENT, visitorId: 'v1', channel, lang: 'en' } as const
  const opened = await openDialog(dialog, region.document, conversationId)
  const command = {
    type: 'StartConversation',
    conversation: about,
    firstMessages: opened ? [{ messageId: newId(), blocks: opened.blocks }] : [],
    ...(opened ? { flow: opened.state } : {}),
  } as const
  const started = await region.handle(conversation, conversationId, command, contextOf())
  if (!started.ok) throw new Error(started.rejection.code)
  return conversationId
}

const say = async (id: string, text: string) => (await (await region.say(id, newId(), text)).finished).message
const textOf = (message: Awaited<ReturnType<typeof say>>) =>
  message?.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('|')
const actions = () => double.asked.flatMap(({ body }) => (body.action ? [body.action] : []))

it('greets, maps a button’s label to its request, and meters the reply', async () => {
  await open()
  const id = await begin()
  expect((await region.stateOf(id)).messages[0]?.blocks).toMatchObject([
    { type: 'text', text: 'Welcome to the bakery!' },
    { type: 'image' },
    { type: 'buttons', buttons: [{ label: 'Order bread' }, { label: 'Opening hours' }] },
  ])
  const turn = await region.say(id, newId(), 'order BREAD')
  expect(deltaText(await eventsOf(turn))).toBe('What may it be?\n\n')
  expect(textOf((await turn.finished).message)).toBe('What may it be?|carousel')
  expect(textOf(await say(id, 'Choose: Oat roll'))).toBe('Oat roll: it is baked for you.')
  expect(actions().map(({ type }) => type)).toEqual(['launch', 'path-order', 'path-oat-roll'])
  expect(double.asked.every(({ userId, versionID }) => userId === id && versionID === 'development')).toBe(
    true,
  )
  await expect.poll(() => [...region.credits.settled.values()]).toEqual([1, 1])
  expect(region.double.requests, 'no model is asked').toEqual([])
})

it('stores no more of its choices than there is room for, and sends the label of any other', async () => {
  const path = (nth: number) => ({ type: `path-${nth}`, payload: { label: 'x'.repeat(10_000) } })
  const named = (nth: number) => ({ name: `${nth} ${'y'.repeat(1_000)}`, request: path(nth) })
  const buttons = Array.from({ length: 10 }, (_, nth) => named(nth))
  double.behave({ traces: [{ type: 'choice', payload: { buttons } }] })
  await open()
  const id = await begin()
  const { flow, messages } = await region.stateOf(id)
  expect(storedFlow.parse(flow)).toEqual(flow)
  const labels = messages
    .flatMap(({ blocks }) => blocks)
    .flatMap((one) => ('buttons' in one ? one.buttons : []))
  expect(labels.map(({ label }) => label?.length)).toEqual(Array(10).fill(240))
  await say(id, labels[0]?.label ?? '')
  await say(id, labels[9]?.label ?? '')
  expect(actions().slice(1)).toEqual([path(0), { type: 'text', payload: labels[9]?.label }])
})

it('seals what it says first for the conversation, since it may be about the visitor', async () => {
  double.behave({ traces: [{ type: 'text', payload: { message: 'Welcome back, Ada! '.repeat(100) } }] })
  const { start, eventsOf } = await openTestHandlers({ document, deps: { dialog } })
  const { conversationId } = await start()
  const [, greeted] = await eventsOf(conversationId)
  expect(greeted?.data.content).toMatch(`sealed.v1.conversation-${conversationId}.`)
})

it('sends an intent unchanged, and other messages as text', async () => {
  await open()
  const id = await begin()
  expect(textOf(await say(id, 'Opening hours'))).toBe('From six to six.|carousel')
  expect(textOf(await say(id, 'Is there cake?'))).toBe('You said: Is there cake?.')
  expect(actions().slice(1)).toEqual([
    expect.objectContaining({
      type: 'intent',
      payload: expect.objectContaining({ intent: { name: 'opening_hours' } }),
    }),
    { type: 'text', payload: 'Is there cake?' },
  ])
})

it('continues at the same place after a restart', async () => {
  await open()
  const id = await begin()
  await say(id, 'Order bread')
  const { deps } = region
  region.commands.evict('conversation', id)
  const restarted = createTurns(deps)
  const said = await restarted.receive(contextOf(), {
    conversationId: id,
    messageId: newId(),
    text: 'Choose',
  })
  expect(said.ok && textOf((await said.reply.finished).message)).toBe('Rye loaf: it is baked for you.')
})

it('starts again after its end, and if the greeting failed', async () => {
  await open()
  double.behave(500)
  const id = await begin()
  expect((await region.stateOf(id)).messages).toEqual([])
  expect(textOf(await say(id, 'Hello'))).toBe('Welcome to the bakery!|image|buttons|You said: Hello.')
  await say(id, 'Order bread')
  await say(id, 'Choose')
  double.asked.length = 0
  await say(id, 'Me again')
  expect(actions()).toEqual([{ type: 'launch' }, { type: 'text', payload: 'Me again' }])
})

it('passes the visitor’s known variables to the dialog once', async () => {
  await open()
  const id = await begin()
  const known = { type: 'SetVariables', variables: { name: 'Ada' } } as const
  expect((await region.handle(conversation, id, known, contextOf())).ok).toBe(true)
  expect(textOf(await say(id, 'Hi'))).toBe('You said: Hi, Ada.')
  await say(id, 'Hi again')
  expect(double.asked.filter(({ what }) => what === 'variables')).toMatchObject([{ body: { name: 'Ada' } }])
})

it('asks for a person on a custom action', async () => {
  await open({ document: { ...document, enableHumanHandoff: true }, deps: { teamOnline: () => true } })
  const id = await begin()
  expect(textOf(await say(id, 'A person please'))).toMatch(/talk to a person/)
  expect((await region.stateOf(id)).owner).toBe('nobody')
})

const isOnline = (): boolean => true

it.each([
  ['the agent has no handoff', { document, deps: { teamOnline: isOnline } }],
  [
    'the rules of its organisations switch it off',
    {
      document: { ...document, enableHumanHandoff: true },
      deps: {
        teamOnline: isOnline,
        handoffRules: async () => ({ ...defaultOrganisationInbox, disableHandoff: true }),
      },
    },
  ],
] as const)('asks for nobody and promises nobody where %s', async (_, given) => {
  await open(given)
  const id = await begin()
  expect(textOf(await say(id, 'A person please'))).toMatch(/no person can be brought into this chat/)
  const { owner, awaitingSince } = await region.stateOf(id)
  expect([owner, awaitingSince]).toEqual(['agent', undefined])
})

it.each([
  [[401], 'provider-error'],
  [[429, 429, 429], 'rate-limited'],
  [['garbage'], 'provider-error'],
  [['cut'], 'provider-error'],
] as const)(
  'fails with a notice after %j, releases the credits, and replies on the next try',
  async (wrong, reason) => {
    await open()
    const id = await begin('test-panel')
    double.behave(...wrong)
    const messageId = newId()
    const first = await (await region.say(id, messageId, 'Hi')).finished
    expect(first.message?.failed).toBe(true)
    const events = await region.eventStore.readStream(`conversation-${id}`)
    const failure = events.find(({ type }) => type === 'ReplyFailed')
    expect(JSON.parse(failure?.data ?? '{}')).toMatchObject({ reason })
    expect(JSON.stringify(events)).not.toContain(DIALOG_KEY)
    await expect.poll(() => region.credits.balance).toBe(1_000)
    const again = await (await region.say(id, messageId, 'Hi')).finished
    expect(textOf(again.message)).toBe('You said: Hi.')
  },
)

it('tells the owner in the test panel what is wrong, and the visitor only what to do', async () => {
  await open({ document: { agentPlatform: 'vf' } })
  expect(textOf(await say(await begin('test-panel'), 'Hi'))).toMatch(/The dialog API has no key yet\./)
  expect(textOf(await say(await begin(), 'Hi'))).not.toMatch(/key/)
  expect(double.asked).toEqual([])
})

it('always says something: the end says goodbye, an empty answer is a failure', async () => {
  await open()
  const id = await begin()
  expect((await say(id, 'Say nothing'))?.failed).toBe(true)
  expect(textOf(await say(id, 'Some music'))).toBe('[jingle.mp3](https://bakery.example/jingle.mp3)')
})

it('is not called again because the visitor adds a message: what was sent there is answered first', async () => {
  await open({ deps: { dialog: slow(dialog) } })
  const id = await begin()
  const first = await region.say(id, newId(), 'One')
  await expect.poll(() => slowed.length).toBe(1)
  const second = await region.say(id, newId(), 'Two')
  for (const go of slowed.splice(0)) go()
  expect(textOf((await first.finished).message)).toBe('You said: One.')
  await expect.poll(() => slowed.length).toBe(1)
  for (const go of slowed.splice(0)) go()
  expect(textOf((await second.finished).message)).toBe('You said: Two.')
  expect(
    actions()
      .slice(1)
      .map(({ payload }) => payload),
  ).toEqual(['One', 'Two'])
})

it('is told nothing twice after a crash: the visitor is told and may repeat it; later messages get replies', async () => {
  await open({ deps: { dialog: deaf(dialog) } })
  const id = await begin()
  const told = () => actions().filter(({ payload }) => payload === 'Order one')
  await region.say(id, 'm1', 'Order one')
  await expect.poll(told).toHaveLength(1)
  const later = { type: 'ReceiveVisitorMessage', messageId: 'm2', text: 'Still there?' } as const
  await region.handle(conversation, id, later, contextOf('message/m2'))

  // The leases of a killed process expire.
  const restarted = createTurns({ ...region.deps, dialog, leases: leasesInMemory() })
  await restarted.answerWaiting(TENANT, id, contextOf().cause)
  expect(told()).toHaveLength(1)
  const { messages, visitorMessages: asked } = await region.stateOf(id)
  expect(asked.map(({ outcome }) => outcome)).toEqual(['failed', 'answered'])
  expect(messages.slice(-2).map(textOf)).toEqual([
    expect.stringContaining('again'),
    'You said: Still there?.',
  ])
  expect(region.credits.holds.size).toBe(0)

  const again = await restarted.receive(contextOf(), {
    conversationId: id,
    messageId: 'm1',
    text: 'Order one',
  })
  if (!again.ok) throw new Error(again.rejection.code)
  expect(textOf((await again.reply.finished).message)).toBe('You said: Order one.')
  expect(told()).toHaveLength(2)
})

it('is not called once another process replies', async () => {
  await open()
  const id = await begin()
  const command = {
    type: 'DispatchDialog' as const,
    messageIds: ['m1'],
    epoch: 1,
  } satisfies ConversationCommand
  const handled = await region.handle(conversation, id, command, contextOf())
  expect(handled).toMatchObject({ ok: false, rejection: { code: 'owner-changed' } })
})

it('is traced in the test panel', async () => {
  await open()
  const id = await begin('test-panel')
  await say(id, 'Order bread')
  const events = await region.eventStore.readStream(`conversation-${id}`)
  const traced = JSON.parse(events.find(({ type }) => type === 'ReplyTraced')?.data ?? '{}')
  const [trace = ''] = await region.reader.open(TENANT, [traced.trace])
  expect(JSON.parse(trace)).toMatchObject({
    modelId: 'vf',
    cost: 1,
    steps: [{ type: 'dialog', traces: ['text', 'carousel'], request: expect.stringContaining('path-order') }],
  })
  expect(JSON.parse(trace)).not.toHaveProperty('blocks')
  expect(trace).not.toContain(DIALOG_KEY)
})

const slowed: (() => void)[] = []
function slow(api: DialogApi): DialogApi {
  return {
    ...api,
    async interact(seat, action) {
      await new Promise<void>((resolve) => void slowed.push(resolve))
      return api.interact(seat, action)
    },
  }
}

/** Receives the message, and then the process ends. */
function deaf(api: DialogApi): DialogApi {
  return {
    ...api,
    async interact(seat, action) {
      const answered = await api.interact(seat, action)
      return action.type === 'launch' ? answered : new Promise(() => undefined)
    },
  }
}
