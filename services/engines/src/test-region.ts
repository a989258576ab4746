/** A complete region on the embedded engines in memory, for tests of handlers, policies and queries. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CommandHandler, createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createSnapshots } from '@parley/kernel/commands/snapshots.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import type { AnyPolicy } from '@parley/kernel/policies/policy.ts'
import { type PolicyRunner, startPolicies } from '@parley/kernel/policies/policy-runner.ts'
import type { AnyProjection } from '@parley/kernel/read-models/projection.ts'
import { type ProjectionRunner, startProjections } from '@parley/kernel/read-models/projection-runner.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { createReader, type Reader } from '@parley/kernel/read-models/reader.ts'
import { createInTurn, type InTurn } from '@parley/kernel/running/in-turn.ts'
import { type Leases, leasesInMemory } from '@parley/kernel/running/leases.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import { createKeyring, type Keyring } from '@parley/kernel/sealing/sealing.ts'
import { openFolderFileStore } from './folder/file-store.ts'
import { openSqliteEventStore } from './sqlite/event-store.ts'
import { openSqliteKeyStore } from './sqlite/key-store.ts'
import { openSqliteReadStore } from './sqlite/read-store.ts'

export type TestRegion = {
  eventStore: EventStore
  readStore: ReadStore
  keyring: Keyring
  leases: Leases
  inTurn: InTurn
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  commands: CommandHandler
  reader: Reader
  projections: ProjectionRunner
  policies: PolicyRunner
  /** Resolves when projections and policies have processed everything, including what policies appended. */
  settled(): Promise<void>
  close(): Promise<void>
}

export type TestRegionOptions = {
  projections?: readonly AnyProjection[]
  /** Called after the region is open, since policies issue commands. */
  policies?: (
    region: Pick<TestRegion, 'handle' | 'load' | 'commands' | 'leases' | 'reader' | 'keyring'>,
  ) => readonly AnyPolicy[]
  now?: () => Date
}

export async function openTestRegion(options: TestRegionOptions = {}): Promise<TestRegion> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-test-region-'))
  const files = await openFolderFileStore({ folder })
  const [eventStore, readStore, state, keyStore] = await Promise.all([
    openSqliteEventStore({ file: ':memory:' }),
    openSqliteReadStore({ file: ':memory:' }),
    openSqliteReadStore({ file: ':memory:' }),
    openSqliteKeyStore({ file: ':memory:' }),
  ])
  const keyring = createKeyring(keyStore, randomBytes(32), { files })
  // bounded: of one test
  const faults: unknown[] = []
  const leases = leasesInMemory()
  const snapshots = createSnapshots(readStore, keyring, (error) => faults.push(error))
  const commands = createCommandHandler({ eventStore, keyring, snapshots, now: options.now })
  const supervision = createSupervision({ backOffMs: 5, onFault: ({ error }) => faults.push(error) })
  const projections = await startProjections({
    eventStore,
    readStore,
    keyring,
    supervision,
    projections: options.projections ?? [],
    onFault: (fault) => faults.push(fault.error),
  })
  const reader = createReader(readStore, keyring, projections.collectionOf)
  const { handle, load } = commands
  const policies = await startPolicies({
    eventStore,
    state,
    keyring,
    leases,
    policies: options.policies?.({ handle, load, commands, leases, reader, keyring }) ?? [],
    supervision,
  })

  return {
    eventStore,
    readStore,
    keyring,
    leases,
    inTurn: createInTurn(leases),
    handle,
    load,
    commands,
    reader,
    projections,
    policies,
    async settled() {
      for (;;) {
        const head = await eventStore.head()
        const [shown] = await Promise.all([projections.waitFor(head, 60_000), policies.settled(head)])
        if (faults.length > 0) throw faults[0]
        if (!shown) throw new Error(`The projections did not come to position ${head} within a minute`)
        if ((await eventStore.head()) === head) return
      }
    },
    async close() {
      await Promise.all([projections.stop(), policies.stop()])
      await leases.close()
      await Promise.all([eventStore.close(), readStore.close(), state.close(), keyStore.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
