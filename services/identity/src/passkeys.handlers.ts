/** Handlers for passkeys: adding, naming and removing them, and signing in with one. */
import { hash } from 'node:crypto'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import type { passkeyEndpoints } from '@parley/contracts/identity/passkey-endpoints.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { own } from './accounts.ts'
import { type Own, type OwnAccountDeps, ownAccounts } from './own-account.ts'
import { newChallenge, type PasskeyChallenges } from './passkey-challenges.ts'
import { MOST_PASSKEYS, passkeys, tooManyPasskeys, wrongPasskey } from './passkeys.decider.ts'
import { signInLimits } from './sign-in-limits.ts'
import { type SignInDeps, signInsOf } from './sign-ins.ts'
import { personIn, user } from './user.decider.ts'

export type PasskeyDeps = OwnAccountDeps &
  SignInDeps & {
    challenges: PasskeyChallenges
    /** The name that authenticators show at the product's own host. */
    productName: string
    /** Where the product's own pages are. */
    publicUrl: string
  }

/** ES256, EdDSA and RS256: what the page asks for. By default the library asks Node about experimental ones. */
const ALGORITHMS = [-7, -8, -257]

const done = { success: true as const }

export function passkeyHandlers(deps: PasskeyDeps): Handlers<typeof passkeyEndpoints> {
  const { challenges, publicUrl } = deps
  const accounts = ownAccounts(deps)
  const limits = signInLimits(deps)
  const signIns = signInsOf(deps)

  return {
    async 'auth.passkeys'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const { host: here } = siteOf(call)
      const all = await passkeysOf(me)
      // The domain of an agency tells nothing of other places where its people have accounts.
      const shown = here === undefined ? all : all.filter(({ host }) => host === here)
      const items = shown.map(({ passkeyId, name, host, addedAt, challengeAt }) => ({
        passkeyId,
        name,
        ...(host === undefined ? {} : { host }),
        addedAt: new Date(addedAt).toISOString(),
        ...(challengeAt === undefined ? {} : { usedAt: new Date(challengeAt).toISOString() }),
      }))
      return reply({ items })
    },

    async 'auth.startPasskey'(call) {
      const me = await accounts.withPassword(call, call.body.password)
      if (!me.ok) return me
      const { userId, email, displayName } = me.person
      const existing = await passkeysOf(me)
      if (existing.length >= MOST_PASSKEYS) return tooManyPasskeys
      const { host: here, rpId, rpName } = siteOf(call)
      return reply({
        ...issue(rpId, userId),
        rpName,
        userHandle: Buffer.from(`${me.region}.${userId}`).toString('base64url'),
        userName: email,
        displayName,
        exclude: existing.filter(({ host }) => host === here).map(({ credentialId }) => credentialId),
      })
    },

    async 'auth.addPasskey'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const { userId } = me.person
      const { ticket, name, credential } = call.body
      const claims = challenges.verify(ticket)
      if (claims?.userId !== userId) return wrongPasskey
      const { host, rpId, origins } = siteOf(call)
      // Loaded when it is needed: most processes never verify a passkey.
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
      const { credentialId: id, clientDataJSON, attestationObject } = credential
      const verified = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          clientExtensionResults: {},
          response: { clientDataJSON, attestationObject },
        },
        expectedChallenge: claims.challenge,
        expectedOrigin: origins,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(() => undefined)
      if (!verified?.verified) return wrongPasskey
      const { publicKey, counter } = verified.registrationInfo.credential
      const added = await me.commands.handle(
        passkeys,
        userId,
        {
          type: 'AddPasskey',
          userId,
          passkeyId: passkeyIdOf(id),
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          name,
          ...(host !== undefined && { host }),
        },
        own(call, userId),
      )
      return added.ok ? reply(done, added.position) : added
    },

    async 'auth.renamePasskey'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const { userId } = me.person
      const rename = { type: 'RenamePasskey', userId, ...call.params, ...call.body } as const
      const renamed = await me.commands.handle(passkeys, userId, rename, own(call, userId))
      return renamed.ok ? reply(done, renamed.position) : renamed
    },

    async 'auth.removePasskey'(call) {
      const me = await accounts.of(call.principal)
      if (!me.ok) return me
      const { userId } = me.person
      const remove = { type: 'RemovePasskey', userId, ...call.params } as const
      const removed = await me.commands.handle(passkeys, userId, remove, own(call, userId))
      return removed.ok ? reply(done, removed.position) : removed
    },

    async 'auth.startPasskeySignIn'(call) {
      const tooMany = await limits.passkeyTried(call)
      return tooMany ?? reply(issue(siteOf(call).rpId))
    },

    async 'auth.signInWithPasskey'(call) {
      const tooMany = await limits.passkeyTried(call)
      if (tooMany) return tooMany
      const { ticket, credential } = call.body
      const claims = challenges.verify(ticket)
      // A challenge for adding a passkey signs nobody in.
      if (!claims || claims.userId !== undefined) return wrongPasskey
      const { credentialId: id, userHandle, ...response } = credential
      const account = await accountOf(userHandle)
      const known = account && (await passkeysOf(account)).find(({ credentialId }) => credentialId === id)
      const { host, rpId, origins } = siteOf(call)
      if (known?.host !== host || !known) return wrongPasskey
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
      const verified = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: claims.challenge,
        expectedOrigin: origins,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
          counter: known.counter,
        },
      }).catch(() => undefined)
      if (!verified?.verified) return wrongPasskey
      const { userId } = account.person
      const { newCounter: counter } = verified.authenticationInfo
      const used = await account.commands.handle(
        passkeys,
        userId,
        { type: 'UsePasskey', userId, passkeyId: known.passkeyId, counter, challengeAt: claims.issuedAt },
        own(call, userId, 'passkey'),
      )
      return used.ok ? signIns.passkeyUsed(account, call) : used
    },
  }

  function issue(rpId: string, userId?: string) {
    const claims = newChallenge(userId)
    return { ticket: challenges.issue(claims), challenge: claims.challenge, rpId }
  }

  async function passkeysOf({ person: { userId }, commands }: Pick<Own, 'person' | 'commands'>) {
    return (await commands.load(passkeys, userId, userId))?.state ?? []
  }

  /** The account that a passkey was made for: region and id, which the authenticator returns. */
  async function accountOf(userHandle: string) {
    const [named, userId = ''] = Buffer.from(userHandle, 'base64url').toString().split('.')
    const region = regionSchema.safeParse(named)
    const commands = region.success ? deps.regions.get(region.data) : undefined
    if (!region.success || !commands || !/^[a-z0-9]{20}$/.test(userId)) return undefined
    const person = personIn((await commands.load(user, userId))?.state)
    return person && { region: region.data, person, commands }
  }

  /** The site of the pages that call, to which WebAuthn binds passkeys: the product's, or the domain of an agency. */
  function siteOf({ request: { agencyHost, origin = '' } }: Pick<Call, 'request'>): Site {
    if (agencyHost) {
      const { domain } = agencyHost
      const isThere = URL.canParse(origin) && new URL(origin).hostname === domain
      return { host: domain, rpId: domain, rpName: domain, origins: isThere ? [origin] : [] }
    }
    const rpId = new URL(publicUrl).hostname
    // While nobody told the public address, pages are at some port of this machine.
    const isLocal = rpId === 'localhost' && /^http:\/\/localhost:\d+$/.test(origin)
    const origins = [new URL(publicUrl).origin, ...(isLocal ? [origin] : [])]
    return { rpId, rpName: deps.productName, origins }
  }
}

type Site = {
  /** The domain of the agency, if it is one. */
  host?: string
  rpId: string
  rpName: string
  /** Of its pages. */
  origins: string[]
}

/** Short, for addresses. */
const passkeyIdOf = (credentialId: string) => hash('sha256', credentialId, 'hex').slice(0, 20)
