/** Deletes accounts on a region's engines, whether the platform runs or not. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { userSubject } from '@parley/contracts/message.ts'
import { deleteAccount, erasureOf } from '@parley/identity/account-deletion.ts'
import { identityKey } from '@parley/identity/identity-key.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import type { RegionEngines } from '@parley/kernel/modules/region-engines.ts'
import { endMembership } from '@parley/workspace/end-membership.ts'
import { ownedWithOthers } from '@parley/workspace/owned-with-others.ts'
import type { Config } from '../config.ts'

type Engines = Pick<RegionEngines, 'commands' | 'keyring'>

const erasureRegion = ({ commands, keyring }: Engines) => ({
  commands,
  keyring,
  endMembership: endMembership(commands),
})

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
        eraseIn(region) {
          const others = [...regions].filter(([other]) => other !== region)
          const otherRegions = () => others.map(([, engines]) => erasureRegion(engines))
          return erasureOf({ ...erasureRegion(enginesOf(region)), mailer, otherRegions })
        },
        async ownedWithOthers(userId) {
          const names = [...regions.values()].map(async ({ commands, keyring }) =>
            ownedWithOthers(commands)(userId, await keyring.tenantsOf(userSubject(userId))),
          )
          return (await Promise.all(names)).flat()
        },
      },
      email,
      {
        actor: { kind: 'system', id: 'operator' },
        cause: { via: 'command-line', command: 'erase-person', by: 'npm run erase', correlation },
      },
    )
}
