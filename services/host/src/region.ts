/** A region: a full set of engines that holds the data of its tenants only. */
import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { MessageBus } from '@parley/kernel/bus/message-bus.ts'
import { createCommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { createSnapshots } from '@parley/kernel/commands/snapshots.ts'
import type { FileStore } from '@parley/kernel/files/file-store.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import type { EventStore } from '@parley/kernel/log/event-store.ts'
import { isChained } from '@parley/kernel/log/recorded-event.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import type { ReadStore } from '@parley/kernel/read-models/read-store.ts'
import { createInTurn } from '@parley/kernel/running/in-turn.ts'
import type { Leases } from '@parley/kernel/running/leases.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import type { KeyStore } from '@parley/kernel/sealing/key-store.ts'
import { createKeyring } from '@parley/kernel/sealing/sealing.ts'
import { type Config, StartUpError } from './config.ts'
import { recordErasures } from './erasure-record.ts'
import { checkInstallation } from './installation.ts'
import { streamPrefix } from './stream-prefix.ts'
import { noTracing, type Tracing, traced } from './tracing.ts'

/**
 * Opens a region's engines as configured; a driver is loaded only if it is used. Throws a `StartUpError` that names the
 * variable if an engine does not answer, or says what to restore if the stores do not belong together. `readOnly`: an
 * empty log stays empty.
 */
export async function openRegion(
  config: Config,
  region: Region,
  {
    tracing = noTracing,
    say,
    readOnly = false,
  }: { tracing?: Tracing; say?: (message: string) => void; readOnly?: boolean } = {},
): Promise<RegionEngines> {
  const folder = dataFolder(config, region)
  const [eventStore, readStore, state, bus, keys, rateLimits, leases, fileStore] = await Promise.all([
    explain('EVENT_STORE_URL', config.EVENT_STORE_URL, () => openEventStore(config, region, folder)),
    explain('READ_STORE_URL', config.READ_STORE_URL, () =>
      openReadStore(config, databaseOf(config, region), join(folder, 'read-models.db')),
    ),
    explain('READ_STORE_URL', config.READ_STORE_URL, () =>
      openReadStore(config, databaseOf(config, region, '_state'), join(folder, 'state.db')),
    ),
    explain('MESSAGE_BUS_URL', config.MESSAGE_BUS_URL, () => openMessageBus(config, region, folder, say)),
    explain('READ_STORE_URL', config.READ_STORE_URL, () => openKeyStore(config, region, folder)),
    explain('READ_STORE_URL', config.READ_STORE_URL, () => openRateLimits(config, region, folder, say)),
    explain('READ_STORE_URL', config.READ_STORE_URL, () => openLeases(config, region, folder, say)),
    explain('READ_STORE_URL', config.READ_STORE_URL, () => openFileStore(config, region, folder)),
  ])
  const keyStore = recordErasures(keys, config.erasuresFile, region)
  const keyring = createKeyring(keyStore, config.masterKey, { files: fileStore })
  const snapshots = createSnapshots(readStore, keyring, (error) =>
    say?.(`A snapshot could not be used: ${error instanceof Error ? error.message : error}`),
  )
  const commands = traced(createCommandHandler({ eventStore, keyring, snapshots }), tracing)
  const engines: RegionEngines = {
    region,
    eventStore,
    readStore,
    state,
    bus,
    keyStore,
    fileStore,
    rateLimits,
    leases,
    inTurn: createInTurn(leases),
    keyring,
    commands,
    async probe() {
      await Promise.all([
        eventStore.head(),
        readStore.checkpoint('live'),
        state.checkpoint('live'),
        keyStore.get('probe'),
      ])
    },
    async close() {
      await bus.close()
      await leases.close()
      await Promise.all([
        eventStore.close(),
        readStore.close(),
        state.close(),
        keyStore.close(),
        fileStore.close(),
        rateLimits.close(),
      ])
    },
  }
  try {
    await checkInstallation(engines, region, { readOnly })
  } catch (error) {
    await engines.close()
    throw error
  }
  return engines
}

function dataFolder({ dataDir }: Config, region: Region): string {
  const folder = join(dataDir, region)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new StartUpError(
      `DATA_DIR="${dataDir}" can't be used: ${error instanceof Error ? error.message : error}`,
    )
  }
  return folder
}

async function openEventStore(config: Config, region: Region, folder: string): Promise<EventStore> {
  const url = config.EVENT_STORE_URL
  if (url.startsWith('esdb')) {
    const { openEventStoreDb } = await import('@parley/engines/eventstoredb/event-store.ts')
    const server = perRegion(url, region)
    const open = (prefix: string) =>
      openEventStoreDb({ url: server, prefix, ...(prefix === '' ? { isOwn: isChained } : {}) })
    const store = await open(await streamPrefix(config, region, open))
    // The client connects on first use.
    await store.head()
    return store
  }
  const { openSqliteEventStore } = await import('@parley/engines/sqlite/event-store.ts')
  return openSqliteEventStore({ file: join(folder, 'events.db') })
}

async function openReadStore(config: Config, database: string, file: string): Promise<ReadStore> {
  if (config.READ_STORE_URL.startsWith('mongodb')) {
    const { openMongoReadStore } = await import('@parley/engines/mongodb/read-store.ts')
    return openMongoReadStore({ url: config.READ_STORE_URL, database })
  }
  const { openSqliteReadStore } = await import('@parley/engines/sqlite/read-store.ts')
  return openSqliteReadStore({ file })
}

async function openKeyStore(config: Config, region: Region, folder: string): Promise<KeyStore> {
  if (config.READ_STORE_URL.startsWith('mongodb')) {
    const { openMongoKeyStore } = await import('@parley/engines/mongodb/key-store.ts')
    return openMongoKeyStore({ url: config.READ_STORE_URL, database: databaseOf(config, region, '_keys') })
  }
  const { openSqliteKeyStore } = await import('@parley/engines/sqlite/key-store.ts')
  return openSqliteKeyStore({ file: join(folder, 'keys.db') })
}

async function openFileStore(config: Config, region: Region, folder: string): Promise<FileStore> {
  if (config.READ_STORE_URL.startsWith('mongodb')) {
    const { openMongoFileStore } = await import('@parley/engines/mongodb/file-store.ts')
    return openMongoFileStore({ url: config.READ_STORE_URL, database: databaseOf(config, region, '_files') })
  }
  const { openFolderFileStore } = await import('@parley/engines/folder/file-store.ts')
  return openFolderFileStore({ folder: join(folder, 'files') })
}

async function openRateLimits(
  config: Config,
  region: Region,
  folder: string,
  say: (message: string) => void = () => undefined,
): Promise<RateLimits> {
  const secret = derivedKey(config.masterKey, 'rate limits').toString('hex')
  const onFault = (error: unknown) =>
    say(`Limits are counted by this process alone: ${error instanceof Error ? error.message : error}`)
  if (config.READ_STORE_URL.startsWith('mongodb')) {
    const { openMongoRateLimits } = await import('@parley/engines/mongodb/rate-limits.ts')
    const database = databaseOf(config, region, '_limits')
    return openMongoRateLimits({ url: config.READ_STORE_URL, database, secret, onFault })
  }
  const { openSqliteRateLimits } = await import('@parley/engines/sqlite/rate-limits.ts')
  return openSqliteRateLimits({ file: join(folder, 'limits.db'), secret, onFault })
}

async function openLeases(
  config: Config,
  region: Region,
  folder: string,
  say: (message: string) => void = () => undefined,
): Promise<Leases> {
  const onFault = (error: unknown) =>
    say(`Leases can't be reached: ${error instanceof Error ? error.message : error}`)
  if (config.READ_STORE_URL.startsWith('mongodb')) {
    const { openMongoLeases } = await import('@parley/engines/mongodb/leases.ts')
    const database = databaseOf(config, region, '_leases')
    return openMongoLeases({ url: config.READ_STORE_URL, database, onFault })
  }
  const { openSqliteLeases } = await import('@parley/engines/sqlite/leases.ts')
  return openSqliteLeases({ file: join(folder, 'leases.db'), onFault })
}

async function openMessageBus(
  config: Config,
  region: Region,
  folder: string,
  log?: (message: string) => void,
): Promise<MessageBus> {
  if (config.MESSAGE_BUS_URL.startsWith('kafka')) {
    const { openKafkaMessageBus } = await import('@parley/engines/kafka/message-bus.ts')
    const prefix = perRegion(config.MESSAGE_BUS_PREFIX, region)
    return openKafkaMessageBus({ url: config.MESSAGE_BUS_URL, prefix, log })
  }
  const { openSqliteMessageBus } = await import('@parley/engines/sqlite/message-bus.ts')
  return openSqliteMessageBus({ file: join(folder, 'bus.db'), log })
}

/** `{region}` in a URL or prefix is replaced by the region's name. */
function perRegion(value: string, region: Region): string {
  return value.replaceAll('{region}', region)
}

/** The name of a region's database in MongoDB: of its read models, or of something else. */
function databaseOf({ READ_STORE_PREFIX }: Config, region: Region, suffix = ''): string {
  return perRegion(READ_STORE_PREFIX, region) + suffix
}

async function explain<Engine>(name: string, url: string, open: () => Promise<Engine>): Promise<Engine> {
  try {
    return await open()
  } catch (error) {
    if (error instanceof StartUpError) throw error
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw new StartUpError(`${name}="${url.replace(/\/\/[^@/]*@/, '//')}" can't be opened: ${reason}`)
  }
}
