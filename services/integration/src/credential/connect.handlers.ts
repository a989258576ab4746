/**
 * Connects credentials at authorization servers: a person is sent there with a state that counts once, for ten minutes and
 * for the session that began, and comes back to a page of the dashboard with the answer.
 */
import { createHash } from 'node:crypto'
import {
  type CredentialSettings,
  credentialSettingsSchema,
} from '@parley/contracts/integration/credential.ts'
import type { credentialEndpoints } from '@parley/contracts/integration/credential-endpoints.ts'
import { MOST_CREDENTIALS } from '@parley/contracts/integration/credential-names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type AgencyHost, type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { listMcpTools } from '../mcp/mcp-client.ts'
import type { AuthorizationFailed, AuthorizationServers } from './authorization-server.ts'
import { type Attempt, type Credential, credential } from './credential.decider.ts'
import type { CredentialDeps } from './credential.handlers.ts'
import { clientIdAt, isPassedOn, originOf, type ReturnAddresses, redirectUriAt } from './return-address.ts'
import { isSecureAddress } from './secure-address.ts'

export type ConnectDeps = Pick<
  CredentialDeps,
  'handle' | 'load' | 'inTurn' | 'allowPrivateAddresses' | 'credentialCount'
> & {
  refresh: CommandHandler['refresh']
  servers: AuthorizationServers
  safeFetch: SafeFetch
  rateLimits: Pick<RateLimits, 'take'>
  /** The address of the product. */
  publicUrl: string
  returns: ReturnAddresses
  /** Whether a host is a domain of this workspace's agency that is served. */
  isOwnHost(host: string, workspaceId: string): Promise<boolean>
  /** The name under which access is asked for: of the product, or of the agency whose domain a call came to. */
  nameAt(host: AgencyHost | undefined): Promise<string>
}

type Connecting = Pick<
  Handlers<typeof credentialEndpoints>,
  'credentials.connect' | 'credentials.finishConnecting' | 'credentials.createForMcp'
>

const MOST_SECRET_CHARACTERS = 4_000
/** Of a workspace, each with several requests to servers of others. */
const CONNECTIONS_A_MINUTE = 20

export function connectHandlers(deps: ConnectDeps): Connecting {
  const { handle, load, servers } = deps

  return {
    async 'credentials.connect'(call) {
      const { tenant, context } = call
      const { credentialId } = call.params
      const refused = await refusedCall(call)
      if (refused) return refused
      const found = await live(tenant, credentialId)
      if (!found) return missing
      const { use, secret } = found
      if (use.kind !== 'oauth2-authorization-code') return notConnectable
      const addresses = [use.authorizationUrl, use.tokenUrl].map((url) => new URL(url))
      if (!addresses.every((url) => isSecureAddress(url, deps.allowPrivateAddresses))) return notSecure
      const origin = originOf(call.request.agencyHost, deps.publicUrl)
      const redirectUri = use.redirectUri ?? redirectUriAt(new URL(deps.publicUrl).origin)
      const back = new URL(redirectUri)
      if (!(await isServed(back, tenant))) return noWayBack
      if (back.origin !== origin && !isPassedOn(back, { origin, workspaceId: tenant }, deps.publicUrl))
        return elsewhere
      const state = deps.returns.stateFor(origin, redirectUri, tenant)
      const started = await servers.start({ use, secret }, { redirectUri, state })
      if (!started.ok) return refuse('not-connectable', started.message)
      const { address, verifier } = started
      const attempt = { state, verifier, redirectUri, by: sessionOf(call) }
      const userId = context.actor.id
      const command = { type: 'BeginConnecting', userId, attempt } as const
      const handled = await handle(credential, credentialId, command, context)
      if (!handled.ok) return handled
      if (!handled.repeated) return reply({ address }, handled.position)
      // The attempt of the first call, if nobody has come back from it or begun another one.
      const begun = handled.state.status === 'live' ? handled.state.credential.connecting : undefined
      if (begun?.attempt.by !== attempt.by) return expired
      return reply({ address: addressOf(address, begun.attempt) }, handled.position)
    },

    async 'credentials.finishConnecting'(call) {
      const { tenant, context } = call
      const { credentialId } = call.params
      const refused = await refusedCall(call)
      if (refused) return refused
      const found = await live(tenant, credentialId)
      if (!found) return missing
      const { use, secret, version, connecting } = found
      const answer = new URLSearchParams(call.body.answer)
      const said = (name: string) => answer.get(name) ?? undefined
      const ending = { type: 'EndConnecting', state: said('state') ?? '', by: sessionOf(call) } as const
      const ended = await handle(credential, credentialId, ending, atStep(context, 'answer'))
      if (!ended.ok) return ended
      if (ended.repeated) {
        // Whether tokens came of it: a connection may be a former one.
        const before = await handle(credential, credentialId, ending, atStep(context, 'tokens'))
        return before.ok ? reply({ success: true } as const, before.position) : before
      }
      if (!connecting || use.kind !== 'oauth2-authorization-code') return expired
      const error = said('error')
      if (error !== undefined) return refusedBy(error)
      const code = said('code')
      if (code === undefined) return refusedBy('')
      const { verifier, redirectUri: to } = connecting.attempt
      const exchanged = await servers.exchange(
        { use, secret },
        { code, issuer: said('iss'), verifier, redirectUri: to },
      )
      if (!exchanged.ok) return refusalOf(exchanged)
      const { tokens } = exchanged
      const command = { type: 'Connect', userId: context.actor.id, version, tokens } as const
      const connected = await handle(credential, credentialId, command, atStep(context, 'tokens'))
      return connected.ok ? reply({ success: true } as const, connected.position) : connected
    },

    async 'credentials.createForMcp'(call) {
      const { tenant, context } = call
      const { mcpUrl } = call.body
      const refused = await refusedCall(call)
      if (refused) return refused
      const url = new URL(mcpUrl)
      if (!isSecureAddress(url, deps.allowPrivateAddresses))
        return refuse('not-secure', 'The address of the server has to begin with https://.', 'mcpUrl')
      const credentialId = derivedId(20, tenant, context.cause.command)
      if ((await load(credential, credentialId, tenant)) !== undefined) return reply({ credentialId })
      const listed = await listMcpTools(deps.safeFetch, { url: mcpUrl, headers: {} })
      if (listed.ok) return refuse('not-connectable', 'This server asks for no authorization.')
      if (listed.status !== 401) return refuse('not-connectable', listed.message)
      const origin = originOf(call.request.agencyHost, deps.publicUrl)
      const registered = await servers.register(mcpUrl, {
        ...{ challenge: listed.challenge ?? {}, origin, clientId: clientIdAt(origin) },
        name: await deps.nameAt(call.request.agencyHost),
      })
      if (!registered.ok) return refuse('authorization-not-found', registered.message)
      const { use, secret } = registered.client
      const read = credentialSettingsSchema.safeParse({
        name: url.host.slice(0, 100),
        use,
        hosts: [url.host],
      })
      // What a server registers may be of any length.
      if (!read.success || secret.length > MOST_SECRET_CHARACTERS)
        return refuse('authorization-not-found', 'The authorization server is not described as it has to be.')
      const settings: CredentialSettings = read.data
      const addresses = [use.authorizationUrl, use.tokenUrl].map((each) => new URL(each))
      if (!addresses.every((each) => isSecureAddress(each, deps.allowPrivateAddresses))) return notSecure
      const userId = context.actor.id
      const handled = await deps.inTurn(tenant, 'credentials', async () => {
        const limit = { maxCredentials: MOST_CREDENTIALS, credentials: await deps.credentialCount(tenant) }
        const command = { type: 'CreateCredential', credentialId, userId, settings, secret, limit } as const
        return handle(credential, credentialId, command, context)
      })
      return handled.ok ? reply({ credentialId }, handled.position) : handled
    },
  }

  async function isServed(redirectUri: URL, tenant: string): Promise<boolean> {
    return redirectUri.origin === new URL(deps.publicUrl).origin || deps.isOwnHost(redirectUri.host, tenant)
  }

  async function refusedCall({ tenant }: Pick<Call, 'tenant'>) {
    const limit = { key: `credential-connect.${tenant}`, limit: CONNECTIONS_A_MINUTE, windowSeconds: 60 }
    const taken = await deps.rateLimits.take([limit])
    if (taken.allowed) return undefined
    return refuseFor(
      taken.retryAfterSeconds,
      'too-many-requests',
      'Please wait a moment before the next one.',
    )
  }

  /** As it is in the log: another process may have begun what this one is to end. */
  async function live(tenant: string, credentialId: string): Promise<Credential | undefined> {
    await deps.refresh(credential.category, credentialId)
    const state = (await load(credential, credentialId, tenant))?.state
    return state?.status === 'live' ? state.credential : undefined
  }
}

/** The address with the state and the challenge (RFC 7636 §4.2) of another attempt. */
function addressOf(address: string, { state, verifier }: Attempt): string {
  const url = new URL(address)
  url.searchParams.set('state', state)
  url.searchParams.set('code_challenge', createHash('sha256').update(verifier).digest('base64url'))
  return url.href
}

/** Names the session, or the key, that a call is made with. */
function sessionOf({ principal, context }: Pick<Call, 'principal' | 'context'>): string {
  const { kind, id } = context.actor
  const session = principal.kind === 'user' ? principal.sessionId : ''
  return createHash('sha256')
    .update(JSON.stringify([kind, id, session]))
    .digest('base64url')
}

const missing = refuse('not-found', 'This credential does not exist.')
const notConnectable = refuse('not-connectable', 'Credentials of this kind need not be connected.')
const notSecure = refuse(
  'not-secure',
  'The addresses of the authorization server have to begin with https://.',
)
const noWayBack = refuse(
  'not-at-this-domain',
  'The authorization server sends people back to a domain that is no longer verified. Delete the credential and add it again.',
)
const elsewhere = refuse(
  'not-at-this-domain',
  'The authorization server sends people back to another domain. Connect it where it was added, or delete the credential and add it here.',
)
const expired = refuse(
  'connecting-expired',
  'Connecting took too long, was begun elsewhere, or is over already. Please connect it again.',
)

/** The codes of RFC 6749 §4.1.2.1. */
function refusedBy(error: string) {
  switch (error) {
    case 'access_denied':
      return refuse('denied', 'Access was not granted at the authorization server. Nothing was connected.')
    case 'temporarily_unavailable':
    case 'server_error':
      return refuse('provider-unavailable', 'The authorization server has a problem. Try again later.')
    case 'invalid_scope':
      return refuse(
        'provider-refused',
        'The authorization server does not know the scopes or does not grant them. Change them and connect again.',
      )
    case 'unauthorized_client':
      return refuse(
        'provider-refused',
        'The authorization server does not let this client connect. Check the client ID, and allow the authorization code there.',
      )
    default:
      return refuse(
        'provider-refused',
        'The authorization server refused. Check the settings and connect again.',
      )
  }
}

function refusalOf({ reason, message }: AuthorizationFailed) {
  return refuse(reason === 'unavailable' ? 'provider-unavailable' : 'provider-refused', message)
}
