/** People: accounts, sessions, one-time codes. The calls belong to no region, since they are about a person. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { identityEndpoints } from '@parley/contracts/identity/endpoints.ts'
import { openIdEndpoints } from '@parley/contracts/identity/openid-endpoints.ts'
import { passkeyEndpoints } from '@parley/contracts/identity/passkey-endpoints.ts'
import { twoFactorEndpoints } from '@parley/contracts/identity/two-factor-endpoints.ts'
import type { SessionView, SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import { FORMER_MEMBER, userSubject } from '@parley/contracts/message.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import type { Keyring } from '@parley/kernel/sealing/sealing.ts'
import { accountHandlers } from './account.handlers.ts'
import { deleteAccount, type ErasureRegion, erasureOf } from './account-deletion.ts'
import { accountExportHandlers } from './account-export.handlers.ts'
import { hashPassword, verifyPassword } from './credentials.ts'
import { emailChangedPolicy } from './email-changed.policy.ts'
import { emailReservation } from './email-reservation.decider.ts'
import { erasePersonPolicy } from './erase-person.policy.ts'
import { evictErased } from './evict-erased.ts'
import { identityHandlers, isSessionValid } from './identity.handlers.ts'
import { identityKey } from './identity-key.ts'
import { createKnownDevices } from './known-device.ts'
import type { Mailer } from './mail/mailer.ts'
import { oneTimeCode } from './one-time-code.decider.ts'
import { oneTimeCodePolicy } from './one-time-code.policy.ts'
import { type OneTimeCodes, oneTimeCodes } from './one-time-codes.ts'
import { examineIssuer } from './openid/examine-issuer.ts'
import { openIdHandlers } from './openid/openid.handlers.ts'
import { type OpenIdFlow, openIdFlow } from './openid/openid-flow.ts'
import { type OpenIdProvider, openIdProviders } from './openid/openid-providers.ts'
import { createPasskeyChallenges } from './passkey-challenges.ts'
import { passkeys } from './passkeys.decider.ts'
import { passkeyHandlers } from './passkeys.handlers.ts'
import { passkeysChangedPolicy } from './passkeys-changed.policy.ts'
import { passwordChangedPolicy } from './password-changed.policy.ts'
import { createSecondStepTickets } from './second-step-tickets.ts'
import { session } from './session.decider.ts'
import { type SignInLimits, signInLimits } from './sign-in-limits.ts'
import { twoFactor } from './two-factor.decider.ts'
import { twoFactorHandlers } from './two-factor.handlers.ts'
import { twoFactorChangedPolicy } from './two-factor-changed.policy.ts'
import { personIn, type User, user } from './user.decider.ts'

type Needs = {
  /** The other regions that this process serves: people may be members of workspaces there. */
  otherRegions: {
    all(): (ErasureRegion & { commands: CommandHandler; keyring: Pick<Keyring, 'forget'> })[]
  }
  product: { name(): string }
  domains: { mailBrandAt(host: string): Promise<MailBrand | undefined> }
  sessions: { of(userId: string, sessionId: string): Promise<SessionView[]> }
  mail: Required<Pick<Mailer, 'send' | 'remove'>>
  workspaces: {
    endMembership: ErasureRegion['endMembership']
    ownedWithOthers(userId: string, tenants: readonly string[]): Promise<string[]>
    ensurePersonal(person: User, context: CommandContext): Promise<SessionWorkspaceView>
    isMember(tenant: string, userId: string): Promise<boolean>
    of(userId: string): Promise<SessionWorkspaceView[]>
  }
}
type Settings = {
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
  masterKey: Buffer
  publicUrl: string
  openId: readonly OpenIdProvider[]
  PLATFORM_CHOICE_HOST?: string | undefined
  WHITE_LABEL: 'included' | 'trial'
}

type Provides = {
  passwords: {
    /** The argon2id hash of a password. */
    hash(password: string): Promise<string>
    /** Whether a password is that of a hash; takes the same time without one. */
    verify(passwordHash: string | undefined, password: string): Promise<boolean>
  }
  /** For others than people, whose names of accounts are no addresses. */
  signInLimits: Pick<
    SignInLimits,
    'passwordTried' | 'codeTried' | 'codeAsked' | 'brandAsked' | 'openIdTried' | 'secretTried'
  >
  /** With providers that others than the operator chose, which are asked only at public addresses. */
  openIdFlow: OpenIdFlow & {
    /** Returns what is wrong with a provider; undefined if people can be sent there to sign in. */
    examineIssuer(issuer: string): Promise<string | undefined>
  }
  /** Kept in this region. */
  oneTimeCodes: OneTimeCodes
  people: {
    /** "Former member" for a deleted account; undefined if there is none. */
    nameOf(userId: string): Promise<string | undefined>
    emailOf(userId: string): Promise<string | undefined>
    /** Undefined for nobody and for a deleted account. */
    profileOf(
      userId: string,
    ): Promise<{ displayName: string; email: string; photoURL?: string | undefined } | undefined>
    /** Which of a person's sessions a change of the password has not ended; `startedAt` in ms. */
    sessionValidity(userId: string): Promise<(startedAt: number, sessionId: string) => boolean>
    /** `ended`: by signing out, by the person elsewhere, by a change of the password, or with the account. */
    sessionState(userId: string, sessionId: string): Promise<'live' | 'expired' | 'ended'>
  }
}

export const identityModule = defineModule({
  name: 'identity',
  endpoints: { ...identityEndpoints, ...twoFactorEndpoints, ...passkeyEndpoints, ...openIdEndpoints },
  aggregates: [user, session, twoFactor, passkeys, oneTimeCode, emailReservation],

  start({ config, engines, ports }: ModuleScope<Needs, Settings>) {
    const { commands, keyring } = engines
    const { mail, otherRegions, workspaces } = ports
    const { masterKey } = config
    const hashKey = identityKey(masterKey)
    const devices = createKnownDevices({ masterKey, hashKey })
    /** The state of a person of any region: a workspace may have members whose accounts are kept in another one. */
    const stateOf = async (userId: string) => (await inAnyRegion(userId))?.state
    const inAnyRegion = async (userId: string) => {
      const here = await commands.load(user, userId)
      if (here) return { state: here.state, region: commands }
      for (const other of otherRegions.all()) {
        const there = await other.commands.load(user, userId)
        if (there) return { state: there.state, region: other.commands }
      }
      return undefined
    }
    const personOf = async (userId: string) => personIn(await stateOf(userId))
    const emailOf = async (userId: string) => (await personOf(userId))?.email
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    return {
      policies: [
        erasePersonPolicy(
          erasureOf({
            ...{ commands, keyring, mailer: mail },
            endMembership: workspaces.endMembership,
            otherRegions: otherRegions.all,
          }),
        ),
        emailChangedPolicy(mail),
        passwordChangedPolicy({ mailer: mail, emailOf }),
        twoFactorChangedPolicy({ mailer: mail, emailOf }),
        passkeysChangedPolicy({ mailer: mail, emailOf }),
        oneTimeCodePolicy({
          mailer: mail,
          directory: commands,
          keyring,
          hashKey,
          publicUrl: config.publicUrl,
          brandAt: ports.domains.mailBrandAt,
        }),
      ],
      appended: (events) => evictErased([engines, ...otherRegions.all()], events),
      provides: {
        passwords: { hash: hashPassword, verify: verifyPassword },
        signInLimits: signInLimits({ rateLimits: engines.rateLimits, devices, hashKey }),
        oneTimeCodes: oneTimeCodes({ directory: commands, hashKey }),
        openIdFlow: {
          ...openIdFlow({
            ...{ secret: derivedKey(masterKey, 'openid sign-ins of organisations'), safeFetch },
            // What is wrong with a provider that an agency chose is the agency's to know.
            onFault() {},
          }),
          examineIssuer: (issuer) => examineIssuer(safeFetch, issuer),
        },
        people: {
          async nameOf(userId) {
            const state = await stateOf(userId)
            return state && (personIn(state)?.displayName ?? FORMER_MEMBER)
          },
          emailOf,
          async profileOf(userId) {
            const person = await personOf(userId)
            if (!person) return undefined
            const { displayName, email, photoURL } = person
            return { displayName, email, ...(photoURL && { photoURL }) }
          },
          async sessionValidity(userId) {
            const person = await personOf(userId)
            return (startedAt, sessionId) => !!person && isSessionValid(person, startedAt, sessionId)
          },
          async sessionState(userId, sessionId) {
            const account = await inAnyRegion(userId)
            const found = (await account?.region.load(session, sessionId))?.state
            const person = personIn(account?.state)
            if (!found || !person || found.revoked || found.userId !== userId) return 'ended'
            if (!isSessionValid(person, found.startedAt, sessionId)) return 'ended'
            return found.expiresAt > Date.now() ? 'live' : 'expired'
          },
        },
      } satisfies Provides,
    }
  },

  startSpanning(regions: ReadonlyMap<Region, ModuleScope<Needs, Settings>>) {
    const [first] = regions.values()
    if (!first) throw new Error('No region is served here')
    const { masterKey, openId: providers, publicUrl, PLATFORM_CHOICE_HOST, WHITE_LABEL } = first.config
    const productName = first.ports.product.name()
    const scopeOf = (region: Region) => {
      const scope = regions.get(region)
      if (!scope) throw new Error(`Region ${region} is not served here`)
      return scope
    }
    const deps = {
      regions: new Map([...regions].map(([name, { engines }]) => [name, engines.commands])),
      directory: first.engines.commands,
      hashKey: identityKey(masterKey),
      devices: createKnownDevices({ masterKey, hashKey: identityKey(masterKey) }),
      rateLimits: first.engines.rateLimits,
      tickets: createSecondStepTickets({ masterKey }),
      isMemberOf: async ({ region, agencyId }: AgencyHost, userId: string) =>
        (await regions.get(region)?.ports.workspaces.isMember(agencyId, userId)) ?? false,
      ensurePersonalWorkspace: (region: Region, person: User, context: CommandContext) =>
        scopeOf(region).ports.workspaces.ensurePersonal(person, context),
    }
    /** A person's workspaces in every region, those of their own region first. */
    const workspacesOf = async (home: Region, userId: string) => {
      const others = [...regions.keys()].filter((region) => region !== home)
      const found = [home, ...others].map((region) => scopeOf(region).ports.workspaces.of(userId))
      return (await Promise.all(found)).flat()
    }
    const deletion = {
      ...deps,
      eraseIn(region: Region) {
        const { engines, ports } = scopeOf(region)
        const { endMembership } = ports.workspaces
        return erasureOf({
          ...engines,
          mailer: ports.mail,
          endMembership,
          otherRegions: ports.otherRegions.all,
        })
      },
      async ownedWithOthers(userId: string) {
        const names = [...regions.values()].map(async ({ engines, ports }) => {
          const tenants = await engines.keyring.tenantsOf(userSubject(userId))
          return ports.workspaces.ownedWithOthers(userId, tenants)
        })
        return (await Promise.all(names)).flat()
      },
    }
    return {
      ...accountHandlers({ ...deps, deleteAccount: (email, by) => deleteAccount(deletion, email, by) }),
      ...twoFactorHandlers({ ...deps, productName }),
      ...accountExportHandlers({
        ...deps,
        eventStoreOf: (region) => scopeOf(region).engines.eventStore,
        workspacesOf,
        sessionsOf: (region, userId, sessionId) => scopeOf(region).ports.sessions.of(userId, sessionId),
      }),
      ...openIdHandlers({
        ...deps,
        openId: openIdProviders({ providers, masterKey, publicUrl, onFault: first.onFault }),
      }),
      ...passkeyHandlers({ ...deps, productName, publicUrl, challenges: createPasskeyChallenges(masterKey) }),
      ...identityHandlers({
        ...deps,
        workspacesOf,
        ...(PLATFORM_CHOICE_HOST ? { platformChoiceHost: PLATFORM_CHOICE_HOST } : {}),
        whiteLabelTrials: WHITE_LABEL === 'trial',
      }),
    }
  },
})
