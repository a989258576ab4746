/** Parley split by role, each a process of its own on the same engines: each sees the others' changes. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@parley/contracts/api.ts'
import { type Client, createClient } from '@parley/contracts/client.ts'
import type { WatchEvent } from '@parley/contracts/conversation/inbox-endpoints.ts'
import { routesOf } from '@parley/contracts/routes.ts'
import { readEvents } from '@parley/contracts/server-sent-events.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyCalls } from './src/reply-calls.ts'
import { type ServerProcess, startServerProcess } from './src/server-process.ts'
import { signUpAs } from './src/sign-up.ts'
import { requireWholeLogIn } from './src/whole-log.ts'

const MASTER_KEY = randomBytes(32).toString('hex')
const na = { region: 'na' } as const

let dataDir: string
let model: ModelDouble
const processes: ServerProcess[] = []
let addresses: string[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-roles-'))
  model = await startModelDouble({ delayMs: 20 })
  await Promise.all(['projections', 'workers', 'relay'].map((role) => start(role)))
  addresses = await Promise.all([start('api'), start('api')])
})

afterAll(async () => {
  for (const running of processes) running.process.kill('SIGTERM')
  await Promise.all(processes.map(({ exit }) => exit))
  await model.stop()
  await requireWholeLogIn(dataDir)
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts a process; returns its address. */
async function start(roles: string): Promise<string> {
  const server = await startServerProcess({
    ROLES: roles,
    DATA_DIR: dataDir,
    MASTER_KEY,
    OPENAI_API_KEY: 'test',
    OPENAI_BASE_URL: `${model.url}/v1`,
  })
  processes.push(server)
  return server.url
}

const at = (nth: number, token?: string): Client =>
  createClient({ routes: routesOf(api), baseUrl: addresses[nth] ?? '', token: () => token })

let token: string
let workspaceId: string
let agent: { region: 'na'; agentId: string }

describe('several processes', () => {
  it('replace each other: a visitor may reach another one with every call', async () => {
    const signedUp = await signUpAs(at(0), addresses[1] ?? '', {
      email: 'ada@example.com',
      password: 'correct horse',
      displayName: 'Ada',
      region: 'na',
    })
    token = signedUp.token
    workspaceId = signedUp.workspace.workspaceId
    const { agentCreated } = await at(1, token).call('rpc.convertAgentTemplateToAgent', {
      params: na,
      body: { agentName: 'Desk', agentTemplate: 'blank-template' },
    })
    agent = { ...na, agentId: agentCreated.ID }
    await until(async () => (await at(0, token).call('agents.list', { params: na })).items.length === 1)
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const visitor = [at(0, visitorToken), at(1, visitorToken)]
    const said = ['Hello', 'Are you there?', 'When do you open?', 'Thank you']
    for (const [nth, text] of said.entries())
      await visitor[nth % 2]?.call('conversations.send', { params, body: { id: `m${nth}`, text } })

    const texts = async (client: Client | undefined) => {
      const read = await client?.call('conversations.messages', { params })
      return read?.messages.filter(({ role }) => role === 'visitor').map(({ blocks }) => blocks[0])
    }
    const all = said.map((text) => ({ type: 'text', text }))
    for (const client of visitor) await expect.poll(() => texts(client)).toEqual(all)
    const listed = async () => (await at(1, token).call('conversations.list', { params: agent })).items
    await expect.poll(listed).toMatchObject([{ conversationId, messages: expect.any(Number) }])
  })

  it('refuse a workspace secret from the moment that it was replaced by another process', async () => {
    const params = { ...na, workspaceId }
    const { workspaceSecret: former } = await at(0, token).call('workspaces.get', { params })
    const titles = (secret: string) => at(1, secret).call('agents.list', { params: na })
    expect((await titles(former)).items).toHaveLength(1)
    await at(0, token).call('workspaces.regenerateSecret', { params })
    await expect(titles(former)).rejects.toMatchObject({ status: 401 })
  })

  it('connect a person to a visitor who listens elsewhere, and stop the agent there', async () => {
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const { heard, leave } = await follow(0, visitorToken, conversationId)
    const text = 'Ada here. How can I help?'
    await at(1, token).call('conversations.reply', { params, body: { id: 'h1', text } })
    const message = { role: 'human', author: 'Ada', blocks: [{ type: 'text', text }] }
    await expect
      .poll(() => heard)
      .toContainEqual({ type: 'message', message: expect.objectContaining(message) })

    await at(0, visitorToken).call('conversations.send', {
      params,
      body: { id: 'v1', text: 'Oh, thank you' },
    })
    const lastWords = async () => {
      const { messages, pending } = await at(1, visitorToken).call('conversations.messages', { params })
      return [pending, ...messages.filter(({ role }) => role !== 'system').map(({ id }) => id)].slice(-2)
    }
    await expect.poll(lastWords).toEqual(['h1', 'v1'])
    await leave()
  })

  it('end a reply that the visitor stops at another process than the one that gives it', async () => {
    model.behave('hang-midway')
    const before = replyCalls(model.requests).length
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const body = { id: 'm1', text: 'Tell me everything' }
    const speaking = at(0, visitorToken).call('conversations.send', { params, body })
    await expect.poll(() => replyCalls(model.requests).length).toBe(before + 1)
    expect(await at(1, visitorToken).call('conversations.stop', { params })).toEqual({ stopped: true })
    const { messages } = await speaking
    expect(messages.at(-1)).toMatchObject({ role: 'agent', stopped: true })
    expect(await at(1, visitorToken).call('conversations.stop', { params })).toEqual({ stopped: false })
    model.behave('normal')
  })

  it('give one reply to a burst of messages at two of them, with no more model calls than that', async () => {
    model.behave('slow')
    const before = replyCalls(model.requests).length
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const say = (nth: number, id: string) =>
      at(nth, visitorToken).call('conversations.send', { params, body: { id, text: `text of ${id}` } })
    const sent = await Promise.all([say(0, 'm1'), say(1, 'm2'), say(0, 'm1'), say(1, 'm1')])
    const replies = new Set(sent.map(({ messages }) => messages.at(-1)?.id))
    expect(replies.size).toBeLessThanOrEqual(2)
    const { messages } = await at(0, visitorToken).call('conversations.messages', { params })
    const said = messages.filter(({ role }) => role === 'visitor').map(({ id }) => id)
    expect(said.toSorted()).toEqual(['m1', 'm2'])
    expect(replyCalls(model.requests).length - before).toBeLessThanOrEqual(2)
    model.behave('normal')
  })

  it('show visitor and team to each other while one of them writes, whichever process each is connected to', async () => {
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    const visitors = await follow(0, visitorToken, conversationId)
    const adas = await watch(1, token, conversationId)
    const last = (heard: WatchEvent[]) => () => heard.filter(isTyping).at(-1)
    await at(1, token).call('conversations.typing', { params, body: { typing: true } })
    await expect.poll(last(visitors.heard)).toEqual({ type: 'typing', typing: true, name: 'Ada' })
    // The next request may reach the other process.
    await at(0, token).call('conversations.typing', { params, body: { typing: false } })
    await expect.poll(last(visitors.heard)).toEqual({ type: 'typing', typing: false })
    await at(0, visitorToken).call('conversations.visitorTyping', { params, body: { typing: true } })
    await expect.poll(last(adas.heard)).toEqual({ type: 'typing', typing: true })
    await expect.poll(last(adas.heard)).toEqual({ type: 'typing', typing: false })
    expect(visitors.heard.filter(isTyping)).toHaveLength(2)
    await Promise.all([visitors.leave(), adas.leave()])
  })

  it('know that a member of the team is online, whichever process their dashboard is connected to', async () => {
    const { conversationId, visitorToken } = await at(0).call('conversations.start', { params: agent })
    const online = async () => {
      const params = { ...agent, conversationId }
      const { handoff } = await at(0, visitorToken).call('conversations.messages', { params })
      return handoff?.online
    }
    expect(await online()).toBe(false)
    const adas = await listen(1, `/api/na/v2/workspaces/${workspaceId}/changes`, token)
    await expect.poll(online).toBe(true)
    await adas.leave()
    await expect.poll(online).toBe(false)
  })

  it('show members of one team to each other, and who writes, whichever process each is connected to', async () => {
    const { conversationId } = await at(0).call('conversations.start', { params: agent })
    const params = { ...agent, conversationId }
    // The workspace's secret acts for the team.
    const { workspaceSecret: secret } = await at(0, token).call('workspaces.get', {
      params: { ...na, workspaceId },
    })
    const adas = await watch(0, token, conversationId)
    const others = await watch(1, secret, conversationId)
    const seen = (heard: WatchEvent[]) => () =>
      heard.findLast(isPresent)?.people.map(({ displayName: name, writing }) => [name, writing])
    await expect.poll(seen(adas.heard)).toEqual([['Team', false]])
    await expect.poll(seen(others.heard)).toEqual([['Ada', false]])
    // Any process may receive the report that somebody writes.
    await at(0, secret).call('conversations.typing', { params, body: { typing: true } })
    await expect.poll(seen(adas.heard)).toEqual([['Team', true]])
    await at(1, token).call('conversations.typing', { params, body: { typing: true } })
    await expect.poll(seen(others.heard)).toEqual([['Ada', true]])
    await others.leave()
    await expect.poll(seen(adas.heard)).toEqual([])
    await adas.leave()
  })
})

const isTyping = (told: WatchEvent) => told.type === 'typing'
const isPresent = (told: WatchEvent) => told.type === 'present'

const follow = (nth: number, visitorToken: string, conversationId: string) =>
  listen(
    nth,
    `/api/na/v2/public/agents/${agent.agentId}/conversations/${conversationId}/follow?after=-1`,
    visitorToken,
  )

/** Follows a conversation as a member of the team. */
const watch = (nth: number, token: string, conversationId: string) =>
  listen(nth, `/api/na/v2/agents/${agent.agentId}/conversations/${conversationId}/watch`, token)

/** `heard` collects the received events, until `leave`. */
async function listen(nth: number, path: string, token: string) {
  const leaving = new AbortController()
  const stream = await fetch(`${addresses[nth]}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: leaving.signal,
  })
  expect(stream.status).toBe(200)
  const heard: WatchEvent[] = []
  const listening = (async () => {
    for await (const { data } of readEvents(stream.body!)) heard.push(JSON.parse(data))
  })().catch(() => undefined)
  return {
    heard,
    leave() {
      leaving.abort()
      return listening
    },
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  await expect.poll(holds).toBe(true)
}
