/** Two processes that could read on Discord: one does, and the other one goes on when it is killed. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDiscordDouble } from '@parley/channel/discord/discord-double.ts'
import { createClient } from '@parley/contracts/client.ts'
import { afterEach, expect, test } from 'vitest'
import { type ServerProcess, startServerProcess } from './src/server-process.ts'
import { adaOf, signUpAs } from './src/sign-up.ts'
import { routes } from './src/test-platform.ts'

const running: ServerProcess[] = []
const ending: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const { process } of running) process.kill('SIGKILL')
  await Promise.all(running.splice(0).map(({ exit }) => exit))
  for (const end of ending.splice(0)) await end()
})

test('one process holds the bot’s only connection; after kill -9 another resumes it, and nothing is missed or doubled', async () => {
  const discord = await startDiscordDouble()
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-discord-'))
  ending.push(discord.stop, () => rm(dataDir, { recursive: true, force: true }))
  const settings = {
    ...{ DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('hex') },
    ...{ DISCORD_API_URL: discord.url, DISCORD_BOT_TOKEN: discord.token },
  }
  const start = async (ROLES: string) => {
    const server = await startServerProcess({ ...settings, ROLES })
    running.push(server)
    return server
  }
  const { url } = await start('api,projections,relay')
  expect(discord.connections()).toBe(0)
  const holder = await start('workers')
  await expect.poll(discord.connections).toBe(1)
  await start('workers')
  const guild = discord.guild()
  const inDiscord = discord.channel(guild)
  const clientWith = (token?: string) => createClient({ routes, baseUrl: url, token: () => token })
  const { token } = await signUpAs(clientWith(), url, adaOf('na'))
  const client = clientWith(token)
  const place = { region: 'na', agentId: 'discordworkers1' } as const
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await client.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
  // Nobody's channel yet, which must not be remembered once it is somebody's.
  discord.write(inDiscord, 'too early')
  await client.call('channels.connect', {
    params: place,
    body: {
      ...{ kind: 'discord', account: { discordChannelId: inDiscord } },
      credentials: { webhookUrl: discord.webhook(inDiscord) },
    },
  })

  const answers = () => discord.written(inDiscord).length
  const patience = { timeout: 60_000 }
  discord.write(inDiscord, 'one')
  await expect.poll(answers, patience).toBe(1)
  expect(discord.connections()).toBe(1)

  holder.process.kill('SIGKILL')
  await holder.exit
  await expect.poll(discord.connections).toBe(0)
  discord.write(inDiscord, 'two')
  await expect.poll(discord.connections, patience).toBe(1)
  await expect.poll(answers, patience).toBe(2)
  discord.write(inDiscord, 'three')
  await expect.poll(answers, patience).toBe(3)

  const asked = async () => {
    const { items } = await client.call('conversations.list', { params: place, query: {} })
    if (items.length !== 1) return items
    const params = { ...place, conversationId: items[0]?.conversationId ?? '' }
    const { transcript } = await client.call('conversations.get', { params })
    return transcript.flatMap(({ role, blocks: [block] }) =>
      role === 'visitor' && block?.type === 'text' ? [block.text] : [],
    )
  }
  await expect.poll(asked, patience).toEqual(['one', 'two', 'three'])
  // The session was resumed rather than begun anew, and there were never two connections.
  expect(discord.seen.identifies).toHaveLength(1)
  expect(discord.seen.resumes).toHaveLength(1)
  expect(discord.seen.mostOpen).toBe(1)
}, 180_000)
