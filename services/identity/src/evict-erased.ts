import { userSubject } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { type Keyring, tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import { user } from './user.decider.ts'

/** Drops what this process holds in memory, in all its regions, of people whom another process erased. */
export function evictErased(
  regions: readonly { commands: Pick<CommandHandler, 'evictAll'>; keyring: Pick<Keyring, 'forget'> }[],
  events: readonly StoredEvent[],
): void {
  for (const { type, stream } of events) {
    const userId = type === 'PersonErased' ? idIn(stream, user.category) : undefined
    if (userId === undefined) continue
    for (const { commands, keyring } of regions) {
      for (const subject of [userSubject(userId), tenantSubject(userId)]) keyring.forget(subject)
      commands.evictAll()
    }
  }
}
