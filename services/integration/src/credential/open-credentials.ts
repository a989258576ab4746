/** Opens the credential that a function refers to, when it is called and no earlier. */
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { Outgoing } from '../tool-request.ts'
import { formsOf, withCredential } from './apply-credential.ts'
import { type Connection, type Credential, credential, isUseNews, tokenUrlOf } from './credential.decider.ts'
import type { OAuthTokens } from './oauth-tokens.ts'
import { CONNECT_AGAIN, type Renewals } from './renewals.ts'
import { isSecureAddress } from './secure-address.ts'

/** Who calls a function: an agent, or without `agentId` a member of the team who tries it. */
export type Caller = { tenant: string; agentId?: string }

export type OpenedCredential = {
  /** The request as it is sent. */
  sent(outgoing: Outgoing): Outgoing
  /** The request as it is shown and recorded. */
  shown(outgoing: Outgoing): Outgoing
  /** An answer without the secret, which a server may repeat. */
  withoutSecret(text: string): string
  /** After a request was sent: notes that it was used. */
  used(): Promise<void>
  /** After the status 401: the same with a new access token. Undefined where there is nothing to renew. */
  renewed?(): Promise<Opened>
}

export type Opened =
  | { ok: true; opened: OpenedCredential }
  | { ok: false; outcome: 'refused' | 'error' | 'time-out'; message: string }

export type OpenCredentials = {
  /** For a call to `url`. A refusal says in words what the owner of the function has to do. */
  open(caller: Caller, credentialId: string, url: string): Promise<Opened>
  /** The request as it would be shown, without anything being fetched. */
  shownWith(tenant: string, credentialId: string, outgoing: Outgoing): Promise<Outgoing>
  /** Why a function at this address can't use it, on saving the function; undefined if it can. */
  faultAt(tenant: string, credentialId: string, url: string): Promise<'not-found' | string | undefined>
}

export type OpenCredentialsDeps = {
  load: CommandHandler['load']
  refresh: CommandHandler['refresh']
  handle: CommandHandler['handle']
  tokens: OAuthTokens
  renewals: Renewals
  allowPrivateAddresses: AllowedAddresses
  now?: () => number
}

export const HIDDEN = '••••••'

/** For so long, in ms, a token that was just received counts as valid whatever a server says of it. */
const ACCEPTED_MS = 30_000

export function openCredentials(deps: OpenCredentialsDeps): OpenCredentials {
  const { now = () => Date.now() } = deps

  return {
    async open(caller, credentialId, url) {
      // Replaced secrets, hosts that were taken out and deleted credentials end at once, whichever process ended them.
      await deps.refresh(credential.category, credentialId)
      const found = await live(caller.tenant, credentialId)
      if (!found) return refused(MISSING)
      const { name, agentId, expiresAt } = found
      if (agentId !== undefined && caller.agentId !== undefined && caller.agentId !== agentId)
        return refused(`The credential “${name}” is for another agent.`)
      if (expiresAt !== undefined && Date.parse(expiresAt) <= now())
        return refused(`The credential “${name}” has expired. Rotate it on the Credentials page.`)
      const fault = addressFault(found, url, deps.allowPrivateAddresses)
      if (fault) return refused(fault)
      return opened(caller, found)
    },

    async shownWith(tenant, credentialId, outgoing) {
      const found = await live(tenant, credentialId)
      return found ? withCredential(outgoing, shownUse(found.use), HIDDEN) : outgoing
    },

    async faultAt(tenant, credentialId, url) {
      const found = await live(tenant, credentialId)
      return found ? addressFault(found, url, deps.allowPrivateAddresses) : 'not-found'
    },
  }

  async function live(tenant: string, credentialId: string): Promise<Credential | undefined> {
    const state = (await deps.load(credential, credentialId, tenant))?.state
    return state?.status === 'live' ? state.credential : undefined
  }

  async function opened(caller: Caller, found: Credential): Promise<Opened> {
    const { use, secret, credentialId, version } = found
    if (use.kind === 'oauth2-authorization-code') return connected(caller, found)
    if (use.kind !== 'oauth2-client-credentials')
      return { ok: true, opened: withSecret(caller, found, secret) }
    const client = { tenant: caller.tenant, credentialId, version, use, secret }
    const got = await deps.tokens.get(client)
    if (!got.ok)
      return { ok: false, outcome: got.timedOut ? 'time-out' : 'error', message: inName(found, got.message) }
    const { token } = got
    const renewed = async () => {
      deps.tokens.forget(client, token)
      return opened(caller, found)
    }
    return { ok: true, opened: { ...withSecret(caller, found, token), renewed } }
  }

  /** Access that has ended is renewed first. */
  async function connected(caller: Caller, found: Credential): Promise<Opened> {
    const { connection, lost } = found
    if (!connection)
      return refused(
        `The credential “${found.name}” is ${lost ? 'no longer' : 'not'} connected. ${lost ? CONNECT_AGAIN : 'Connect it on the Credentials page.'}`,
      )
    const { endsAt } = connection
    const isOver = endsAt !== undefined && Date.parse(endsAt) <= now()
    return isOver ? anew(caller, found, connection) : withToken(caller, found, connection)
  }

  function withToken(caller: Caller, found: Credential, connection: Connection): Opened {
    const { accessToken, refreshToken, receivedAt } = connection
    const forms = refreshToken === undefined ? [] : formsOf(found.use, refreshToken)
    const opened = withSecret(caller, found, accessToken, forms)
    // A server that accepts no token at all must not have others asked for with each call.
    const isNew = now() - Date.parse(receivedAt) < ACCEPTED_MS
    if (refreshToken === undefined || isNew) return { ok: true, opened }
    return { ok: true, opened: { ...opened, renewed: () => anew(caller, found, connection) } }
  }

  async function anew(caller: Caller, found: Credential, { generation }: Connection): Promise<Opened> {
    const renewed = await deps.renewals.renew(caller.tenant, found.credentialId, generation)
    if (renewed.ok) return withToken(caller, renewed.credential, renewed.connection)
    const message = inName(found, renewed.message)
    if (!renewed.again) return refused(message)
    return { ok: false, outcome: renewed.timedOut ? 'time-out' : 'error', message }
  }

  /** `sentSecret`: the secret, or an access token. `others`: forms of what else is hidden. */
  function withSecret(
    caller: Caller,
    found: Credential,
    sentSecret: string,
    others: readonly string[] = [],
  ): OpenedCredential {
    const forms = [...formsOf(found.use, sentSecret), ...formsOf(found.use, found.secret), ...others]
    return {
      sent: (outgoing) => withCredential(outgoing, found.use, sentSecret),
      shown: (outgoing) => withCredential(outgoing, shownUse(found.use), HIDDEN),
      withoutSecret: (text) => forms.reduce((left, form) => left.replaceAll(form, HIDDEN), text),
      used: () => recordUse(caller, found),
    }
  }

  async function recordUse({ tenant, agentId }: Caller, found: Credential): Promise<void> {
    const at = new Date(now())
    if (!isUseNews(found, at)) return
    const { credentialId } = found
    const by = agentId === undefined ? 'functions' : `agent ${agentId}`
    const command = `use.${credentialId}.${at.getTime()}`
    const cause = { via: 'system', command, by: 'credentials', correlation: command } as const
    const context = { tenant, actor: { kind: 'system', id: by } as const, cause }
    // The call has been made; that its use is not recorded must not fail it.
    await deps.handle(credential, credentialId, { type: 'RecordUse' }, context).catch(() => undefined)
  }
}

const MISSING =
  'The credential of this function does not exist any more. Choose another one on the Functions page.'

function addressFault(
  { name, hosts, use }: Credential,
  address: string,
  allowed: AllowedAddresses,
): string | undefined {
  const url = new URL(address)
  if (!hosts.includes(url.host))
    return `The credential “${name}” is for ${hosts.join(', ')} and is not sent to ${url.host}.`
  const tokenUrl = tokenUrlOf({ use })
  if (
    !isSecureAddress(url, allowed) ||
    (tokenUrl !== undefined && !isSecureAddress(new URL(tokenUrl), allowed))
  )
    return `The credential “${name}” is sent to addresses that begin with https:// alone.`
  return undefined
}

/** With HTTP Basic, what is shown would otherwise be made of the user name. */
function shownUse(use: CredentialUse): CredentialUse {
  return use.kind === 'basic' ? { kind: 'header', headerName: 'authorization' } : use
}

function inName({ name }: Credential, message: string): string {
  return `The credential “${name}”: ${message}`
}

function refused(message: string): Extract<Opened, { ok: false }> {
  return { ok: false, outcome: 'refused', message }
}
