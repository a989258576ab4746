/** People: accounts, sessions, one-time codes. The calls belong to no region, since they are about a person. */
import type { Region } from '@parley/contracts/endpoint.ts'
import { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { FORMER_MEMBER } from '@parley/contracts/message.ts'
import { emailReservation } from '@parley/identity/email-reservation.decider.ts'
import { erasePersonPolicy } from '@parley/identity/erase-person.policy.ts'
import { identityHandlers } from '@parley/identity/identity.handlers.ts'
import { createKnownDevices } from '@parley/identity/known-device.ts'
import { oneTimeCode } from '@parley/identity/one-time-code.decider.ts'
import { oneTimeCodePolicy } from '@parley/identity/one-time-code.policy.ts'
import { session } from '@parley/identity/session.decider.ts'
import { personIn, user } from '@parley/identity/user.decider.ts'
import { defineModule } from '@parley/kernel/module.ts'
import { sessions } from '@parley/projections/sessions/sessions.projection.ts'
import { sessionQueries } from '@parley/projections/sessions/sessions.queries.ts'
import { StartUpError } from '../config.ts'
import { identityKey } from '../derived-keys.ts'
import { forgetErased, personErasure } from '../operators/account-deletion.ts'
import type { RegionScope } from './module.ts'
import type { Ports } from './ports.ts'

export const identityModule = defineModule({
  name: 'identity',
  endpoints: identityEndpoints,
  aggregates: [user, session, oneTimeCode, emailReservation],
  projections: [sessions],

  start({ config, engines, ports }: RegionScope) {
    const { commands, keyring } = engines
    const stateOf = async (userId: string) => (await commands.load(user, userId))?.state
    const personOf = async (userId: string) => personIn(await stateOf(userId))
    return {
      policies: [
        erasePersonPolicy(personErasure(engines, ports.mail)),
        oneTimeCodePolicy({
          mailer: ports.mail,
          directory: commands,
          keyring,
          hashKey: identityKey(config.masterKey),
          publicUrl: config.publicUrl,
        }),
      ],
      appended: (events) => forgetErased(engines, events),
      provides: {
        people: {
          async nameOf(userId) {
            const state = await stateOf(userId)
            return state && (personIn(state)?.displayName ?? FORMER_MEMBER)
          },
          emailOf: async (userId) => (await personOf(userId))?.email,
        },
      } satisfies Partial<Ports>,
    }
  },

  startSpanning(regions: ReadonlyMap<Region, RegionScope>) {
    const [first] = regions.values()
    if (!first) throw new StartUpError('REGIONS names no region')
    const { masterKey, PLATFORM_CHOICE_HOST } = first.config
    const scopeOf = (region: Region) => {
      const found = regions.get(region)
      if (!found) throw new Error(`Region ${region} is not served here`)
      return found
    }
    return {
      ...identityHandlers({
        regions: new Map([...regions].map(([name, { engines }]) => [name, engines.commands])),
        directory: first.engines.commands,
        hashKey: identityKey(masterKey),
        devices: createKnownDevices({ masterKey, hashKey: identityKey(masterKey) }),
        rateLimits: first.engines.rateLimits,
        ensurePersonalWorkspace: (region, person, context) =>
          scopeOf(region).ports.workspaces.ensurePersonal(person, context),
        workspacesOf: (region, userId) => scopeOf(region).ports.workspaces.of(userId),
        ...(PLATFORM_CHOICE_HOST ? { platformChoiceHost: PLATFORM_CHOICE_HOST } : {}),
      }),
      ...sessionQueries({
        readerOf: (region) => scopeOf(region).reader,
        validFrom: async (region, userId) =>
          personIn((await scopeOf(region).engines.commands.load(user, userId))?.state)?.sessionsFrom ?? 0,
      }),
    }
  },
})
