/** What follows from the end of a client or of its address: the address is free again, and what is said of the client erased. */
import { clientEvents, clientSubject } from '@parley/contracts/client/events.ts'
import { userSubject } from '@parley/contracts/message.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { StoredEvent } from '@parley/kernel/log/event-store.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'
import { type AnySinglePolicy, definePolicy, reactingTo } from '@parley/kernel/policies/policy.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { client } from './client.decider.ts'
import type { ClientEmails } from './client-emails.ts'

const RELEASE = 'release-client-emails'
const ERASE = 'erase-clients'

export function clientPolicies(deps: {
  emails: ClientEmails
  keyring: Pick<Keyring, 'erase' | 'isKnown'>
  commands: Pick<CommandHandler, 'handle'> & Evicting
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
      name: ERASE,
      startFrom: 'origin',
      events: pick(clientEvents, 'ClientDeleted'),
      async react(event) {
        const { clientId } = event.data
        const { tenant } = event
        const answered = await deps.keyring.isKnown({ tenant, subject: userSubject(clientId) })
        for (const subject of subjectsOf(clientId)) await deps.keyring.erase({ tenant, subject })
        await forget(deps.commands, clientId, answered)
        const command = { type: 'RecordClientErased', clientId, answered } as const
        const recorded = await deps.commands.handle(client, clientId, command, reactingTo(event, ERASE))
        if (!recorded.ok) throw new Error(recorded.rejection.code)
      },
    }),
  ]
}

/** What conversations say of a client as one of the team, such as its name beside its answers, is a user's. */
const subjectsOf = (clientId: string) => [clientSubject(clientId), userSubject(clientId)]

/** Drops what this process holds in memory of clients whom another process erased. */
export function forgetErased(
  deps: { commands: Evicting; keyring: Pick<Keyring, 'forget'> },
  events: readonly StoredEvent[],
): void {
  for (const { type, stream, data } of events) {
    const clientId = type === 'ClientErased' ? idIn(stream, client.category) : undefined
    if (clientId === undefined) continue
    for (const subject of subjectsOf(clientId)) deps.keyring.forget(subject)
    void forget(deps.commands, clientId, JSON.parse(data).answered === true)
  }
}

type Evicting = Pick<CommandHandler, 'evict' | 'evictAll'>

/** One that never answered is named in no other stream. */
async function forget(commands: Evicting, clientId: string, answered: boolean): Promise<void> {
  if (answered) commands.evictAll()
  else await commands.evict(client.category, clientId)
}
