/**
 * A double of Discord on the loopback interface: servers with channels, webhooks that write, and the gateway, which speaks
 * hello, heartbeat, identify, resume, reconnect and invalid session as documented, and can be made to fail in each way.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

export type DiscordRequestSeen = {
  method: string
  /** Below the address of the API, without the query. */
  path: string
  query: string
  authorization: string | undefined
  body: unknown
  status: number
  answer: unknown
}

/** How the double answers the next requests to a route, in order; as Discord does after that. */
export type DiscordAnswer =
  | 'hang'
  | 'cut'
  | 'nonsense'
  | { status: number; body: object; headers?: Record<string, string> }

export type DiscordDouble = Awaited<ReturnType<typeof startDiscordDouble>>

type Message = Record<string, unknown> & { id: string; channel_id: string; content: string }
type Channel = { id: string; guild_id: string; name: string; messages: Message[] }
type Session = {
  id: string
  shard: number
  shards: number
  seq: number
  /** All that was told in it, for whoever resumes it. */
  told: { t: string; s: number; d: unknown }[]
  socket: WebSocket | undefined
  isValid: boolean
}

const EPOCH = 1_420_070_400_000

export async function startDiscordDouble(options: { heartbeatMs?: number } = {}) {
  const botId = '1110000000000000001'
  const token = `${Buffer.from(botId).toString('base64url')}.G4pTzx.${'a-token-of-the-double-of-discord'}`
  let count = 0
  /** Grows with the time, as Discord's ids do. */
  const newId = (at = Date.now()) => String((BigInt(at - EPOCH) << 22n) + BigInt(++count % 4_194_304))
  /** Names of servers, by id; those that the bot is in. */
  const guilds = new Map<string, string>()
  const channels = new Map<string, Channel>()
  const webhooks = new Map<
    string,
    { id: string; token: string; channel_id: string; guild_id: string; name: string }
  >()
  const files = new Map<string, Buffer>()
  const requests: DiscordRequestSeen[] = []
  const answers = new Map<string, DiscordAnswer[]>()
  const sessions = new Map<string, Session>()
  const sockets = new Set<WebSocket>()
  /** Whom the double itself has closed, which ends no session. */
  const closed = new WeakSet<WebSocket>()
  const gateway = {
    heartbeatMs: options.heartbeatMs ?? 45_000,
    shards: 1,
    /** More than these may be needed all the same. */
    neededShards: 1,
    remaining: 1_000,
    maxConcurrency: 1,
    /** Whether heartbeats are acknowledged. */
    acknowledges: true,
    acceptsIntents: true,
    acceptsToken: true,
    /** Whether connections are taken at all. */
    isOpen: true,
    /** Where a session is said to be resumed; by default here. */
    resumeUrl: undefined as string | undefined,
    /** In place of what begins a session. */
    odd: {} as object,
  }
  const seen = {
    identifies: [] as { shard: [number, number]; intents: number; at: number }[],
    resumes: [] as { sessionId: string; seq: number }[],
    heartbeats: [] as unknown[],
    /** Most connections at a time. */
    mostOpen: 0,
    closes: [] as number[],
  }
  /** Servers of which the connections of a shard are told. */
  const shardOf = (guildId: string, shards: number) => Number((BigInt(guildId) >> 22n) % BigInt(shards))

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://discord')
    const path = url.pathname.replace(/^\/api\/v10/, '')
    const text = (await bodyOf(request)).toString()
    if (path.startsWith('/attachments/')) return file(path, response)
    const { method = 'GET' } = request
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    const { authorization } = request.headers
    const next = answers.get(`${method} ${routeOf(path)}`)?.shift()
    const found = answerOf(method, path, url.searchParams, body, authorization)
    const answer =
      typeof next === 'object' ? next : next === 'hang' || next === 'nonsense' ? undefined : found()
    requests.push({
      ...{ method, path, query: url.search, authorization, body },
      ...{ status: answer?.status ?? 0, answer: answer?.body },
    })
    if (next === 'hang') return
    // What was asked is done, and the answer lost.
    if (next === 'cut') return request.socket.destroy()
    if (next === 'nonsense') return response.end('<html>')
    if (!answer) return
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body))
  })
  const wss = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (!gateway.isOpen) return socket.destroy()
    wss.handleUpgrade(request, socket, head, (opened) => connect(opened))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const ws = `ws://127.0.0.1:${port}`

  type Answered = { status: number; body: unknown; headers?: Record<string, string> }

  function answerOf(
    method: string,
    path: string,
    query: URLSearchParams,
    body: unknown,
    authorization: string | undefined,
  ): () => Answered {
    const fault = (status: number, code: number, message: string) => () => ({
      status,
      body: { code, message },
    })
    const [, first, id = '', third = ''] = path.split('/')
    if (first === 'webhooks') {
      const hook = webhooks.get(id)
      if (!hook) return fault(404, 10_015, 'Unknown Webhook')
      if (hook.token !== third) return fault(401, 50_027, 'Invalid Webhook Token')
      const { token: _, ...about } = hook
      if (method === 'GET')
        return () => ({
          status: 200,
          body: { ...about, application_id: null, avatar: null, type: 1, token: hook.token },
        })
      return () => {
        const content = String(Object(body).content ?? '')
        const message = write(hook.channel_id, { id: hook.id, username: hook.name, bot: true }, content, {
          webhook_id: hook.id,
        })
        if (query.get('wait') !== 'true') return { status: 204, body: undefined }
        // REST leaves out the server.
        const { guild_id: _guild, ...told } = message
        return { status: 200, body: told }
      }
    }
    if (authorization !== `Bot ${token}`) return fault(401, 0, '401: Unauthorized')
    if (path === '/gateway/bot')
      return () => ({
        status: 200,
        body: {
          ...{ url: ws, shards: gateway.shards },
          session_start_limit: {
            ...{ total: 1_000, remaining: gateway.remaining, reset_after: 3_600_000 },
            max_concurrency: gateway.maxConcurrency,
          },
        },
      })
    const channel = channels.get(id)
    if (!channel) return fault(404, 10_003, 'Unknown Channel')
    if (!guilds.has(channel.guild_id)) return fault(403, 50_001, 'Missing Access')
    if (third === 'typing') return () => ({ status: 204, body: undefined })
    if (third === 'messages') {
      const after = BigInt(query.get('after') ?? 0)
      const page = channel.messages
        .filter((one) => BigInt(one.id) > after)
        .slice(0, Number(query.get('limit') ?? 50))
      return () => ({
        status: 200,
        body: page.toReversed().map(({ guild_id: _, member: __, ...told }) => told),
      })
    }
    return () => ({ status: 200, body: channelOf(channel) })
  }

  const channelOf = ({ id, guild_id, name, messages }: Channel) => ({
    ...{ id, guild_id, name, type: 0, position: 0, flags: 0 },
    last_message_id: messages.at(-1)?.id ?? null,
  })

  function file(path: string, response: ServerResponse) {
    const bytes = files.get(path)
    response.writeHead(bytes ? 200 : 404).end(bytes)
  }

  function connect(socket: WebSocket): void {
    let session: Session | undefined
    sockets.add(socket)
    seen.mostOpen = Math.max(seen.mostOpen, sockets.size)
    const say = (op: number, d: unknown, more: object = {}) =>
      socket.send(JSON.stringify({ op, d, s: null, t: null, ...more }))
    socket.on('close', (code) => {
      sockets.delete(socket)
      seen.closes.push(code)
      if (!session || session.socket !== socket) return
      session.socket = undefined
      // Closed by the client in this way, a session is over.
      if ((code === 1_000 || code === 1_001) && !closed.has(socket)) session.isValid = false
    })
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(String(data))
      if (op === 1) {
        seen.heartbeats.push(d)
        if (gateway.acknowledges) say(11, null)
        return
      }
      if (op !== 2 && op !== 6) return socket.close(4_001)
      if (session) return socket.close(4_005)
      if (d.token !== token || !gateway.acceptsToken) return socket.close(4_004)
      if (op === 6) {
        seen.resumes.push({ sessionId: d.session_id, seq: d.seq })
        const found = sessions.get(d.session_id)
        if (!found?.isValid) return say(9, false)
        if (d.seq > found.seq) return socket.close(4_007)
        found.socket?.terminate()
        session = found
        found.socket = socket
        for (const { t, s, d: told } of found.told) if (s > d.seq) say(0, told, { t, s })
        tell(found, 'RESUMED', { _trace: [] })
        return
      }
      const [shard, shards] = d.shard ?? [0, 1]
      seen.identifies.push({ shard: [shard, shards], intents: d.intents, at: Date.now() })
      gateway.remaining--
      if (shards < gateway.neededShards) return socket.close(4_011)
      if (!gateway.acceptsIntents) return socket.close(4_014)
      const id = `session${sessions.size + 1}`
      session = { id, shard, shards, seq: 0, told: [], socket, isValid: true }
      sessions.set(id, session)
      const mine = [...guilds.keys()].filter((guild) => shardOf(guild, shards) === shard)
      tell(session, 'READY', {
        ...{ v: 10, session_id: id, resume_gateway_url: gateway.resumeUrl ?? ws, shard: [shard, shards] },
        user: { id: botId, username: 'bot', bot: true },
        guilds: mine.map((guild) => ({ id: guild, unavailable: true })),
        application: { id: botId, flags: 0 },
        ...gateway.odd,
      })
      for (const guild of mine) tellGuild(session, guild)
    })
    say(10, { heartbeat_interval: gateway.heartbeatMs })
  }

  function tellGuild(session: Session, id: string) {
    const own = [...channels.values()].filter(({ guild_id }) => guild_id === id).map(channelOf)
    tell(session, 'GUILD_CREATE', { id, name: guilds.get(id), channels: own })
  }

  function tell(session: Session, t: string, d: unknown): void {
    const event = { t, s: ++session.seq, d }
    session.told.push(event)
    if (session.socket?.readyState === 1) session.socket.send(JSON.stringify({ op: 0, ...event }))
  }

  /** Tells whoever sees a server. */
  function tellOf(guildId: string, t: string, d: unknown): void {
    if (!guilds.has(guildId)) return
    for (const session of sessions.values())
      if (session.isValid && shardOf(guildId, session.shards) === session.shard) tell(session, t, d)
  }

  type Author = { id: string; username: string; global_name?: string; bot?: boolean }

  function write(
    channelId: string,
    author: Author,
    content: string,
    more: Record<string, unknown> = {},
  ): Message {
    const channel = channels.get(channelId)!
    const user = {
      discriminator: '0',
      avatar: null,
      public_flags: 0,
      flags: 0,
      global_name: null,
      primary_guild: null,
      ...author,
    }
    const { at = Date.now(), ...fields } = more
    const message: Message = {
      ...{ id: newId(Number(at)), channel_id: channelId, guild_id: channel.guild_id, type: 0, content },
      ...{ author: user, timestamp: new Date(Number(at)).toISOString(), edited_timestamp: null, flags: 0 },
      ...{
        mentions: [],
        mention_roles: [],
        mention_everyone: false,
        attachments: [],
        embeds: [],
        components: [],
      },
      ...{ pinned: false, tts: false },
      ...fields,
    }
    channel.messages.push(message)
    tellOf(channel.guild_id, 'MESSAGE_CREATE', message)
    return message
  }

  const grace: Author = { id: '2220000000000000001', username: 'grace', global_name: 'Grace Hopper' }

  return {
    url: `http://127.0.0.1:${port}/api/v10`,
    ...{ token, botId, gateway, seen, requests, sessions, grace },
    /** Creates a server, with the bot in it. */
    guild(name = 'Shop'): string {
      const id = newId()
      guilds.set(id, name)
      return id
    },
    /** Has the bot added to a server, or removed. */
    addBot(guildId: string) {
      guilds.set(guildId, 'Shop')
      for (const session of sessions.values())
        if (shardOf(guildId, session.shards) === session.shard) tellGuild(session, guildId)
    },
    removeBot: (guildId: string) => void guilds.delete(guildId),
    channel(guildId: string, name = 'support'): string {
      const id = newId()
      channels.set(id, { id, guild_id: guildId, name, messages: [] })
      return id
    },
    /** Creates a webhook of a channel; returns its address as Discord shows it. */
    webhook(channelId: string, name = 'Shop agent'): string {
      const id = newId()
      const secret = randomBytes(32).toString('base64url')
      webhooks.set(id, {
        id,
        token: secret,
        channel_id: channelId,
        guild_id: channels.get(channelId)!.guild_id,
        name,
      })
      return `https://discord.com/api/webhooks/${id}/${secret}`
    },
    /** Has somebody delete a webhook in Discord. */
    deleteWebhook: (url: string) => void webhooks.delete(/webhooks\/(\d+)/.exec(url)?.[1] ?? ''),
    file(name: string, bytes: Buffer) {
      const path = `/attachments/1/${files.size}/${name}`
      files.set(path, bytes)
      return { id: newId(), filename: name, size: bytes.length, url: `http://127.0.0.1:${port}${path}` }
    },
    /** A route is such as `POST /webhooks` or `GET /gateway/bot`. */
    answer(route: string, ...next: DiscordAnswer[]) {
      answers.set(route, [...(answers.get(route) ?? []), ...next])
    },
    /** Writes as a person; `at` in ms. */
    write: (channelId: string, content: string, more: Record<string, unknown> & { author?: Author } = {}) => {
      const { author = grace, ...fields } = more
      return write(channelId, author, content, fields)
    },
    /** Tells of a message once more, as Discord may after an interruption. */
    tellAgain: (message: Message) => tellOf(String(message.guild_id), 'MESSAGE_CREATE', message),
    edit(message: Message, content: string) {
      const edited = { ...message, content, edited_timestamp: new Date().toISOString() }
      tellOf(String(message.guild_id), 'MESSAGE_UPDATE', edited)
    },
    delete: ({ id, channel_id, guild_id }: Message) =>
      tellOf(String(guild_id), 'MESSAGE_DELETE', { id, channel_id, guild_id }),
    /** What webhooks have written in a channel, in order. */
    written: (channelId: string) =>
      (channels.get(channelId)?.messages ?? [])
        .filter((one) => one.webhook_id !== undefined)
        .map((one) => one.content),
    connections: () => sockets.size,
    /** Sends an operation to all connections, such as 7 or 9. */
    say(op: number, d: unknown = null) {
      for (const socket of sockets) socket.send(JSON.stringify({ op, d, s: null, t: null }))
    },
    /** Cuts all connections off, without a word, or closes them with a code. */
    drop(code?: number) {
      for (const socket of sockets) {
        closed.add(socket)
        if (code === undefined) socket.terminate()
        else socket.close(code)
      }
    },
    /** Ends all sessions, so that none can be resumed. */
    forgetSessions() {
      for (const session of sessions.values()) session.isValid = false
    },
    async stop() {
      for (const socket of sockets) socket.terminate()
      wss.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

function routeOf(path: string): string {
  const [, first, , third] = path.split('/')
  if (first === 'gateway') return path
  return first === 'channels' && third !== undefined ? `/channels/${third}` : `/${first}`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
