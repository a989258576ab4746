/** People: accounts, sessions, one-time codes. The calls belong to no region, since they are about a person. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { CommandContext } from '@parley/kernel/command-handling.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/module.ts'
import { type ErasureDeps, erasureOf } from './account-deletion.ts'
import { emailReservation } from './email-reservation.decider.ts'
import { erasePersonPolicy } from './erase-person.policy.ts'
import { evictErased } from './evict-erased.ts'
import { identityHandlers } from './identity.handlers.ts'
import { identityKey } from './identity-key.ts'
import { createKnownDevices } from './known-device.ts'
import type { Mailer } from './mail/mailer.ts'
import { oneTimeCode } from './one-time-code.decider.ts'
import { oneTimeCodePolicy } from './one-time-code.policy.ts'
import { session } from './session.decider.ts'
import { personIn, type User, user } from './user.decider.ts'

type Needs = {
  mail: Required<Pick<Mailer, 'send' | 'remove'>>
  workspaces: {
    endMembership: ErasureDeps['endMembership']
    ensurePersonal(person: User, context: CommandContext): Promise<SessionWorkspaceView>
    of(userId: string): Promise<SessionWorkspaceView[]>
  }
}
type Settings = { masterKey: Buffer; publicUrl: string; PLATFORM_CHOICE_HOST?: string | undefined }

type Provides = {
  people: {
    /** "Former member" for a deleted account; undefined if there is none. */
    nameOf(userId: string): Promise<string | undefined>
    emailOf(userId: string): Promise<string | undefined>
    /** The moment (ms) before which sessions no longer count, since their password was changed. */
    sessionsFrom(userId: string): Promise<number>
  }
}

export const identityModule = defineModule({
  name: 'identity',
  endpoints: identityEndpoints,
  aggregates: [user, session, oneTimeCode, emailReservation],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { commands, keyring } = engines
    const { mail, workspaces } = ports
    const stateOf = async (userId: string) => (await commands.load(user, userId))?.state
    const personOf = async (userId: string) => personIn(await stateOf(userId))
    return {
      policies: [
        erasePersonPolicy(
          erasureOf({ commands, keyring, mailer: mail, endMembership: workspaces.endMembership }),
        ),
        oneTimeCodePolicy({
          mailer: mail,
          directory: commands,
          keyring,
          hashKey: identityKey(config.masterKey),
          publicUrl: config.publicUrl,
        }),
      ],
      appended: (events) => evictErased(engines, events),
      provides: {
        people: {
          async nameOf(userId) {
            const state = await stateOf(userId)
            return state && (personIn(state)?.displayName ?? FORMER_MEMBER)
          },
          emailOf: async (userId) => (await personOf(userId))?.email,
          sessionsFrom: async (userId) => (await personOf(userId))?.sessionsFrom ?? 0,
        },
      } satisfies Provides,
    }
  },

  startSpanning(regions: ReadonlyMap<Region, ModuleScope<Needs, Settings>>) {
    const [first] = regions.values()
    if (!first) throw new Error('No region is served here')
    const { masterKey, PLATFORM_CHOICE_HOST } = first.config
    const workspacesIn = (region: Region) => {
      const scope = regions.get(region)
      if (!scope) throw new Error(`Region ${region} is not served here`)
      return scope.ports.workspaces
    }
    return identityHandlers({
      regions: new Map([...regions].map(([name, { engines }]) => [name, engines.commands])),
      directory: first.engines.commands,
      hashKey: identityKey(masterKey),
      devices: createKnownDevices({ masterKey, hashKey: identityKey(masterKey) }),
      rateLimits: first.engines.rateLimits,
      ensurePersonalWorkspace: (region, person, context) =>
        workspacesIn(region).ensurePersonal(person, context),
      workspacesOf: (region, userId) => workspacesIn(region).of(userId),
      ...(PLATFORM_CHOICE_HOST ? { platformChoiceHost: PLATFORM_CHOICE_HOST } : {}),
    })
  },
})
