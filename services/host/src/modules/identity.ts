/** People: accounts, sessions, one-time codes. The calls belong to no region, since they are about a person. */
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
import { sessions } from '@parley/projections/sessions/sessions.projection.ts'
import { sessionQueries } from '@parley/projections/sessions/sessions.queries.ts'
import { StartUpError } from '../config.ts'
import { identityKey } from '../derived-keys.ts'
import { withSignInCookies } from '../http/sign-in-cookies.ts'
import { forgetErased, personErasure } from '../operators/account-deletion.ts'
import { defineModule } from './module.ts'

export const identityModule = defineModule({
  name: 'identity',
  endpoints: identityEndpoints,
  aggregates: [user, session, oneTimeCode, emailReservation],
  projections: [sessions],

  start({ config, engines, mailer }) {
    const { commands, keyring } = engines
    const stateOf = async (userId: string) => (await commands.load(user, userId))?.state
    const personOf = async (userId: string) => personIn(await stateOf(userId))
    return {
      policies: [
        erasePersonPolicy(personErasure(engines, mailer)),
        oneTimeCodePolicy({
          mailer,
          directory: commands,
          keyring,
          hashKey: identityKey(config.masterKey),
          publicUrl: config.publicUrl,
        }),
      ],
      appended: (events) => forgetErased(engines, events),
      ports: {
        people: {
          async nameOf(userId) {
            const state = await stateOf(userId)
            return state && (personIn(state)?.displayName ?? FORMER_MEMBER)
          },
          emailOf: async (userId) => (await personOf(userId))?.email,
        },
      },
    }
  },

  startSpanning(config, regions) {
    const { masterKey, PLATFORM_CHOICE_HOST } = config
    const [first] = regions.values()
    if (!first) throw new StartUpError('REGIONS names no region')
    const servicesOf = (region: Parameters<typeof regions.get>[0]) => {
      const found = regions.get(region)
      if (!found) throw new Error(`Region ${region} is not served here`)
      return found
    }
    const devices = createKnownDevices({ masterKey, hashKey: identityKey(masterKey) })
    const handlers = {
      ...identityHandlers({
        regions: new Map([...regions].map(([name, { engines }]) => [name, engines.commands])),
        directory: first.engines.commands,
        hashKey: identityKey(masterKey),
        devices,
        rateLimits: first.engines.rateLimits,
        ensurePersonalWorkspace: (region, person, context) =>
          servicesOf(region).ports.workspaces.ensurePersonal(person, context),
        workspacesOf: (region, userId) => servicesOf(region).ports.workspaces.of(userId),
        ...(PLATFORM_CHOICE_HOST ? { platformChoiceHost: PLATFORM_CHOICE_HOST } : {}),
      }),
      ...sessionQueries({
        readerOf: (region) => servicesOf(region).reader,
        validFrom: async (region, userId) =>
          personIn((await servicesOf(region).engines.commands.load(user, userId))?.state)?.sessionsFrom ?? 0,
      }),
    }
    return withSignInCookies(handlers, devices, config)
  },
})
