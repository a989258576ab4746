/**
 * A drill: a platform under load is backed up, somebody is erased afterwards, and it is killed. Brought back elsewhere,
 * by the commands of the README, it has everything that was accepted before the back-up began, its log is whole, and the
 * erased stay erased.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createClient } from '@parley/contracts/client.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { readConfig } from '@parley/host/config.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { openRegion } from '@parley/host/region.ts'
import { START } from '@parley/kernel/log/event-store.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { documentsIn } from './documents.ts'
import { createKillableServer, type KillableServer } from './killable-server.ts'
import { runOperatorCommand } from './operator-command.ts'
import { routes } from './test-platform.ts'

const VISITORS = 4
const agent = { region: 'na', agentId: 'backupdrill00001' } as const
const MASTER_KEY = randomBytes(32).toString('hex')
const secret = { visitor: 'My gate code is 4711', conversation: 'My safe opens with 1234' }

type Visitor = Awaited<ReturnType<typeof arrive>>
type Talk = Pick<Visitor, 'conversationId' | 'accepted'>
/** `accepted`: how many messages of each talk were accepted before it began. */
type Taken = { name: string; accepted: number[] }

/** Declares its tests. `backups`: how many are made, and each restored. */
export function backupDrill(backups: number): void {
  let server: KillableServer
  let folder: string
  let token: string
  let erased: { visitor: Visitor; conversation: Visitor }
  const talks: Talk[] = []
  const taken: Taken[] = []
  let newest: string

  beforeAll(
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'parley-drill-'))
      const kept = join(folder, 'backups')
      server = await createKillableServer({
        MASTER_KEY,
        RATE_LIMIT_FACTOR: '1000',
        ERASURES_FILE: join(folder, 'erasures.jsonl'),
      })
      const url = await server.start()
      token = await server.signUp()
      const owner = createClient({ routes, baseUrl: url, token: () => token })
      await owner.call('agents.save', {
        params: agent,
        body: { title: 'Desk', enableNodes: false, acceptFileUpload: true },
      })
      erased = { visitor: await arrive(url), conversation: await arrive(url) }
      await erased.visitor.say(secret.visitor)
      await erased.conversation.say(secret.conversation)

      let over = false
      const visitors = await Promise.all(Array.from({ length: VISITORS }, () => arrive(url)))
      talks.push(...visitors)
      const talking = visitors.map(async (visitor, of) => {
        for (let nth = 0; !over; nth++) {
          await visitor.say(`Question ${of}.${nth}`)
          if (nth < 2) await visitor.upload(`list-${nth}.txt`, `Lamps of ${of}`)
        }
      })
      const said = () => talks.reduce((sum, { accepted }) => sum + accepted.length, 0)
      for (let nth = 0; nth < backups; nth++) {
        const before = said()
        await vi.waitFor(() => expect(said()).toBeGreaterThan(before + 2 * VISITORS), { timeout: 20_000 })
        const accepted = talks.map((talk) => talk.accepted.length)
        const known = await namesIn(kept)
        await command('backup', { DATA_DIR: server.dataDir }, kept)
        const [name = ''] = (await namesIn(kept)).filter((each) => !known.includes(each))
        taken.push({ name, accepted })
      }
      const { visitorId } = erased.visitor
      await owner.call('visitors.erase', { params: { ...agent, visitorId } })
      const { conversationId } = erased.conversation
      await owner.call('conversations.remove', { params: { ...agent, conversationId } })
      const sealed = () => keyIn(server.dataDir, `conversation-${conversationId}`)
      await vi.waitFor(() => expect(sealed()).toBe(null), { timeout: 60_000, interval: 100 })
      over = true
      await Promise.all(talking)
      newest = taken.at(-1)?.name ?? ''
      // No further back-up: what is left of the platform is the record of erasures.
      await server.kill()
    },
    180_000 + backups * 60_000,
  )
  afterAll(async () => {
    await server?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  describe.each(Array.from({ length: backups }, (_, nth) => nth))('back-up %i', (nth) => {
    let dataDir: string
    beforeAll(async () => {
      dataDir = join(folder, `restored-${nth}`)
      const words = ['--name', taken[nth]?.name ?? '', '--erasures', join(folder, 'erasures.jsonl')]
      const { stdout } = await command('restore', { DATA_DIR: dataDir }, join(folder, 'backups'), ...words)
      expect(stdout).toMatch(/ {2}erased again: [2-9]/)
    })

    test('every hash of the restored log is right, and it is the beginning of the log that was lost', async () => {
      const { stdout } = await command('audit', { DATA_DIR: dataDir }, 'verify')
      expect(stdout).toContain('✓ Whole')
      const [lost, restored] = [await logIn(server.dataDir), await logIn(dataDir)]
      expect(restored.length).toBeGreaterThan(10)
      expect(restored.length).toBeLessThan(lost.length)
      expect(restored).toEqual(lost.slice(0, restored.length))
    })

    test('no policy has gone further than the restored log', async () => {
      const head = (await logIn(dataDir)).at(-1)?.position ?? START
      const state = new DatabaseSync(join(dataDir, 'na/state.db'), { readOnly: true })
      const positions = state
        .prepare("SELECT name, position FROM checkpoint WHERE name LIKE 'policy:%'")
        .all()
      state.close()
      expect(positions.length).toBeGreaterThan(5)
      expect(positions.filter(({ position }) => Number(position) > head)).toEqual([])
    })

    test('it has what was accepted before, nobody who was erased, and goes on', async () => {
      const again = await createKillableServer({ MASTER_KEY, RATE_LIMIT_FACTOR: '1000', DATA_DIR: dataDir })
      try {
        const url = await again.start()
        const owner = createClient({ routes, baseUrl: url, token: () => token })
        const wordsOf = async ({ conversationId }: Talk) => {
          const address = owner.url('conversations.export', {
            params: { ...agent, conversationId },
            query: {},
          })
          const answer = await fetch(new URL(address, url), { headers: { authorization: `Bearer ${token}` } })
          expect(answer.status).toBe(200)
          return answer.text()
        }
        for (const [of, talk] of talks.entries()) {
          const words = await wordsOf(talk)
          for (const text of talk.accepted.slice(0, taken[nth]?.accepted[of])) expect(words).toContain(text)
        }
        const lost = await Promise.all([erased.visitor, erased.conversation].map(wordsOf))
        for (const words of lost) expect(words).toContain('[erased]')
        for (const text of Object.values(secret)) expect(lost.join()).not.toContain(text)

        const later = await arrive(url)
        await later.say('Are you back?')
        await vi.waitFor(async () => expect(await wordsOf(later)).toContain('Are you back?'), 60_000)
      } finally {
        await again.end()
        await again.remove()
      }
    })

    test('its read models equal those of a fresh rebuild of its log', async () => {
      const engines = await openRegion(configOf(dataDir), 'na', { readOnly: true })
      const fresh = await openSqliteReadStore({ file: ':memory:' })
      const { eventStore, keyring, readStore } = engines
      const documents = []
      for (const store of [readStore, fresh]) {
        const options = { eventStore, keyring, readStore: store, projections: merged.projections }
        const runner = await startProjections(options)
        await runner.ready()
        documents.push(await documentsIn(store, runner.collectionOf))
        await runner.stop()
      }
      await fresh.close()
      await engines.close()
      expect(documents[0]?.length).toBeGreaterThan(10)
      expect(documents[1]).toEqual(documents[0])
    })
  })

  test('without the record of erasures, the command says who would be readable again', async () => {
    const dataDir = join(folder, 'restored-without')
    const { stdout } = await command(
      'restore',
      { DATA_DIR: dataDir },
      join(folder, 'backups'),
      '--name',
      newest,
    )
    expect(stdout).toContain('is readable again')
    const subject = `conversation-${erased.conversation.conversationId}`
    // That they are is what the record is for.
    expect(keyIn(dataDir, subject)).not.toBe(null)
    await command('restore', { DATA_DIR: dataDir }, '--erasures', join(folder, 'erasures.jsonl'))
    expect(keyIn(dataDir, subject)).toBe(null)
  })
}

async function arrive(url: string) {
  const client = createClient({ routes, baseUrl: url })
  const started = await client.call('conversations.start', { params: agent, body: {} })
  const { conversationId, visitorToken } = started
  const claims = JSON.parse(Buffer.from(visitorToken.split('.')[1] ?? '', 'base64url').toString())
  const accepted: string[] = []
  const params = { ...agent, conversationId }
  const place = `${url}/api/na/v2/public/agents/${agent.agentId}/conversations/${conversationId}`
  return {
    ...{ conversationId, accepted, visitorId: String(claims.visitorId) },
    async say(text: string): Promise<void> {
      const body = { id: `m${accepted.length}`, text }
      await client.call('conversations.send', { params, body }, { token: visitorToken })
      accepted.push(text)
    },
    async upload(name: string, content: string): Promise<void> {
      const headers = { authorization: `Bearer ${visitorToken}`, 'content-type': 'application/json' }
      const base64Payload = Buffer.from(content).toString('base64')
      const body = JSON.stringify({ id: name.slice(0, -4), name, base64Payload })
      const answer = await fetch(`${place}/files`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(await answer.text())
    },
  }
}

const configOf = (dataDir: string) =>
  readConfig({ DATA_DIR: dataDir, MASTER_KEY, NODE_ENV: 'test', REGIONS: 'na' })

function command(name: string, env: Record<string, string>, ...words: string[]) {
  const whole = { PATH: process.env.PATH, NODE_ENV: 'test', REGIONS: 'na', MASTER_KEY, ...env }
  return runOperatorCommand(name, words, whole)
}

const namesIn = async (backups: string) =>
  (await readdir(backups).catch(() => [])).filter((name) => name !== 'keys')

async function logIn(dataDir: string) {
  const engines = await openRegion(configOf(dataDir), 'na', { readOnly: true })
  try {
    return await engines.eventStore.readAll(START, 1_000_000)
  } finally {
    await engines.close()
  }
}

/** The wrapped key of a subject; null if it is erased. */
function keyIn(dataDir: string, subject: string): unknown {
  const keys = new DatabaseSync(join(dataDir, 'na/keys.db'), { readOnly: true })
  const [row] = keys.prepare("SELECT wrapped FROM key WHERE subject LIKE '%/' || ?").all(subject)
  keys.close()
  return row?.wrapped
}
