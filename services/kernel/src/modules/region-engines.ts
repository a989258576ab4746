/** A region's engines: what stands behind each port of the kernel, and what the kernel makes of them. */
import type { Region } from '@parley/contracts/endpoint.ts'
import type { MessageBus } from '../bus/message-bus.ts'
import type { CommandHandler } from '../commands/command-handling.ts'
import type { FileStore } from '../files/file-store.ts'
import type { RateLimits } from '../limits/rate-limits.ts'
import type { EventStore } from '../log/event-store.ts'
import type { ReadStore } from '../read-models/read-store.ts'
import type { InTurn } from '../running/in-turn.ts'
import type { Leases } from '../running/leases.ts'
import type { KeyStore } from '../sealing/key-store.ts'
import type { Keyring } from '../sealing/sealing.ts'

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
