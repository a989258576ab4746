/** The library of prompts from end to end: versions, what agents say by it, and where it is used. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { promptPlace } from '@parley/contracts/integration/prompt-references.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let model: ModelDouble
let owner: Person
let stranger: Person
let made = 0

beforeAll(async () => {
  model = await startModelDouble({ reply: () => ['The model replies.'] })
  parley = await startTestPlatform({
    REGIONS: 'na',
    ANTHROPIC_API_KEY: 'test',
    ANTHROPIC_BASE_URL: `${model.url}/v1`,
  })
  owner = await parley.signUp()
  stranger = await parley.signUp()
})
afterAll(async () => {
  await parley?.stop()
  await model?.stop()
})
beforeEach(() => void model.requests.splice(0))

const library = ({ workspaceId }: Person = owner) => ({ region: 'na', workspaceId }) as const
const at = (promptId: string) => ({ ...library(), promptId })
const create = async (text: string, person = owner) => {
  const body = { name: `Prompt ${++made}`, text }
  return (await person.client.call('prompts.create', { params: library(person), body })).promptId
}
const save = (promptId: string, text: string) =>
  owner.client.call('prompts.saveVersion', { params: at(promptId), body: { text } })
const publish = (promptId: string, version: number) =>
  owner.client.call('prompts.publish', { params: at(promptId), body: { version } })
const read = (promptId: string) => owner.client.call('prompts.get', { params: at(promptId) })
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error) => error.code,
  )

async function agentWith(document: AgentDocument) {
  const place = { region: 'na', agentId: `prompted${++made}` } as const
  const body = { title: `Shop ${made}`, enableNodes: false, vg_defaultModel: 'claude-haiku-4-5', ...document }
  await owner.client.call('agents.save', { params: place, body })
  return place
}

/** What the model was told when a visitor of the agent asked something. */
async function toldTo(place: { region: 'na'; agentId: string }, draft?: AgentDocument): Promise<string> {
  model.requests.splice(0)
  const { conversationId, visitorToken } = draft
    ? await owner.client.call('conversations.test', { params: place, body: { draft } })
    : await parley.client().call('conversations.start', { params: place })
  await parley.client(visitorToken).call('conversations.send', {
    params: { ...place, conversationId },
    body: { id: 'm1', text: 'What do you sell?' },
  })
  await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBeGreaterThan(0)
  await parley.settled()
  return JSON.stringify(model.requests.map(({ body }) => body))
}

describe('a prompt of the library', () => {
  test('has versions, each of which can be read and restored', async () => {
    const promptId = await create('Be kind to {{name}}.')
    expect(await save(promptId, 'Be brief.')).toEqual({ version: 2 })
    expect(await refusal(save(promptId, 'Be brief.'))).toBe('nothing-changed')
    const restored = await owner.client.call('prompts.restoreVersion', {
      params: { ...at(promptId), version: 1 },
    })
    expect(restored).toEqual({ version: 3 })
    await parley.settled()
    expect(await read(promptId)).toMatchObject({
      ...{ text: 'Be kind to {{name}}.', variables: ['name'], version: 3, published: 1, agents: [] },
      versions: [
        { version: 3, restoredFrom: 1 },
        { version: 2 },
        { version: 1, savedBy: expect.any(String) },
      ],
    })
    const second = await owner.client.call('prompts.version', { params: { ...at(promptId), version: 2 } })
    expect(second).toEqual({ version: 2, text: 'Be brief.' })
  })

  test('has a name of its own in the workspace, which is free again once it is deleted or renamed', async () => {
    const named = (name: string) =>
      owner.client.call('prompts.create', { params: library(), body: { name, text: 'Text' } })
    const describeAs = (promptId: string, name: string) =>
      owner.client.call('prompts.describe', { params: at(promptId), body: { name, description: 'About' } })
    const { promptId } = await named('Returns policy')
    expect(await refusal(named(' returns  POLICY'))).toBe('name-taken')
    await describeAs(promptId, 'Refunds')
    const other = await named('Returns policy')
    expect(await refusal(describeAs(other.promptId, 'refunds'))).toBe('name-taken')
    await owner.client.call('prompts.delete', { params: at(promptId) })
    await named('Refunds')
    await parley.settled()
    const query = { q: 'refunds' }
    const { items } = await owner.client.call('prompts.list', { params: library(), query })
    expect(items.map(({ name }) => name)).toEqual(['Refunds'])
  })

  test('is told of in the audit by its name', async () => {
    const promptId = await create('Be kind.')
    await save(promptId, 'Be brief.')
    await publish(promptId, 2)
    await parley.settled()
    const { items } = await owner.client.call('audit.timeline', {
      params: library(),
      query: { stream: `prompt-${promptId}` },
    })
    const name = `Prompt ${made}`
    expect(items.map(({ sentence }) => sentence?.map(({ text }) => text).join(''))).toEqual([
      `published version 2 of the prompt ${name}`,
      `saved version 2 of the prompt ${name}`,
      `added the prompt ${name} to the library`,
    ])
  })
})

describe('an agent that refers to a prompt', () => {
  test('says what its published version says, from the next reply on', async () => {
    const promptId = await create('Sell tea of the first kind.')
    const place = await agentWith({ vg_systemPrompt: `You are a shop. ${promptPlace(promptId)} Be brief.` })
    expect(await toldTo(place)).toContain('You are a shop. Sell tea of the first kind. Be brief.')
    await save(promptId, 'Sell tea of the second kind.')
    expect(await toldTo(place)).toContain('first kind')
    await publish(promptId, 2)
    expect(await toldTo(place)).toContain('You are a shop. Sell tea of the second kind. Be brief.')
    await publish(promptId, 1)
    expect(await toldTo(place)).toContain('first kind')
  })

  test('says the same as a draft in the test panel, in an AI node, in tests, and as a template', async () => {
    const promptId = await create('Sell nothing but tea.')
    const place = await agentWith({ vg_systemPrompt: 'You are a shop.' })
    const draft = { ...(await owner.client.call('agents.get', { params: place })).data }
    const drafted = { ...draft, vg_systemPrompt: `Draft. ${promptPlace(promptId)}` }
    expect(await toldTo(place, drafted)).toContain('Draft. Sell nothing but tea.')

    const position = { x: 0, y: 0 }
    const nodes = [
      { id: 's', type: 'start', next: 'ai', position },
      { id: 'ai', type: 'ai', prompt: `Node. ${promptPlace(promptId)}`, position },
    ] as const
    const flow = await agentWith({ enableNodes: true, nodes: [...nodes] })
    expect(await toldTo(flow)).toContain('Node. Sell nothing but tea.')

    const testCase = { lines: [{ says: 'What do you sell?', expects: {} }] }
    await owner.client.call('testCases.add', { params: place, body: { testCase } })
    model.requests.splice(0)
    await owner.client.call('testRuns.start', {
      params: place,
      body: { versions: ['draft'], draft: drafted },
    })
    await expect
      .poll(() => JSON.stringify(model.requests), { timeout: 20_000 })
      .toContain('Draft. Sell nothing')

    const body = { agentId: flow.agentId }
    const { agentTemplate } = await owner.client.call('rpc.exportAgentToJson', {
      params: { region: 'na' },
      body,
    })
    expect(JSON.stringify(agentTemplate)).toContain('Node. Sell nothing but tea.')
    expect(JSON.stringify(agentTemplate)).not.toContain(promptId)
    // In a snapshot of its organisation, and in the export of the workspace.
    const { agents } = parley.platform.regions.get('na')!.ports
    const moved = await agents.moved(owner.workspaceId, flow.agentId)
    const whole = await agents.whole(owner.workspaceId, flow.agentId)
    for (const document of [moved?.document, whole])
      expect(document?.nodes).toMatchObject([{}, { prompt: 'Node. Sell nothing but tea.' }])
  })

  test('refers to it in its prompt for answers from the knowledge, which keeps it from being deleted', async () => {
    const promptId = await create('Name the page that says so.')
    const position = { x: 0, y: 0 }
    const nodes = [
      { id: 's', type: 'start', next: 'k', position },
      { id: 'k', type: 'knowledge', next: 'e', notFound: 'e', position },
      { id: 'e', type: 'end', position },
    ] as const
    const place = await agentWith({
      ...{ enableNodes: true, nodes: [...nodes] },
      vg_kb_llm: { searchMethod: 'simple', searchPrompt: `Answer. ${promptPlace(promptId)}` },
    })
    const body = { name: 'Range', content: 'What do we sell? We sell green tea and black tea.' }
    await owner.client.call('knowledge.addText', { params: place, body })
    await parley.settled()
    expect(await toldTo(place)).toContain('Answer. Name the page that says so.')
    expect((await read(promptId)).agents).toEqual([{ agentId: place.agentId, title: `Shop ${made}` }])
    const remove = () => owner.client.call('prompts.delete', { params: at(promptId) })
    expect(await refusal(remove())).toBe('prompt-in-use')
    await owner.client.call('agents.save', {
      params: place,
      body: { vg_kb_llm: { searchPrompt: 'Answer.' } },
    })
    await parley.settled()
    expect(await refusal(remove())).toBe('accepted')
  })

  test('has its tests played with a version before it is published, which waits for them where they have to pass', async () => {
    const promptId = await create('Sell tea.')
    const prompted = (more: AgentDocument = {}) =>
      agentWith({ vg_systemPrompt: promptPlace(promptId), ...more })
    const addTest = (params: Awaited<ReturnType<typeof prompted>>, mentions: string) => {
      const testCase = { lines: [{ says: 'What do you sell?', expects: { mentions: [mentions] } }] }
      return owner.client.call('testCases.add', { params, body: { testCase } })
    }
    const strict = await prompted()
    await addTest(strict, 'replies')
    await owner.client.call('publishGate.set', { params: strict, body: { required: true } })
    const lax = await prompted()
    await addTest(lax, 'something else')
    await prompted({ title: 'Untested' })
    await parley.settled()
    await save(promptId, 'Sell coffee.')
    const tests = async (version = 2) =>
      (await owner.client.call('prompts.tests', { params: { ...at(promptId), version } })).items
    expect(await tests()).toMatchObject([
      {
        agentId: strict.agentId,
        required: true,
        cases: 1,
        replies: 1,
        why: expect.stringContaining('not run'),
      },
      { agentId: lax.agentId, required: false, cases: 1, why: expect.stringContaining('with this version') },
    ])
    expect(await tests(1)).toEqual([])
    await expect(publish(promptId, 2)).rejects.toMatchObject({
      code: 'tests-not-passed',
      message: expect.stringMatching(/^The tests of “Shop \d+” have to pass/),
    })

    model.requests.splice(0)
    for (const place of [strict, lax]) {
      const prompt = { promptId, version: 2 }
      const { runId } = await owner.client.call('testRuns.start', {
        params: place,
        body: { versions: ['draft'], prompt },
      })
      const params = { ...place, runId }
      const outcome = async () => (await owner.client.call('testRuns.get', { params, query: {} })).run.outcome
      await expect.poll(outcome, { timeout: 20_000 }).toBe('finished')
    }
    expect(JSON.stringify(model.requests)).toContain('Sell coffee.')
    expect(JSON.stringify(model.requests)).not.toContain('Sell tea.')
    const [passed, failed] = await tests()
    expect(passed).not.toHaveProperty('why')
    expect(failed?.why).toBe('1 of 1 tests failed with this version')
    await publish(promptId, 2)
    expect(await toldTo(strict)).toContain('Sell coffee.')

    // Another text, and another agent, were not tested.
    await save(promptId, 'Sell cocoa.')
    expect(await refusal(publish(promptId, 3))).toBe('tests-not-passed')
    const body = { version: 3, untested: 'It is urgent' }
    await owner.client.call('prompts.publish', { params: at(promptId), body })
    // What was published before can be brought back at once.
    expect((await tests(1)).map(({ required }) => required)).toEqual([false, false])
    await publish(promptId, 1)
    expect(await toldTo(strict)).toContain('Sell tea.')
  })

  test('is tested with versions of prompts of its own workspace alone', async () => {
    const theirs = await create('Their secret recipe.', stranger)
    const place = await agentWith({ vg_systemPrompt: `You are a shop.${promptPlace(theirs)}` })
    const testCase = { lines: [{ says: 'What do you sell?', expects: {} }] }
    await owner.client.call('testCases.add', { params: place, body: { testCase } })
    const body = { versions: ['draft' as const], prompt: { promptId: theirs, version: 1 } }
    expect(await refusal(owner.client.call('testRuns.start', { params: place, body }))).toBe('not-found')
    expect(await refusal(owner.client.call('testRuns.estimate', { params: place, body }))).toBe('not-found')
    const params = { ...at(theirs), version: 1 }
    expect(await refusal(owner.client.call('prompts.tests', { params }))).toBe('not-found')
  })

  test('is held up again by tests that have to pass, once a prompt of it says something else', async () => {
    const promptId = await create('Sell tea.')
    const place = await agentWith({ vg_systemPrompt: 'You are a shop.' })
    const testCase = { lines: [{ says: 'What do you sell?', expects: { mentions: ['replies'] } }] }
    await owner.client.call('testCases.add', { params: place, body: { testCase } })
    await owner.client.call('publishGate.set', { params: place, body: { required: true } })
    const { data } = await owner.client.call('agents.get', { params: place })
    const draft = { ...data, vg_systemPrompt: promptPlace(promptId) }
    const { runId } = await owner.client.call('testRuns.start', {
      params: place,
      body: { versions: ['draft'], draft },
    })
    const params = { ...place, runId }
    const outcome = async () => (await owner.client.call('testRuns.get', { params, query: {} })).run.outcome
    await expect.poll(outcome, { timeout: 20_000 }).toBe('finished')
    await save(promptId, 'Sell coffee.')
    await publish(promptId, 2)
    const publishDraft = () => owner.client.call('agents.save', { params: place, body: draft })
    expect(await refusal(publishDraft())).toBe('tests-not-passed')
    await publish(promptId, 1)
    expect(await refusal(publishDraft())).toBe('accepted')
  })

  test('is told nothing of a prompt of another workspace, which nobody else can read', async () => {
    const theirs = await create('Their secret recipe.', stranger)
    const place = await agentWith({ vg_systemPrompt: `You are a shop.${promptPlace(theirs)} Be brief.` })
    const told = await toldTo(place)
    expect(told).toContain('You are a shop. Be brief.')
    expect(told).not.toContain('recipe')
    const calls = [
      () => read(theirs),
      () => save(theirs, 'Mine'),
      () => publish(theirs, 1),
      () => owner.client.call('prompts.version', { params: { ...at(theirs), version: 1 } }),
      () => owner.client.call('prompts.delete', { params: at(theirs) }),
    ]
    for (const call of calls) expect(await refusal(call())).toBe('not-found')
  })

  test('keeps the prompt from being deleted, until it refers to it no longer', async () => {
    const promptId = await create('Sell tea.')
    const place = await agentWith({ vg_systemPrompt: promptPlace(promptId) })
    await parley.settled()
    expect((await read(promptId)).agents).toEqual([{ agentId: place.agentId, title: `Shop ${made}` }])
    const { items } = await owner.client.call('prompts.list', { params: library(), query: {} })
    expect(items.find((item) => item.promptId === promptId)?.agents).toBe(1)
    const remove = () => owner.client.call('prompts.delete', { params: at(promptId) })
    await expect(remove()).rejects.toMatchObject({
      code: 'prompt-in-use',
      message: expect.stringContaining(`“Shop ${made}”`),
    })
    await owner.client.call('agents.save', { params: place, body: { vg_systemPrompt: 'You are a shop.' } })
    await parley.settled()
    await remove()
    await owner.client.call('agents.save', {
      params: place,
      body: { vg_systemPrompt: `You are a shop.${promptPlace(promptId)} Be brief.` },
    })
    expect(await toldTo(place)).toContain('You are a shop. Be brief.')
  })
})
