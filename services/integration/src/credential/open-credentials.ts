/** Opens the credential that a function refers to, when it is called and no earlier. */
import type { CredentialUse } from '@parley/contracts/integration/credential.ts'
import type { CommandHandler } from '@parley/kernel/command-handling.ts'
import type { AllowedAddresses } from '@parley/kernel/safe-fetch.ts'
import type { Outgoing } from '../tool-request.ts'
import { formsOf, withCredential } from './apply-credential.ts'
import { type Credential, credential, isUseNews } from './credential.decider.ts'
import type { OAuthTokens } from './oauth-tokens.ts'
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
  handle: CommandHandler['handle']
  tokens: OAuthTokens
  allowPrivateAddresses: AllowedAddresses
  now?: () => number
}

export const HIDDEN = '••••••'

export function openCredentials(deps: OpenCredentialsDeps): OpenCredentials {
  const { now = () => Date.now() } = deps

  return {
    async open(caller, credentialId, url) {
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

  /** `sentSecret`: the secret, or an access token. */
  function withSecret(caller: Caller, found: Credential, sentSecret: string): OpenedCredential {
    const forms = [...formsOf(found.use, sentSecret), ...formsOf(found.use, found.secret)]
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
  const tokenUrl = use.kind === 'oauth2-client-credentials' ? new URL(use.tokenUrl) : undefined
  if (!isSecureAddress(url, allowed) || (tokenUrl && !isSecureAddress(tokenUrl, allowed)))
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
