/** A region's engines: what stands behind each port of the kernel, and what the kernel makes of them. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { CommandHandler } from './command-handling.ts'
import type { EventStore } from './event-store.ts'
import type { FileStore } from './file-store.ts'
import type { InTurn } from './in-turn.ts'
import type { KeyStore } from './key-store.ts'
import type { Leases } from './leases.ts'
import type { MessageBus } from './message-bus.ts'
import type { RateLimits } from './rate-limits.ts'
import type { ReadStore } from './read-store.ts'
import type { Keyring } from './sealing.ts'

export type RegionEngines = {
  region: Region
  eventStore: EventStore
  readStore: ReadStore
  /** Checkpoints of policies and the relay, which must survive a rebuild of the read models. */
  state: ReadStore
  bus: MessageBus
  keyStore: KeyStore
  /** Uploaded files, sealed. */
  fileStore: FileStore
  rateLimits: RateLimits
  /** Leases for work that only one process may do at a time. */
  leases: Leases
  /** Creates what is counted first, one at a time. */
  inTurn: InTurn
  keyring: Keyring
  commands: CommandHandler
  /** Throws when one of the stores does not answer. */
  probe(): Promise<void>
  close(): Promise<void>
}
