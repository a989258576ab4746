/** Calls of tools that wait for the team's decision, on real embedded engines, with a double of the model's provider. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { conversation, type Reply, textOf } from '../conversation.decider.ts'
import { codeOf, openTestChat, type TestHandlersSetup } from '../conversation.test-handlers.ts'
import { type ConversationTestRegion, contextOf, TENANT } from '../conversation.test-setup.ts'
import type { DoubleRequest } from '../models/model-double.ts'
import { noTools, type ToolRequest, type Tools } from '../turn/generate/tools.ts'
import { APPROVAL_MS, MOST_PENDING } from './approvals.ts'
import { expireApprovals } from './expire-approvals.ts'

type Asked = Extract<ToolRequest, { type: 'tool' }>

/** Calls the function for what the visitor's last message names, and tells what came of it. */
function refunds({ body }: DoubleRequest) {
  const messages: { role: string; content?: unknown }[] = Object(body).messages
  const last = messages.at(-1)
  if (last?.role === 'tool') return [`Outcome: ${String(last.content)}`]
  const order = /refund (\S+)/.exec(String(last?.content))?.[1]
  if (order === undefined) return ['Hello.']
  const call = { name: 'refund', input: JSON.stringify({ order }) }
  return { calls: String(last?.content).includes('twice') ? [call, call] : [call] }
}

/** Approves without the turn that follows from it. */
async function approveOnly(
  { handle }: Pick<ConversationTestRegion, 'handle'>,
  conversationId: string,
  approvalId = 'none',
) {
  const person = { userId: 'u1', displayName: 'Ada' }
  const command = { type: 'DecideApproval', outcome: 'approved', approvalId, person } as const
  expect((await handle(conversation, conversationId, command, contextOf())).ok).toBe(true)
}

async function openChat(setup: TestHandlersSetup = {}) {
  const called: Asked[] = []
  let revision = 1
  let fails = false
  let onCall: () => unknown = () => undefined
  let described = true
  const shown = (request: ToolRequest) => `POST /${revision} ${JSON.stringify(Object(request).values)}`
  const tools: Tools = {
    ...noTools,
    describe: async (_, ids) =>
      ids.map((id) => ({
        ...{ id, functionName: 'refund', name: 'Refund an order', description: '' },
        inputSchema: { type: 'object', properties: { order: { type: 'string' } } },
        ...(described && { needsApproval: true as const }),
      })),
    needsApproval: async () => true,
    preview: async (_, request) => ({
      name: 'Refund an order',
      request: shown(request),
      version: `${revision}`,
      values: 'values' in request && 'order' in request.values ? { order: request.values.order } : {},
    }),
    async call(_, request) {
      if (request.type === 'tool') called.push(request)
      await onCall()
      const result = fails ? 'The shop is closed.' : 'Refunded.'
      const outcome = fails ? 'error' : 'ok'
      const told = { request: shown(request), response: result, result }
      return { name: 'Refund an order', outcome, status: 200, tookMs: 1, ...told }
    },
  }
  const document = { assignedToolsIds: ['t1'], ...setup.document }
  const chat = await openTestChat({
    model: { reply: refunds },
    ...setup,
    document,
    deps: { tools, ...setup.deps },
  })
  const { state, conversationId, region, asTeam } = chat
  const rest = () => region.turns.untilIdleHere(conversationId)
  return {
    ...chat,
    called,
    onCall: (then: () => unknown) => {
      onCall = then
    },
    /** All of them are decided before the first is made. */
    async decideAll() {
      for (const { approvalId } of (await state()).approvals)
        await approveOnly(region, conversationId, approvalId)
      await region.turns.answerWaiting(TENANT, conversationId, contextOf().cause).catch(() => undefined)
    },
    changeTool: () => revision++,
    /** As if approval was chosen while the model thought. */
    describeWithoutApproval: () => {
      described = false
    },
    failTool: () => {
      fails = true
    },
    rest,
    pending: async () => (await state()).approvals.filter(({ standing }) => standing === 'pending'),
    async decide(decision: 'approve' | 'decline', comment?: string, of: number | string = 0) {
      const approvalId = typeof of === 'string' ? of : ((await state()).approvals[of]?.approvalId ?? 'none')
      const code = await codeOf(
        asTeam('conversations.decideApproval', { decision, comment }, { params: { approvalId } }),
      )
      await rest()
      return code
    },
    said: async () => (await state()).messages.map((one) => `${one.role}: ${textOf(one)}`),
  }
}

describe('a call that needs approval', () => {
  it('is not made: the model is told that it waits, and the team sees what it would do', async () => {
    const { say, called, pending, said, types, events } = await openChat()
    await say('m1', 'Please refund order-of-4711')
    expect(called).toEqual([])
    expect(await pending()).toMatchObject([
      { inReplyTo: 'm1', toolId: 't1', name: 'Refund an order', values: { order: 'order-of-4711' } },
    ])
    expect((await said())[1]).toContain('was not carried out')
    expect(await types()).toEqual([
      'ConversationStarted',
      'VisitorMessageReceived',
      'AgentReplied',
      'ToolApprovalRequested',
    ])
    expect(JSON.stringify((await events()).map(({ data }) => data))).not.toContain('order-of')
  })

  it('is not made either where approval was chosen after the model was given the function', async () => {
    const { say, called, pending, describeWithoutApproval } = await openChat()
    describeWithoutApproval()
    await say('m1', 'Please refund A1')
    expect(called).toEqual([])
    expect(await pending()).toMatchObject([{ name: 'Refund an order', values: { order: 'A1' } }])
  })

  it('is shown as what it would be made with, and not as what the model wrote beside it', async () => {
    const input = JSON.stringify({ order: 'A1', note: 'The boss has agreed.' })
    const reply = ({ body }: DoubleRequest) =>
      Object(body).messages.at(-1)?.role === 'tool' ? ['Wait.'] : { calls: [{ name: 'refund', input }] }
    const { say, pending } = await openChat({ model: { reply } })
    await say('m1', 'Please refund A1')
    expect((await pending())[0]?.values).toEqual({ order: 'A1' })
  })

  it('is answered and not asked for where its values are deeper than anybody could be shown', async () => {
    const input = `{"order":${'['.repeat(4_000)}${']'.repeat(4_000)}}`
    const reply = ({ body }: DoubleRequest) =>
      Object(body).messages.at(-1)?.role === 'tool' ? ['I can’t.'] : { calls: [{ name: 'refund', input }] }
    const { say, pending, said } = await openChat({ model: { reply } })
    await say('m1', 'Please refund A1')
    expect(await pending()).toEqual([])
    expect((await said()).at(-1)).toBe('agent: I can’t.')
  })

  it('is made once it is approved, with the same key, and the agent tells the visitor', async () => {
    const { say, called, decide, said, types, state, region } = await openChat()
    await say('m1', 'Please refund A1')
    const [approval] = (await state()).approvals
    expect(await decide('approve')).toBe('ok')
    expect(called).toEqual([
      {
        ...{ type: 'tool', toolId: 't1', values: { order: 'A1' }, version: '1' },
        idempotencyKey: approval?.approvalId,
      },
    ])
    expect((await said()).at(-1)).toBe('agent: Outcome: Refunded.')
    expect((await types()).slice(4)).toEqual(['ToolApprovalDecided', 'AgentReplied', 'ToolCalled'])
    expect((await state()).approvals).toEqual([])
    // Each of the two replies is charged by itself.
    expect(region.credits.settled.size).toBe(2)
    expect(region.credits.holds.size).toBe(0)
    expect(await decide('approve', undefined, approval?.approvalId)).toBe('not-waiting')
    expect(await decide('approve', undefined, 'other')).toBe('not-found')
    expect(called).toHaveLength(1)
  })

  it('is not made if it is declined, and the agent is given the reason', async () => {
    const { say, called, decide, said } = await openChat()
    await say('m1', 'Please refund A1')
    expect(await decide('decline', 'Too late.')).toBe('ok')
    expect(called).toEqual([])
    expect((await said()).at(-1)).toContain('The team declined this action.')
    expect((await said()).at(-1)).toContain('Too late.')
  })

  it('tells a failure as it is', async () => {
    const { say, decide, said, failTool } = await openChat()
    await say('m1', 'Please refund A1')
    failTool()
    await decide('approve')
    expect((await said()).at(-1)).toBe('agent: Outcome: The call failed (error): The shop is closed.')
  })

  it('is not made if the function was changed since it was asked for', async () => {
    const { say, called, decide, said, changeTool } = await openChat()
    await say('m1', 'Please refund A1')
    changeTool()
    await decide('approve')
    expect(called).toEqual([])
    expect((await said()).at(-1)).toContain('was changed since then')
  })

  it('can be approved after the visitor has gone on, and for several calls one by one', async () => {
    const { say, called, decide, said, state, pending } = await openChat()
    await say('m1', 'Please refund A1')
    await say('m2', 'Also refund B2')
    await say('m3', 'Hi')
    expect(await pending()).toHaveLength(2)
    await decide('approve', undefined, 1)
    expect(called.map(({ values }) => values)).toEqual([{ order: 'B2' }])
    await decide('decline')
    expect((await said()).slice(-2)).toEqual([
      'agent: Outcome: Refunded.',
      expect.stringContaining('declined this action'),
    ])
    expect((await state()).visitorMessages.map(({ outcome }) => outcome)).toEqual([
      'answered',
      'answered',
      'answered',
    ])
  })

  it('leaves the flow where it is', async () => {
    const nodes: AgentNode[] = [
      { id: 's', type: 'start', next: 'a' },
      { id: 'a', type: 'ai', prompt: 'Refund orders.', next: 'q' },
      { id: 'q', type: 'question', question: 'What is your name?', variable: 'name' },
    ] as never
    const { say, decide, state } = await openChat({ document: { nodes, enableNodes: true } as never })
    await say('m1', 'Please refund A1')
    const before = (await state()).flow
    expect(before).toBeDefined()
    await decide('approve')
    expect((await state()).flow).toEqual(before)
  })

  it('is carried out by the agent alone: while a person answers, it can be declined but not approved', async () => {
    const { say, asTeam, called, decide, pending, types } = await openChat()
    await say('m1', 'Please refund A1')
    await asTeam('conversations.takeOver')
    expect(await decide('approve')).toBe('not-answering')
    expect(await pending()).toHaveLength(1)
    expect(await decide('decline')).toBe('ok')
    expect(await pending()).toEqual([])
    expect(called).toEqual([])
    expect((await types()).at(-1)).toBe('ToolApprovalDecided')
  })

  it('can be approved after the conversation was handed back', async () => {
    const { say, asTeam, called, decide, rest, region } = await openChat()
    await say('m1', 'Please refund A1')
    await asTeam('conversations.takeOver')
    await asTeam('conversations.handBack')
    await rest()
    const before = region.double.requests.length
    expect(await decide('approve')).toBe('ok')
    expect(called).toHaveLength(1)
    expect(region.double.requests.length).toBe(before + 1)
  })

  it('is made all the same if the visitor stops the reply before, and the outcome is told', async () => {
    const { say, called, pending, region, conversationId, rest, said } = await openChat()
    await say('m1', 'Please refund A1')
    await approveOnly(region, conversationId, (await pending())[0]?.approvalId)
    const stopped: Reply = {
      ...{ messageId: 'r9', inReplyTo: 'm1', blocks: [], sources: [], modelId: 'm', stopped: true },
      ...{ inputTokens: 1, outputTokens: 1, tookMs: 1, cost: 1, grounded: true },
    }
    await region.handle(conversation, conversationId, { type: 'RecordReply', reply: stopped }, contextOf())
    await region.turns.answerWaiting(TENANT, conversationId, contextOf().cause)
    await rest()
    expect(called).toHaveLength(1)
    expect((await said()).at(-1)).toBe('agent: Outcome: Refunded.')
  })

  it('is made once the agent answers again, if a person took over before it was made', async () => {
    const { say, called, pending, region, conversationId, rest, asTeam, said } = await openChat()
    await say('m1', 'Please refund A1')
    await approveOnly(region, conversationId, (await pending())[0]?.approvalId)
    await asTeam('conversations.takeOver')
    await asTeam('conversations.reply', { id: 'h1', text: 'One moment.' })
    await rest()
    expect(called).toEqual([])
    await asTeam('conversations.handBack')
    await rest()
    expect(called).toHaveLength(1)
    expect((await said()).at(-1)).toBe('agent: Outcome: Refunded.')
  })

  it('is not made any more once the conversation was resolved, or a day after it was approved', async () => {
    const { say, called, pending, region, conversationId, rest, asTeam, state, said } = await openChat()
    await say('m1', 'Please refund A1')
    await approveOnly(region, conversationId, (await pending())[0]?.approvalId)
    await asTeam('conversations.setStatus', { status: 'resolved' })
    expect((await state()).approvals).toEqual([])
    await say('m2', 'Please refund B2')
    await approveOnly(region, conversationId, (await pending())[0]?.approvalId)
    await asTeam('conversations.takeOver')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + APPROVAL_MS })
    onTestFinished(() => void vi.useRealTimers())
    await asTeam('conversations.handBack')
    await rest()
    expect(called).toEqual([])
    expect((await said()).at(-1)).toContain('Nobody of the team approved')
  })

  it('is not made by an agent that no longer has the function', async () => {
    const changing: AgentDocument = { ID: 'a1', title: 'Desk', lang: 'en', assignedToolsIds: ['t1'] }
    const { say, called, decide } = await openChat({ deps: { agentDocument: async () => changing } })
    await say('m1', 'Please refund A1')
    changing.assignedToolsIds = []
    await decide('approve')
    expect(called).toEqual([])
  })

  it('is not made without credits for the reply that tells of it', async () => {
    const { say, called, decide, region, asVisitor } = await openChat()
    await say('m1', 'Please refund A1')
    const { balance } = region.credits
    region.credits.balance = 0
    await decide('approve')
    expect(called).toEqual([])
    region.credits.balance = balance
    await asVisitor('conversations.send', { id: 'm1', text: 'Please refund A1' })
    expect(called).toHaveLength(1)
  })

  it('is not made after a person took over while another was made', async () => {
    const { say, called, asTeam, decideAll, rest, onCall } = await openChat()
    await say('m1', 'Please refund A1 twice')
    onCall(() => asTeam('conversations.takeOver'))
    await decideAll()
    await rest()
    expect(called).toHaveLength(1)
  })

  it('is in the test panel never asked for', async () => {
    const { region, called } = await openChat()
    const id = await region.begin(undefined, 'test-panel')
    const turn = await region.say(id, 'm1', 'Please refund A1')
    await turn.finished
    expect((await region.stateOf(id)).approvals).toEqual([])
    expect(called).toEqual([])
  })

  it('is not asked for beyond what may wait in a conversation', async () => {
    const { say, pending } = await openChat()
    for (let nth = 0; nth <= MOST_PENDING; nth++) await say(`m${nth}`, `Please refund A${nth}`)
    expect(await pending()).toHaveLength(MOST_PENDING)
  })

  it('survives a failure of the model after it was made: it is not made again', async () => {
    const { say, called, decide, types, asVisitor, said, region } = await openChat()
    await say('m1', 'Please refund A1')
    region.double.behave(401)
    await decide('approve')
    expect(called).toHaveLength(1)
    expect(await types()).toContain('ReplyFailed')
    region.double.behave('normal')
    await asVisitor('conversations.send', { id: 'm1', text: 'Please refund A1' })
    expect(called).toHaveLength(1)
    expect((await said()).at(-1)).toBe('agent: Outcome: Refunded.')
  })
})

describe('a call that nobody decides on', () => {
  it('expires after its time and not before, and the agent tells the visitor', async () => {
    const { say, state, said, conversationId, region, rest, decide, called } = await openChat()
    await say('m1', 'Please refund A1')
    const { approvalId } = (await state()).approvals[0]!
    const expire = expireApprovals({
      ...{ handle: region.handle, load: region.load, turns: region.turns },
      async *pending() {
        yield { tenant: TENANT, conversationId, pending: [{ approvalId }] }
      },
    })
    await expire()
    expect((await state()).approvals).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + APPROVAL_MS })
    onTestFinished(() => void vi.useRealTimers())
    expect(await decide('approve')).toBe('not-waiting')
    await expire()
    await rest()
    await expire()
    expect((await said()).at(-1)).toContain('Nobody of the team approved')
    expect((await state()).approvals).toEqual([])
    expect(called).toEqual([])
  })
})
