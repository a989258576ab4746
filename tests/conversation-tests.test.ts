/** Test cases and their runs from end to end: collected in several ways, played in the background, without side effects. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let agents = 0
let agentId: string

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na' })
  owner = await parley.signUp()
})
afterAll(() => parley?.stop())

/** Each test has an agent with knowledge. */
beforeEach(async () => {
  agentId = `tested${++agents}`
  await owner.client.call('agents.save', {
    params: place(),
    body: { title: 'Shop', enableNodes: false, enableHumanHandoff: true, showHandoffEvenIfOffline: true },
  })
  await owner.client.call('knowledge.addText', {
    params: place(),
    body: { name: 'Opening hours', content: '# When are you open?\n\nWe are open from nine to five.' },
  })
  await parley.settled()
})

const place = () => ({ region: 'na', agentId }) as const
const add = async (says: string, expects: object) =>
  (
    await owner.client.call('testCases.add', {
      params: place(),
      body: { testCase: { lines: [{ says, expects }] } },
    })
  ).caseId
const list = async () => (await owner.client.call('testCases.list', { params: place() })).items
const published = async () => (await owner.client.call('agents.get', { params: place() })).data
const start = async (body: object) =>
  (
    await owner.client.call('testRuns.start', {
      params: place(),
      body: { versions: ['published'], ...body },
    })
  ).runId
const read = (runId: string, query: { cursor?: string; limit?: number } = {}) =>
  owner.client.call('testRuns.get', { params: { ...place(), runId }, query })
const ended = async (runId: string) => {
  await expect.poll(async () => (await read(runId)).run.outcome, { timeout: 20_000 }).toBeDefined()
  return read(runId)
}
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.code,
  )

describe('publishing an agent whose tests have to pass', () => {
  const require = (required: boolean) =>
    owner.client.call('publishGate.set', { params: place(), body: { required } })
  const publish = (draft: object, query = {}) =>
    owner.client.call('agents.save', { params: place(), query, body: draft })
  const played = (draft: object) => start({ draft, versions: ['draft'] }).then(ended)

  test('waits until all of them have passed with exactly this draft', async () => {
    await require(true)
    expect(await owner.client.call('publishGate.get', { params: place() })).toEqual({ required: true })
    const draft = { ...(await published()), vg_initPrompt: 'Hello!' }
    await publish({ ...(await published()), title: 'Without tests' })
    const caseId = await add('When are you open?', { mentions: ['midnight'] })
    expect(await refusal(publish(draft))).toBe('tests-not-passed')
    await played(draft)
    expect(await refusal(publish(draft))).toBe('tests-not-passed')
    const body = { testCase: { lines: [{ says: 'When are you open?', expects: { mentions: ['nine'] } }] } }
    await owner.client.call('testCases.save', { params: { ...place(), caseId }, body })
    await parley.settled()
    await played(draft)
    expect(await refusal(publish({ ...draft, enableHumanHandoff: false }))).toBe('tests-not-passed')
    await publish({ ...draft, lastModified: (await published()).lastModified })
    expect(await published()).toMatchObject({ vg_initPrompt: 'Hello!' })
    // What only looks differ in needs no test.
    await publish({ ...(await published()), theme: 'dark' })
  })

  test('judges what would be published, where a save names some of the fields', async () => {
    await add('When are you open?', { mentions: ['nine'] })
    await add('I want to talk to a human', { handedOver: true })
    await require(true)
    const change = { vg_initPrompt: 'Hello!' }
    expect((await played(change)).run.draft).toMatchObject({ passed: 2 })
    await publish({ enableHumanHandoff: false }, { untested: 'Published by somebody else meanwhile' })
    expect(await refusal(publish(change))).toBe('tests-not-passed')
    expect((await played(change)).run.draft).toMatchObject({ failed: 1 })
    expect(await refusal(publish(change))).toBe('tests-not-passed')
    // Only looks: what replies stays as it is published.
    await publish({ theme: 'dark' })
  })

  test('can be done with a reason, which the audit keeps', async () => {
    await add('When are you open?', { mentions: ['midnight'] })
    await require(true)
    const draft = { ...(await published()), vg_initPrompt: 'Hello!' }
    expect(await refusal(publish(draft))).toBe('tests-not-passed')
    await publish(draft, { untested: 'The model is down' })
    const log = parley.platform.regions.get('na')?.engines.eventStore
    const events = (await log?.readStream(`agent-${agentId}`)) ?? []
    expect(events.at(-1)).toMatchObject({ type: 'AgentPublished' })
    expect(events.at(-1)?.data).not.toContain('The model is down')
    await parley.settled()
    const { data } = await owner.client.call('audit.event', {
      params: {
        region: 'na',
        workspaceId: owner.workspaceId,
        stream: `agent-${agentId}`,
        revision: events.at(-1)?.revision ?? 0,
      },
    })
    expect(data).toMatchObject({ untested: 'The model is down' })
    await require(false)
    await publish({ ...(await published()), vg_initPrompt: 'Good day!' })
  })
})

describe('a run', () => {
  test('plays draft and published version side by side and grades the answers, without side effects', async () => {
    const right = await add('When are you open?', { mentions: ['nine'], source: 'Opening', answered: true })
    const wrong = await add('When are you open?', { mentions: ['midnight'] })
    const person = await add('I want to talk to a human', { handedOver: true })
    const before = await owner.client.call('credits.history', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: {},
    })
    const draft = { ...(await published()), enableHumanHandoff: false }
    const runId = await start({ draft, versions: ['draft', 'published'] })
    const { run, results } = await ended(runId)
    expect(run).toMatchObject({
      outcome: 'finished',
      cases: 3,
      played: 6,
      draft: { passed: 1, failed: 2, cost: 0 },
      published: { passed: 2, failed: 1, cost: 0 },
    })
    const passed = (caseId: string, version: string) =>
      results.find((one) => one.caseId === caseId && one.version === version)?.passed
    expect([passed(right, 'draft'), passed(wrong, 'published')]).toEqual([true, false])
    expect([passed(person, 'draft'), passed(person, 'published')]).toEqual([false, true])
    const paged = []
    let cursor: string | undefined
    do {
      const page = await read(runId, { limit: 4, ...(cursor === undefined ? {} : { cursor }) })
      expect(page.results.length).toBeLessThanOrEqual(4)
      paged.push(...page.results)
      cursor = page.next
    } while (cursor !== undefined)
    expect(paged).toEqual(results)
    const [line] = results.find((one) => one.caseId === wrong)?.lines ?? []
    expect(line).toMatchObject({
      says: 'When are you open?',
      checks: [{ kind: 'mentions', expected: 'midnight', outcome: 'failed' }],
    })
    expect((await list()).find(({ caseId }) => caseId === person)?.last).toEqual({
      runId,
      draft: false,
      published: true,
    })

    await parley.settled()
    for (const channel of [undefined, 'test-panel'])
      expect(
        (await owner.client.call('conversations.list', { params: place(), query: { channel } })).items,
      ).toEqual([])
    expect((await owner.client.call('leads.list', { params: place(), query: {} })).items).toEqual([])
    const after = await owner.client.call('credits.history', {
      params: { region: 'na', workspaceId: owner.workspaceId },
      query: {},
    })
    expect(after).toEqual(before)
  })

  test('is announced with what it costs, can be cancelled, and is one at a time', async () => {
    expect(await refusal(start({}))).toBe('no-test-cases')
    for (let nth = 0; nth < 30; nth++) await add(`Question ${nth}?`, {})
    const body = { versions: ['published' as const] }
    expect(await owner.client.call('testRuns.estimate', { params: place(), body })).toEqual({
      cases: 30,
      replies: 30,
      most: 0,
      about: 0,
      canGradeTone: false,
    })
    const runId = await start({})
    expect(await refusal(start({}))).toBe('run-in-progress')
    await owner.client.call('testRuns.cancel', { params: { ...place(), runId } })
    expect((await ended(runId)).run.outcome).toBe('cancelled')
    const next = await start({ caseIds: [(await list())[0]?.caseId ?? ''] })
    expect((await ended(next)).run).toMatchObject({ outcome: 'finished', played: 1 })
    const runs = await owner.client.call('testRuns.list', { params: place() })
    expect(runs.items.map((run) => run.runId)).toEqual([next, runId])
  })

  test('does not play the dialog of a third party', async () => {
    await add('Hello', {})
    const draft = { ...(await published()), agentPlatform: 'vf' as const }
    expect(await refusal(start({ draft, versions: ['draft'] }))).toBe('dialog-not-testable')
  })
})

describe('test cases', () => {
  test('are changed and deleted', async () => {
    const caseId = await add('Open?', {})
    const testCase = { name: 'Hours', lines: [{ says: 'Open on Sunday?', expects: { answered: false } }] }
    const params = { ...place(), caseId }
    await owner.client.call('testCases.save', { params, body: { testCase } })
    expect(await list()).toMatchObject([{ caseId, origin: 'typed', testCase }])
    await owner.client.call('testCases.delete', { params })
    expect(await list()).toEqual([])
    expect(await refusal(owner.client.call('testCases.save', { params, body: { testCase } }))).toBe(
      'not-found',
    )
  })

  test('come from a file, all or none', async () => {
    const importing = (text: string) =>
      owner.client.call('testCases.import', { params: place(), body: { format: 'csv', text } })
    expect(await importing('question,answered\nOpen?,perhaps\nClosed?,no')).toEqual({
      added: 0,
      problems: [{ line: 2, message: 'Please write yes or no in the column "answered".' }],
    })
    expect(await list()).toEqual([])
    expect(await importing('question,answered\nOpen?,yes\nClosed?,no')).toEqual({ added: 2, problems: [] })
    expect((await list()).map(({ origin }) => origin)).toEqual(['file', 'file'])
  })

  test('are suggested by the headings of the knowledge, until they are there', async () => {
    const suggested = async () => (await owner.client.call('testCases.suggest', { params: place() })).items
    const [testCase, ...others] = await suggested()
    expect(others).toEqual([])
    expect(testCase).toEqual({
      lines: [{ says: 'When are you open?', expects: { answered: true, source: 'Opening hours' } }],
    })
    await owner.client.call('testCases.add', {
      params: place(),
      body: { testCase: testCase!, origin: 'knowledge' },
    })
    expect(await suggested()).toEqual([])
  })

  test('come from a conversation or an exchange of it, and are erased with the visitor', async () => {
    const { conversationId, visitorToken } = await parley
      .client()
      .call('conversations.start', { params: place() })
    const visitor = parley.client(visitorToken)
    const params = { ...place(), conversationId }
    await visitor.call('conversations.send', { params, body: { id: 'm1', text: 'When are you open?' } })
    await visitor.call('conversations.send', { params, body: { id: 'm2', text: 'My name is Grace Hopper' } })
    await parley.settled()
    const { caseId } = await owner.client.call('testCases.addConversation', { params, body: {} })
    await owner.client.call('testCases.addConversation', { params, body: { messageId: 'm1' } })
    const cases = await list()
    expect(cases.map(({ testCase }) => testCase?.lines.length)).toEqual([1, 2])
    expect(cases[0]).toMatchObject({
      origin: 'conversation',
      conversationId,
      testCase: { lines: [{ says: 'When are you open?', expects: { source: 'Opening hours' } }] },
    })
    const runId = await start({ caseIds: [caseId] })
    expect((await ended(runId)).results[0]?.lines).toHaveLength(2)

    await owner.client.call('conversations.remove', { params })
    await parley.settled()
    expect((await list()).map(({ testCase }) => testCase)).toEqual([undefined, undefined])
    expect(JSON.stringify(await read(runId))).not.toContain('Grace')
    // A later run passes over what was erased.
    expect((await ended(await start({ caseIds: [caseId] }))).results[0]?.lines).toEqual([])
  })

  test('go with their agent', async () => {
    const caseId = await add('Open?', {})
    await ended(await start({}))
    await owner.client.call('agents.delete', { params: place() })
    await parley.settled()
    const services = parley.platform.regions.get('na')
    const { state } = (await services?.engines.commands.load(
      (
        await import('@parley/evaluation/test-set.decider.ts')
      ).testSet,
      agentId,
      owner.workspaceId,
    )) ?? { state: undefined }
    expect(state?.cases.has(caseId)).toBe(false)
  })
})
