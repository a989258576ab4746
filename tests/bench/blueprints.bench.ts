/**
 * An agency changes what the agents of fifty clients have in common: from the call that rolls a new version of a blueprint
 * out, published, until all agents have it and every read model shows it. The baseline are fifty bare publishes of the same
 * change, without merging, versions or a record, in turns with ours.
 */
import { agent } from '@parley/agent/agent.decider.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

const AGENTS = 50
const TURNS = 7
const WARM = 2
/** Asked of a rollout. */
const MOST_SECONDS = 10

const region = 'na' as const

type Took = { seconds: number; processorMs: number }

export async function benchBlueprints(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({ REGIONS: region, RATE_LIMIT_FACTOR: '1000' })
  try {
    const owner = await parley.signUp()
    const { params, sourceId, ids } = await fifty(owner)
    const ours: Took[] = []
    const bare: Took[] = []
    for (let turn = 0; turn < WARM + TURNS; turn++) {
      const version = await changed(owner, { params, sourceId }, `Open from ${turn}.`)
      await parley.settled()
      const rolledOut = await measured(parley, async () => {
        const targets = ids.map((agentId) => ({ agentId }))
        const body = { version, as: 'published' as const, conflicts: 'keep' as const, targets }
        await owner.client.call('blueprints.rollOut', { params, body })
      })
      await requireAll(owner, params)
      const published = await measured(parley, () =>
        publishBare(parley, owner, ids, `Answer in ${turn} words.`),
      )
      if (turn < WARM) continue
      ours.push(rolledOut)
      bare.push(published)
    }
    const [seconds, leastSeconds] = [middle(ours, 'seconds'), middle(bare, 'seconds')]
    const [processor, leastProcessor] = [middle(ours, 'processorMs'), middle(bare, 'processorMs')]
    return [
      {
        name: `a blueprint rolled out to ${AGENTS} agents, until all is shown`,
        value: round(seconds),
        unit: 's',
        baseline: round(leastSeconds),
        ratio: round(seconds / leastSeconds),
        target: `≤ ${MOST_SECONDS} s`,
        ok: seconds <= MOST_SECONDS,
      },
      {
        name: 'the same, processor time for an agent',
        value: round(processor / AGENTS),
        unit: 'ms',
        baseline: round(leastProcessor / AGENTS),
        ratio: round(processor / leastProcessor),
      },
    ]
  } finally {
    await parley.stop()
  }
}

type Params = { region: 'na'; workspaceId: string; blueprintId: string }

/** A blueprint of an agent, and fifty agents that were made from it, each with a change of its own. */
async function fifty({ client, workspaceId }: Person) {
  const workspace = { region, workspaceId }
  const sourceId = 'blueprint-source'
  await client.call('agents.save', {
    params: { region, agentId: sourceId },
    body: { title: 'Source', vg_systemPrompt: 'Be brief.', vg_initPrompt: 'Open from nine.' },
  })
  const { blueprintId } = await client.call('blueprints.create', {
    params: workspace,
    body: { name: 'Shops', agentId: sourceId },
  })
  const params: Params = { ...workspace, blueprintId }
  const ids: string[] = []
  for (let nth = 0; nth < AGENTS; nth++) {
    const { agentId } = await client.call('blueprints.createAgent', {
      params,
      body: { agentName: `Shop ${nth}` },
    })
    await client.call('agents.save', {
      params: { region, agentId },
      body: { vg_systemPrompt: `You are shop ${nth}.` },
    })
    ids.push(agentId)
  }
  return { params, sourceId, ids }
}

async function changed(
  { client }: Person,
  of: { params: Params; sourceId: string },
  greeting: string,
): Promise<number> {
  await client.call('agents.save', {
    params: { region, agentId: of.sourceId },
    body: { vg_initPrompt: greeting },
  })
  const { version } = await client.call('blueprints.saveVersion', {
    params: of.params,
    body: { agentId: of.sourceId },
  })
  return version
}

async function requireAll({ client }: Person, params: Params): Promise<void> {
  const { rollouts } = await client.call('blueprints.get', { params })
  const newest = rollouts.toSorted((one, other) => other.version - one.version)[0]
  const published = newest?.agents.filter(({ outcome }) => outcome === 'published').length
  if (newest?.state !== 'done' || published !== AGENTS)
    throw new Error(`The rollout is ${newest?.state} with ${published} agents published`)
}

/** As many publishes as there are agents, one after the other as a rollout has them. */
async function publishBare(
  parley: TestPlatform,
  { workspaceId: tenant, userId }: Person,
  ids: string[],
  words: string,
) {
  const commands = parley.platform.regions.get(region)?.engines.commands
  if (!commands) throw new Error('The platform has no such region')
  for (const agentId of ids) {
    const handled = await commands.handle(
      agent,
      agentId,
      {
        type: 'SaveAgent',
        ...{ agentId, ownerID: tenant, region, document: { vg_systemPrompt: words } },
        ...{ newSecretKey: 'vg_unused', limit: undefined },
      },
      {
        ...{ tenant, actor: { kind: 'user', id: userId } },
        cause: { via: 'dashboard', command: `bare/${agentId}/${words}`, correlation: 'bench' },
      },
    )
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
}

/** Until everything that follows has been done and is shown. */
async function measured(parley: TestPlatform, act: () => Promise<unknown>): Promise<Took> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await act()
  await parley.settled()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - start) / 1_000, processorMs: (user + system) / 1_000 }
}

const middle = (taken: Took[], figure: keyof Took) =>
  taken.map((one) => one[figure]).toSorted((one, other) => one - other)[Math.floor(taken.length / 2)] ?? 0
const round = (value: number) => Math.round(value * 100) / 100
