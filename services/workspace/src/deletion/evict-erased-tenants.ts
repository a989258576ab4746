import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { workspace } from '../workspace.decider.ts'

/** Drops what this process holds in memory of workspaces that another process erased. */
export function evictErasedTenants(
  {
    commands,
    keyring,
  }: { commands: Pick<CommandHandler, 'evictAll'>; keyring: Pick<Keyring, 'forgetTenant'> },
  events: readonly StoredEvent[],
): void {
  for (const { type, stream } of events) {
    const tenant = type === 'WorkspaceErased' ? idIn(stream, workspace.category) : undefined
    if (tenant === undefined) continue
    keyring.forgetTenant(tenant)
    commands.evictAll()
  }
}
