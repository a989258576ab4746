/** Deletes accounts on a region's engines, whether the platform runs or not. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { userSubject } from '@parley/contracts/message.ts'
import { deleteAccount, type ErasePerson, erasureOf } from '@parley/identity/account-deletion.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import { user } from '@parley/identity/user.decider.ts'
import type { StoredEvent } from '@parley/kernel/event-store.ts'
import type { RegionEngines } from '@parley/kernel/region-engines.ts'
import { tenantSubject } from '@parley/kernel/sealing.ts'
import { idIn } from '@parley/kernel/stream-name.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import type { Config } from '../config.ts'
import { identityKey } from '../derived-keys.ts'

type Engines = Pick<RegionEngines, 'commands' | 'keyring'>

/** Erases people of one region. */
export function personErasure(
  { commands, keyring }: Engines,
  mailer: Pick<Mailer, 'send' | 'remove'>,
): ErasePerson {
  return erasureOf({
    commands,
    keyring,
    mailer,
    async endMembership(tenant, userId, { actor, cause }) {
      const found = await commands.load(workspace, tenant, tenant)
      if (found?.state.status !== 'live') return
      const ended = await commands.handle(
        workspace,
        tenant,
        { type: 'RemoveMember', userId, reason: 'account-deleted' },
        { tenant, actor, cause: { ...cause, command: `leave/${userId}` } },
      )
      if (!ended.ok) throw new Error(`A membership of workspace ${tenant} stays: ${ended.rejection.message}`)
    },
  })
}

/** Drops what this process holds in memory of people whom another process erased. */
export function forgetErased({ commands, keyring }: Engines, events: readonly StoredEvent[]): void {
  for (const { type, stream } of events) {
    const userId = type === 'PersonErased' ? idIn(stream, user.category) : undefined
    if (userId === undefined) continue
    for (const subject of [userSubject(userId), tenantSubject(userId)]) keyring.forget(subject)
    commands.evictAll()
  }
}

/** Deletes accounts of all these regions; the first one keeps the directory of addresses. */
export function accountDeletion(
  { masterKey }: Pick<Config, 'masterKey'>,
  regions: ReadonlyMap<Region, Engines>,
  mailer: Pick<Mailer, 'send' | 'remove'>,
) {
  const enginesOf = (region: Region) => {
    const engines = regions.get(region)
    if (!engines) throw new Error(`Region ${region} is not served here`)
    return engines
  }
  const [first] = regions.keys()
  if (!first) throw new Error('REGIONS names no region')
  return (email: string, correlation: string) =>
    deleteAccount(
      {
        regions: new Map([...regions].map(([region, { commands }]) => [region, commands])),
        directory: enginesOf(first).commands,
        hashKey: identityKey(masterKey),
        eraseIn: (region) => personErasure(enginesOf(region), mailer),
        async ownedWithOthers(region, userId) {
          const { commands, keyring } = enginesOf(region)
          const tenants = await keyring.tenantsOf(userSubject(userId))
          const states = await Promise.all(
            tenants.map(async (tenant) => (await commands.load(workspace, tenant, tenant))?.state),
          )
          return states.flatMap((state) =>
            state?.status === 'live' && state.ownerId === userId && state.members.length > 1
              ? [state.workspaceName]
              : [],
          )
        },
      },
      email,
      {
        actor: { kind: 'system', id: 'operator' },
        cause: { via: 'command-line', command: 'erase-person', by: 'npm run erase', correlation },
      },
    )
}
