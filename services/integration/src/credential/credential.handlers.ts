/** The command endpoints of credentials, for one region; their list is a read model. */
import type { CredentialSettings, CredentialUse } from '@parley/contracts/integration/credential.ts'
import type { credentialEndpoints } from '@parley/contracts/integration/credential-endpoints.ts'
import { MOST_CREDENTIALS } from '@parley/contracts/integration/credential-names.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { InTurn } from '@parley/kernel/running/in-turn.ts'
import { tool } from '../tool.decider.ts'
import { type CredentialCommand, credential, tokenUrlOf } from './credential.decider.ts'
import { originOf, returnUriAt } from './return-address.ts'
import { isSecureAddress } from './secure-address.ts'

export type CredentialDeps = {
  handle: CommandHandler['handle']
  load: CommandHandler['load']
  allowPrivateAddresses: AllowedAddresses
  inTurn: InTurn
  credentialCount(tenant: string): Promise<number>
  /** The functions that refer to a credential, as the read model has them. */
  functionsUsing(tenant: string, credentialId: string): Promise<{ id: string; name: string }[]>
  isAgent(tenant: string, agentId: string): Promise<boolean>
  /** The address of the product. */
  publicUrl: string
}

type CredentialCall = Pick<Call, 'tenant' | 'context'> & { params: { credentialId: string } }

const changes = ['CredentialChanged', 'CredentialRotated'] as const

export function credentialHandlers(
  deps: CredentialDeps,
): Pick<
  Handlers<typeof credentialEndpoints>,
  'credentials.create' | 'credentials.save' | 'credentials.rotate' | 'credentials.delete'
> {
  const { handle, load } = deps

  return {
    async 'credentials.create'(call) {
      const { tenant, context } = call
      const { secret } = call.body
      const redirectUri = returnUriAt(originOf(call.request.agencyHost, deps.publicUrl), tenant)
      const settings = withRedirect(call.body.settings, redirectUri)
      const refused = await refusedSettings(tenant, settings)
      if (refused) return refused
      const credentialId = derivedId(20, tenant, context.cause.command)
      const userId = context.actor.id
      const handled = await deps.inTurn(tenant, 'credentials', async () => {
        const limit = { maxCredentials: MOST_CREDENTIALS, credentials: await deps.credentialCount(tenant) }
        const given = secret === undefined ? {} : { secret }
        const command = { type: 'CreateCredential', credentialId, userId, settings, ...given, limit } as const
        return handle(credential, credentialId, command, context)
      })
      return handled.ok ? reply({ credentialId }, handled.position) : handled
    },

    async 'credentials.save'(call) {
      const { secret } = call.body
      const former = (await load(credential, call.params.credentialId, call.tenant))?.state
      const { agentId, use = undefined } = former?.status === 'live' ? former.credential : {}
      const settings = withRedirect(call.body.settings, use === undefined ? undefined : redirectOf(use))
      // An agent that was deleted since stays.
      const refused = await refusedSettings(call.tenant, settings, agentId)
      if (refused) return refused
      const given = secret === undefined ? {} : { secret }
      return run(call, { type: 'ChangeCredential', userId: call.context.actor.id, settings, ...given })
    },

    async 'credentials.rotate'(call) {
      const { secret, expiresAt } = call.body
      const expires = expiresAt === undefined ? {} : { expiresAt }
      return run(call, { type: 'RotateCredential', userId: call.context.actor.id, secret, ...expires })
    },

    async 'credentials.delete'(call) {
      const names = await functionsOf(call.tenant, call.params.credentialId)
      if (names.length > 0)
        return refuse(
          'credential-in-use',
          `${names.length === 1 ? 'A function uses' : `${names.length} functions use`} this credential: ${listed(names)}. Choose another credential for ${names.length === 1 ? 'it' : 'them'} first.`,
        )
      return run(call, { type: 'DeleteCredential' })
    },
  }

  async function run(call: CredentialCall, command: CredentialCommand) {
    const context = overwriting(credential, call.context, changes)
    const handled = await handle(credential, call.params.credentialId, command, context)
    return handled.ok ? reply({ success: true } as const, handled.position) : handled
  }

  async function refusedSettings(
    tenant: string,
    { use, agentId }: CredentialSettings,
    formerAgentId?: string,
  ) {
    const tokenUrl = tokenUrlOf({ use })
    if (tokenUrl !== undefined && !isSecureAddress(new URL(tokenUrl), deps.allowPrivateAddresses))
      return refuse('not-secure', 'The token URL has to begin with https://.', 'settings.use.tokenUrl')
    if (
      use.kind === 'oauth2-authorization-code' &&
      !isSecureAddress(new URL(use.authorizationUrl), deps.allowPrivateAddresses)
    )
      return refuse(
        'not-secure',
        'The authorization URL has to begin with https://.',
        'settings.use.authorizationUrl',
      )
    if (agentId === undefined || agentId === formerAgentId) return undefined
    if (await deps.isAgent(tenant, agentId)) return undefined
    return refuse('not-found', 'This agent does not exist.', 'settings.agentId')
  }

  /** The read model may be behind, so functions that no longer use it don't count. */
  async function functionsOf(tenant: string, credentialId: string): Promise<string[]> {
    const named = await deps.functionsUsing(tenant, credentialId)
    const using = await Promise.all(
      named.map(async ({ id }) => {
        const state = (await load(tool, id, tenant))?.state
        return state?.status === 'live' && state.tool.credentialId === credentialId ? [state.tool.name] : []
      }),
    )
    return using.flat()
  }
}

/** With the address that the authorization server knows, whatever a call says. */
function withRedirect(settings: CredentialSettings, redirectUri: string | undefined): CredentialSettings {
  if (settings.use.kind !== 'oauth2-authorization-code') return settings
  const { redirectUri: _, ...use } = settings.use
  return { ...settings, use: redirectUri === undefined ? use : { ...use, redirectUri } }
}

function redirectOf(use: CredentialUse): string | undefined {
  return use.kind === 'oauth2-authorization-code' ? use.redirectUri : undefined
}

const MOST_NAMED = 5

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMED
  return [...names.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
