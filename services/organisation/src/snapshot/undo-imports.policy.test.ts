/** What an import made is removed as far as it can be, and the rest at another try. */
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { lastAttempt, testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { organisation } from '../organisation.decider.ts'
import { importOf, organisationSnapshots, type SnapshotsCommand } from './snapshots.decider.ts'
import { undoImports } from './undo-imports.policy.ts'

const tenant = 'w1'
const importId = 'i1'
let region: Awaited<ReturnType<typeof openTestRegion>>
beforeAll(async () => {
  region = await openTestRegion({ projections: [] })
})
afterAll(() => region?.close())

test('what is refused or fails is said, the rest is removed, and another try removes it', async () => {
  const { handle, load, refresh } = region.commands
  let commands = 0
  const context = () =>
    ({
      ...{ tenant, actor: { kind: 'system', id: 'test' } },
      cause: { via: 'api', by: 'test', command: `c${++commands}`, correlation: 'c' },
    }) as unknown as CommandContext
  const on = (command: SnapshotsCommand) => handle(organisationSnapshots, tenant, command, context())
  const upload = { name: 'Acme', agents: 2, sources: 0, clients: 2, availableUntil: 0 }
  await on({ type: 'RecordUpload', importId, ...upload })
  await on({ type: 'StartImport', importId, steps: 5 })
  for (const step of ['agents/0', 'agents/1', 'clients/0', 'clients/1'])
    await on({ type: 'RecordImportStep', importId, step, madeId: step })
  const limit = { most: 9, organisations: 0 }
  const create = {
    type: 'CreateOrganisation',
    organisationId: 'o1',
    settings: { name: 'Acme' },
    limit,
  } as const
  await handle(organisation, 'o1', create, context())
  await on({ type: 'FinishImport', importId, organisationId: 'o1' })

  const left = new Set(['agents/0', 'agents/1', 'clients/0', 'clients/1'])
  const erased = new Set<string>()
  let broken = true
  const remove = (id: string) => {
    left.delete(id)
    return { ok: true } as const
  }
  const policy = undoImports({
    ...{ handle, load, refresh },
    deleteClient: async (id) =>
      broken && id === 'clients/1' ? refuse('busy', 'This client can’t be deleted now.') : remove(id),
    async deleteAgent(id) {
      expect(erased).toContain(id)
      if (broken && id === 'agents/0') throw new Error('SELECT secret FROM table')
      return remove(id)
    },
    async eraseHistory(_, id) {
      erased.add(id)
    },
    clientsIn: async () => [...left].filter((id) => id.startsWith('clients')).length,
    titleOf: async (_, id) => (left.has(id) ? `Agent of ${id}` : undefined),
  })
  const undo = async (id: string, attempt = testAttempt) => {
    await on({ type: 'StartUndo', importId })
    const event = {
      ...{ type: 'OrganisationImportUndoStarted', id, tenant, position: 9, revision: 1 },
      ...{ stream: `organisationsnapshots-${tenant}`, actor: context().actor, cause: context().cause },
      ...{ at: '2026-11-27T12:00:00.000Z', data: { importId } },
    } as never
    await policy.react(event, attempt)
    const known = importOf((await load(organisationSnapshots, tenant, tenant))!.state, importId)
    return [known?.undo, known?.undoProblems]
  }

  await expect(undo('e1')).rejects.toThrow('SELECT')
  expect(await undo('e1', lastAttempt)).toEqual([
    'partly',
    [
      'Client 2 of the import: This client can’t be deleted now.',
      'Agent of agents/0: Something went wrong.',
      'Acme: This organization still has clients. Move or delete them first.',
    ],
  ])
  expect([...left]).toEqual(['agents/0', 'clients/1'])
  expect((await load(organisation, 'o1', tenant))?.state.status).toBe('live')

  broken = false
  expect(await undo('e2')).toEqual(['done', undefined])
  expect([...left]).toEqual([])
  expect((await load(organisation, 'o1', tenant))?.state.status).toBe('deleted')
})
