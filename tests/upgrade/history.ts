/**
 * A short history of one workspace: what `record.ts` writes into a data folder and what every later Parley must still
 * show of it. The words are constants; ids are those of the recording and stand beside the data (`Recorded`).
 */

import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { sessionIn } from '@parley/contracts/identity/session-in.ts'
import {
  type DoubleRequest,
  type ModelDouble,
  startModelDouble,
} from '@parley/conversation/models/model-double.ts'
import { mailedCode } from '../src/sign-up.ts'
import type { TestPlatform } from '../src/test-platform.ts'

export const region = 'na' as const

/** What is said and named in every recording. */
export const words = {
  person: 'Ada Harbour',
  title: 'Fernhill Lamps',
  renamed: 'Fernhill Lights',
  source: { name: 'Warranty', content: 'Our lamps have a warranty of three years.' },
  pair: { question: 'Do you deliver to islands?', answer: 'Yes, by boat on Thursdays.' },
  tool: { name: 'Order status', description: 'Finds an order.', secret: 'signing-secret-of-the-shop' },
  greeting: 'Welcome to Fernhill!',
  askEmail: 'Which address may we write to?',
  email: 'vera@visitors.example',
  visitor: 'Vera Visitor',
  question: 'How long is the warranty?',
  order: 'Where is my order A1?',
  replied: 'It has a warranty of three years.',
  ordered: 'Your order comes on Tuesday.',
  handoff: 'I would like to talk to a person.',
  person1: 'Ada here, how can I help?',
  thanks: 'Thank you, that is all.',
  note: 'Prefers mail to the phone.',
  leadNote: 'Call back in spring.',
  canned: { shortcut: 'hours', text: 'We are open from nine to five.' },
} as const

/** Names what a recording contains. */
export type Recorded = {
  email: string
  password: string
  userId: string
  workspaceId: string
  agentId: string
  toolId: string
  conversationId: string
  /** The conversation in which a person was asked for. */
  handedOffId: string
  visitorId: string
  leadId: string
  /** Credits of the workspace, from its ledger. */
  balance: number
  /** Number of events in the log, and the Merkle root over them. */
  events: number
  root: string
}

const nodes: AgentNode[] = [
  { id: 'start', type: 'start', position: { x: 0, y: 0 }, next: 'greeting' },
  { id: 'greeting', type: 'message', text: words.greeting, position: { x: 280, y: 0 }, next: 'mail' },
  {
    id: 'mail',
    type: 'question',
    text: words.askEmail,
    variable: 'email',
    capture: 'email',
    position: { x: 560, y: 0 },
    next: 'answer',
  },
  { id: 'answer', type: 'ai', position: { x: 840, y: 0 } },
  { id: 'default', type: 'default', position: { x: 0, y: 180 }, next: 'answer' },
]

/** Answers as the agent's model, and calls its tool when asked for the order. */
export function startModel(): Promise<ModelDouble> {
  return startModelDouble({
    reply: ({ body }: DoubleRequest) => {
      const last = JSON.stringify(Array.isArray(body.messages) ? body.messages.slice(-1) : body)
      if (last.includes('"role":"tool"')) return [words.ordered]
      if (last.includes(words.order)) return { calls: [{ name: toolNameIn(body), input: '{"id":"A1"}' }] }
      return [words.replied]
    },
  })
}

function toolNameIn(body: Record<string, unknown>): string {
  return /"function":\{"name":"(\w+)"/.exec(JSON.stringify(body.tools ?? []))?.[1] ?? 'none'
}

/** Answers as the server of the shop, which the agent's tool calls. */
export async function startShop() {
  const server = createServer((_, answer) => answer.end('{"eta":"Tuesday"}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}/orders`, stop: () => server.close() }
}

/** Writes the history through the API, as people and visitors would. */
export async function writeHistory(
  parley: TestPlatform,
  shopUrl: string,
): Promise<Omit<Recorded, 'balance' | 'events' | 'root'>> {
  const email = 'ada@fernhill.example'
  const password = `upgrade ${randomUUID()}`
  const { requestId } = await parley.client().call('auth.requestSignUp', { body: { email } })
  const code = await mailedCode(parley.url, email)
  const { token, user, workspace } = sessionIn(
    await parley.client().call('auth.signUp', {
      body: { email, password, displayName: words.person, region, requestId, code },
    }),
  )
  const { userId } = user
  const { workspaceId } = workspace
  const owner = parley.client(token)

  const { id: toolId } = await owner.call('tools.create', {
    params: { region },
    body: {
      settings: {
        name: words.tool.name,
        description: words.tool.description,
        fields: [{ in: 'query', key: 'id', type: 'string', description: 'The order', required: true }],
        serverUrl: shopUrl,
        method: 'GET',
      },
      serverUrlSecret: words.tool.secret,
    },
  })
  const { agentCreated } = await owner.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: words.title, agentTemplate: 'blank-template' },
  })
  const agentId = agentCreated.ID
  const params = { region, agentId }
  await owner.call('agents.save', {
    params,
    body: {
      nodes,
      enableNodes: true,
      messageDelayMS: 0,
      proactiveMessage: 'none',
      vg_defaultModel: 'gpt-4o',
      vg_systemPrompt: 'You are the desk of Fernhill.',
      assignedToolsIds: [toolId],
      enableHumanHandoff: true,
      showHandoffEvenIfOffline: true,
    },
  })
  await owner.call('agents.rename', { params, body: { title: words.renamed } })
  await owner.call('knowledge.addText', { params, body: { ...words.source } })
  await owner.call('knowledge.addPairs', { params, body: { name: 'Delivery', pairs: [{ ...words.pair }] } })
  await owner.call('inbox.saveCannedResponse', {
    params: { region, workspaceId, cannedResponseId: 'hours' },
    body: { ...words.canned },
  })
  await parley.settled()

  const talk = await startTalk(parley, agentId)
  await talk.say('m1', words.email)
  await talk.say('m2', words.question)
  await talk.say('m3', words.order)
  await talk.visitor.call('conversations.identify', {
    ...talk.place,
    body: { name: words.visitor, email: words.email },
  })
  await talk.visitor.call('conversations.feedback', { ...talk.place, body: { rating: 'up' } })
  await parley.settled()
  const { items: leads } = await owner.call('leads.list', { params, query: {} })
  const leadId = leads[0]?.leadId ?? ''
  await owner.call('leads.save', { params: { ...params, leadId }, body: { note: words.leadNote } })

  const other = await startTalk(parley, agentId)
  await other.visitor.call('conversations.requestHandoff', { ...other.place, body: { note: words.handoff } })
  await owner.call('conversations.reply', { ...other.place, body: { id: 'p1', text: words.person1 } })
  await other.visitor.call('conversations.send', { ...other.place, body: { id: 'v1', text: words.thanks } })
  await owner.call('conversations.addNote', { ...other.place, body: { id: 'n1', text: words.note } })
  await owner.call('conversations.setStatus', { ...other.place, body: { status: 'resolved' } })
  await parley.settled()

  return {
    email,
    password,
    userId,
    workspaceId,
    agentId,
    toolId,
    conversationId: talk.conversationId,
    handedOffId: other.conversationId,
    visitorId: leads[0]?.visitorId ?? '',
    leadId,
  }
}

async function startTalk(parley: TestPlatform, agentId: string) {
  const { conversationId, visitorToken } = await parley
    .client()
    .call('conversations.start', { params: { region, agentId }, body: { lang: 'en' } })
  const visitor = parley.client(visitorToken)
  const place = { params: { region, agentId, conversationId } }
  return {
    conversationId,
    visitor,
    place,
    say: (id: string, text: string) => visitor.call('conversations.send', { ...place, body: { id, text } }),
  }
}
