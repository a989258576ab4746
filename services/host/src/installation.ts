/**
 * Event log, keys, state and read models belong together. A log that is opened with other keys reads `[erased]`
 * everywhere, and read models would be built of that. So the log's first event names its key store, and state and read
 * models remember whose they are.
 */
import { randomUUID } from 'node:crypto'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type InstallationEvent, installationEvents } from '@parley/contracts/installation/events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { type Aggregate, accept } from '@parley/kernel/commands/decider.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { StartUpError } from './config.ts'

type Installation = InstallationEvent['data']
type CreateInstallation = { type: 'CreateInstallation'; installationId: string; keyStoreId: string }

/** Creating it again changes nothing, so that of several processes at their first start one creates it. */
export const installation: Aggregate<Installation | undefined, CreateInstallation, InstallationEvent> = {
  category: 'installation',
  events: installationEvents,
  decider: {
    initialState: undefined,
    evolve: (_, { data }) => data,
    decide: ({ installationId, keyStoreId }, state, now) =>
      state
        ? accept()
        : accept({
            type: 'InstallationCreated',
            data: { installationId, keyStoreId, at: now.toISOString() },
          }),
  },
}

/** The setting under which a store remembers to which installation it belongs. */
const SETTING = 'installation'
/** The tenant of the installation's own stream; no workspace has this id. */
const TENANT = 'installation'

export type InstallationParts = {
  commands: Pick<CommandHandler, 'handle' | 'load'>
  keyring: Pick<Keyring, 'storeId'>
  state: Pick<ReadStore, 'getSetting' | 'setSetting'>
  readStore: Pick<ReadStore, 'getSetting' | 'setSetting'>
}

/**
 * Checks that the stores of a region belong to one installation; creates it in an empty log, unless `readOnly`. Throws a
 * `StartUpError` that says what to restore or to set.
 */
export async function checkInstallation(
  parts: InstallationParts,
  region: Region,
  { readOnly = false }: { readOnly?: boolean } = {},
): Promise<void> {
  const { commands, keyring } = parts
  const stores = await Promise.all(
    storesOf(parts).map(async (one) => ({ ...one, owner: await one.store.getSetting(SETTING) })),
  )
  // In this order, since a process at its first start makes the key, then appends the event, then marks the stores: what
  // is read later is there if what was read before it is.
  const found = (await commands.load(installation, region))?.state
  const keyStoreId = await keyring.storeId().catch((error) => {
    throw new StartUpError(`Region ${region}: ${error instanceof Error ? error.message : error}`)
  })
  if (found && keyStoreId !== found.keyStoreId) throw new StartUpError(otherKeys(region, keyStoreId))
  for (const { what, owner, rebuildable } of stores)
    if (owner !== undefined && owner !== found?.installationId)
      throw new StartUpError(otherStore(region, what, rebuildable, found !== undefined))
  if (readOnly) return
  const installationId = found?.installationId ?? (await create(parts, region))
  for (const { store, owner } of stores)
    if (owner === undefined) await store.setSetting(SETTING, installationId)
}

function storesOf({ state, readStore }: InstallationParts) {
  return [
    {
      store: state,
      what: 'the state (state.db, or the database whose name ends with _state)',
      rebuildable: false,
    },
    {
      store: readStore,
      what: 'the read models (read-models.db, or their database)',
      rebuildable: true,
    },
  ]
}

async function create({ commands, keyring }: InstallationParts, region: Region): Promise<string> {
  const keyStoreId = (await keyring.storeId({ create: true })) ?? ''
  const handled = await commands.handle(
    installation,
    region,
    { type: 'CreateInstallation', installationId: randomUUID(), keyStoreId },
    {
      tenant: TENANT,
      actor: { kind: 'system', id: 'start' },
      cause: { via: 'system', command: randomUUID(), correlation: randomUUID() },
    },
  )
  if (!handled.ok || !handled.state) throw new StartUpError(`Region ${region}: the event log can't be opened`)
  // Another process may have been first, with another key store.
  if (handled.state.keyStoreId !== keyStoreId) throw new StartUpError(otherKeys(region, keyStoreId))
  return handled.state.installationId
}

function otherKeys(region: Region, keyStoreId: string | undefined): string {
  const where = `keys.db in the region's folder of DATA_DIR, or the database at READ_STORE_URL whose name ends with _keys`
  return keyStoreId === undefined
    ? `Region ${region}: the keys of its event log are missing, so names and messages could not be read.
Restore them from the backup (${where}). Nothing was changed.`
    : `Region ${region}: its keys belong to another event log, so names and messages could not be read.
Restore the keys of this log from the backup (${where}), or set EVENT_STORE_URL to the log of these keys. Nothing was changed.`
}

function otherStore(region: Region, what: string, rebuildable: boolean, hasLog: boolean): string {
  const log = hasLog
    ? 'were made from another event log'
    : 'were made from an event log, and this one is empty'
  const advice = rebuildable
    ? 'Set EVENT_STORE_URL to their log or restore it; or remove the read models, which are then built again.'
    : 'Set EVENT_STORE_URL to their log or restore it; for a new installation use an empty DATA_DIR and databases.'
  return `Region ${region}: ${what} ${log}.\n${advice} Nothing was changed.`
}
