/** What follows from the end of a client or of its address: the address is free again, and what is said of the client erased. */
import { clientEvents, clientSubject } from '@parley/contracts/client/events.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import type { Keyring } from '@parley/kernel/sealing.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { client } from './client.decider.ts'
import type { ClientEmails } from './client-emails.ts'

const RELEASE = 'release-client-emails'

export function clientPolicies(deps: {
  emails: ClientEmails
  keyring: Pick<Keyring, 'erase'>
  commands: Pick<CommandHandler, 'evict'>
}): AnySinglePolicy[] {
  return [
    definePolicy({
      name: RELEASE,
      startFrom: 'origin',
      events: pick(clientEvents, 'ClientEmailChanged', 'ClientDeleted'),
      async react(event) {
        const { clientId } = event.data
        const emailHash = event.type === 'ClientDeleted' ? event.data.emailHash : event.data.formerEmailHash
        // Unless the client has taken the same address again meanwhile.
        const before = Date.parse(event.at)
        await deps.emails.release({ emailHash, clientId, before }, reactingTo(event, RELEASE))
      },
    }),
    definePolicy({
      name: 'erase-clients',
      startFrom: 'origin',
      events: pick(clientEvents, 'ClientDeleted'),
      async react({ tenant, data: { clientId } }) {
        await deps.keyring.erase({ tenant, subject: clientSubject(clientId) })
        await deps.commands.evict(client.category, clientId)
      },
    }),
  ]
}

/** Drops what this process holds in memory of clients whom another process erased. */
export function forgetDeleted(
  { commands, keyring }: { commands: Pick<CommandHandler, 'evict'>; keyring: Pick<Keyring, 'forget'> },
  events: readonly StoredEvent[],
): void {
  for (const { type, stream } of events) {
    const clientId = type === 'ClientDeleted' ? idIn(stream, client.category) : undefined
    if (clientId === undefined) continue
    keyring.forget(clientSubject(clientId))
    void commands.evict(client.category, clientId)
  }
}
