/**
 * This Parley starts on data folders that earlier versions wrote: their logs stay byte for byte as they were, and people
 * and visitors go on where they were. `record.ts` writes such a folder.
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MASK } from '@parley/audit/history.ts'
import { installationEvents } from '@parley/contracts/installation/events.ts'
import type { EventCatalogue } from '@parley/contracts/message.ts'
import type { ModelDouble } from '@parley/conversation/models/model-double.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import { credits } from '@parley/credits/credits.decider.ts'
import { openSqliteEventStore } from '@parley/engines/sqlite/event-store.ts'
import { openSqliteReadStore } from '@parley/engines/sqlite/read-store.ts'
import { merged } from '@parley/host/modules/modules.ts'
import { requireDeclared } from '@parley/kernel/log/event-check.ts'
import { type EventStore, START, type StoredEvent } from '@parley/kernel/log/event-store.ts'
import { openEvent } from '@parley/kernel/log/folded-streams.ts'
import { placeOf } from '@parley/kernel/log/recorded-event.ts'
import { categoryIn } from '@parley/kernel/log/stream-name.ts'
import { verifyLog } from '@parley/kernel/log/verification.ts'
import { startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { checkExport } from '../journeys/exported-history.ts'
import { documentsIn } from '../src/documents.ts'
import { signInAs } from '../src/sign-up.ts'
import { startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { recordedVersions, unpack } from './archives.ts'
import { type Recorded, region, startModel, words } from './history.ts'

const older = new Map<string, number>()

describe.each(recordedVersions())('the data folder of %s', (version) => {
  let folder: string
  let recorded: Recorded
  let log: StoredEvent[]
  let model: ModelDouble
  let parley: TestPlatform
  let token: string

  beforeAll(async () => {
    ;({ folder, recorded } = await unpack(version))
    log = await logIn(folder)
    model = await startModel()
    parley = await startTestPlatform({
      DATA_DIR: folder,
      REGIONS: region,
      OPENAI_API_KEY: 'double',
      OPENAI_BASE_URL: `${model.url}/v1`,
    })
    await parley.settled()
  })
  afterAll(async () => {
    await parley?.stop()
    await model?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const engines = () => parley.platform.regions.get(region)!.engines
  const agentPlace = () => ({ params: { region, agentId: recorded.agentId } })
  const talkPlace = () => ({
    params: { region, agentId: recorded.agentId, conversationId: recorded.conversationId },
  })

  test('is whole, with the Merkle root of its recording', async () => {
    const { faults, events, root } = await verifyLog(engines().eventStore, { upTo: log.at(-1)?.position })
    expect({ faults, events, root }).toEqual({ faults: [], events: recorded.events, root: recorded.root })
  })

  test('has only events that read as their schemas declare them now', async () => {
    for (const stored of log) {
      const events = eventsIn(stored.stream)
      const { data } = await openEvent(engines().keyring, events, stored)
      expect(() => requireDeclared(events, stored.type, data)).not.toThrow()
      expect(JSON.stringify(data)).not.toContain('sealed.v1')
    }
  })

  test('has read models that are the same when they are built anew', async () => {
    const { eventStore, keyring, readStore } = engines()
    const { projections } = parley.platform.regions.get(region)!
    const fresh = await openSqliteReadStore({ file: ':memory:' })
    const runner = await startProjections({
      eventStore,
      keyring,
      readStore: fresh,
      projections: merged.projections,
    })
    await runner.ready()
    expect(await runner.waitFor(await eventStore.head(), 60_000)).toBe(true)
    const built = await documentsIn(fresh, runner.collectionOf)
    await runner.stop()
    await fresh.close()
    expect(built).toEqual(await documentsIn(readStore, projections.collectionOf))
    expect(built.length).toBeGreaterThan(20)
  })

  test('lets its owner sign in', async () => {
    const { email, password, userId, workspaceId } = recorded
    const signedIn = await signInAs(parley.client(), { email, password })
    token = signedIn.token
    expect(signedIn).toMatchObject({
      user: { userId, email, displayName: words.person },
      workspace: { workspaceId },
    })
  })

  test('shows what was made and said', async () => {
    const owner = parley.client(token)
    const { agentId, conversationId, handedOffId, leadId, toolId, workspaceId } = recorded
    const textOf = (messages: { blocks: unknown[] }[]) => JSON.stringify(messages)

    expect((await owner.call('agents.get', agentPlace())).data).toMatchObject({ title: words.renamed })
    const { items: sources } = await owner.call('knowledge.list', { ...agentPlace(), query: {} })
    expect(sources).toHaveLength(2)
    expect(sources).toContainEqual(expect.objectContaining({ name: words.source.name, status: 'SUCCESS' }))
    const { items: found } = await owner.call('knowledge.search', {
      ...agentPlace(),
      query: { q: words.question },
    })
    expect(JSON.stringify(found)).toContain(words.source.content)
    expect((await owner.call('tools.list', { params: { region } })).items).toMatchObject([
      { id: toolId, name: words.tool.name, signed: true },
    ])

    const talk = await owner.call('conversations.get', talkPlace())
    for (const text of [words.greeting, words.askEmail, words.question, words.replied, words.ordered])
      expect(textOf(talk.transcript)).toContain(text)
    expect(talk).toMatchObject({ feedback: 'up', visitor: { name: words.visitor, leadId } })
    const handedOff = await owner.call('conversations.get', {
      params: { region, agentId, conversationId: handedOffId },
    })
    expect(handedOff).toMatchObject({
      status: 'resolved',
      notes: [{ text: words.note }],
    })
    expect(textOf(handedOff.transcript)).toContain(words.person1)
    const asked = log.find(({ type }) => type === 'HandoffRequested')!
    const { stream, revision } = asked
    const event = await owner.call('audit.event', { params: { region, workspaceId, stream, revision } })
    expect(event.data).toMatchObject({ reason: words.handoff, by: 'visitor' })
    const { items: listed } = await owner.call('conversations.list', { ...agentPlace(), query: {} })
    expect(listed.map((item) => item.conversationId).toSorted()).toEqual(
      [conversationId, handedOffId].toSorted(),
    )

    expect((await owner.call('leads.list', { ...agentPlace(), query: {} })).items).toMatchObject([
      { leadId, note: words.leadNote, fields: { email: words.email, name: words.visitor } },
    ])
    const { items: notified } = await owner.call('notifications.list', { params: { region, workspaceId } })
    expect(notified.map(({ notificationLevel }) => notificationLevel)).toContain(2)
    const inbox = await owner.call('inbox.get', { params: { region, workspaceId } })
    expect(JSON.stringify(inbox)).toContain(words.canned.text)
    expect((await engines().commands.load(credits, workspaceId))?.state.balance).toBe(recorded.balance)
  })

  test('lets a visitor go on in a conversation', async () => {
    const { agentId, conversationId, visitorId, workspaceId: tenant } = recorded
    const session = { region, tenant, agentId, conversationId, visitorId }
    const visitor = parley.client(createVisitorTokens(parley.config.masterKey).issue(session))
    const { messages: before } = await visitor.call('conversations.messages', { ...talkPlace(), query: {} })
    expect(JSON.stringify(before)).toContain(words.replied)
    const body = { id: 'later', text: words.question }
    const { messages } = await visitor.call('conversations.send', { ...talkPlace(), body })
    expect(JSON.stringify(messages)).toContain(words.replied)

    const talk = await parley.client(token).call('conversations.get', talkPlace())
    expect(talk.transcript).toHaveLength(before.length + 2)
    await parley.settled()
    const ledger = await engines().commands.load(credits, tenant)
    expect(ledger?.state.balance).toBeLessThan(recorded.balance)
  })

  test('shows events of earlier versions in the audit and in the export', async () => {
    const params = { region, workspaceId: recorded.workspaceId }
    const headers = { authorization: `Bearer ${token}` }
    const address = parley.client(token).url('audit.export', { params })
    const exported = await (await fetch(new URL(address, parley.url), { headers })).text()
    const { events, faults } = checkExport(exported)
    expect(faults).toEqual([])

    const earlier = log.map(placeOf).filter(({ id, version: of }) => {
      const line = events.find((event) => event.id === id)
      return line && 'currentVersion' in line && line.version === of
    })
    older.set(version, earlier.length)
    for (const { stream, revision, version: of } of earlier) {
      const { type } = log.find((event) => event.stream === stream && event.revision === revision)!
      const detail = await parley
        .client(token)
        .call('audit.event', { params: { ...params, stream, revision } })
      expect(detail).toMatchObject({ type, version: of })
      const catalogue = eventsIn(stream)
      expect(catalogue[type]!.version).toBeGreaterThan(of)
      // A masked field is shown as a text, whatever its schema; of an agent's key nothing.
      const shown = Object.entries(detail.data as object).filter(([, value]) => value !== MASK)
      const { error } = catalogue[type]!.data.safeParse(Object.fromEntries(shown))
      const issues = error?.issues.filter(({ path }) => path.at(-1) !== 'SECRET_API_KEY') ?? []
      expect(issues).toEqual([])
      expect(JSON.stringify(detail.data)).not.toMatch(/sealed\.v1|\[erased\]/)
      const { items } = await parley.client(token).call('audit.timeline', { params, query: { stream, type } })
      expect(items).toContainEqual(expect.objectContaining({ revision, version: of }))
    }
  })

  test('still has every byte that was recorded', async () => {
    const now = await wholeLog(engines().eventStore)
    expect(now.length).toBeGreaterThan(log.length)
    expect(now.slice(0, log.length)).toEqual(log)
  })
})

test('the present version has a recording', () => {
  expect(recordedVersions()).toContain(manifest.version)
})

test('a recording has events of an earlier version', () => {
  expect([...older.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
})

/** Only the installation's own stream belongs to no module. */
function eventsIn(stream: string): EventCatalogue {
  return merged.aggregates[categoryIn(stream)]?.events ?? installationEvents
}

async function logIn(folder: string): Promise<StoredEvent[]> {
  const eventStore = await openSqliteEventStore({ file: join(folder, region, 'events.db') })
  try {
    return await wholeLog(eventStore)
  } finally {
    await eventStore.close()
  }
}

async function wholeLog(eventStore: EventStore): Promise<StoredEvent[]> {
  const events: StoredEvent[] = []
  for (;;) {
    const page = await eventStore.readAll(events.at(-1)?.position ?? START, 1_000)
    if (page.length === 0) return events
    events.push(...page)
  }
}
