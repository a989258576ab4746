/** *Continue With Meta*: the way to Meta and back, and connecting what was found there. */
import type { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import type { metaEndpoints } from '@parley/contracts/channel/meta-endpoints.ts'
import { CONNECTED_PATH } from '@parley/contracts/integration/credential-names.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { MetaAtDomains } from './meta-at-domains.ts'
import type { MetaGrants } from './meta-grants.ts'
import type { MetaLogin } from './meta-login.ts'
import { refusalOfFault } from './results.ts'

export type MetaLoginHandlersDeps = {
  /** Absent where the operator has no app of Meta. */
  login: MetaLogin | undefined
  appSecret: string
  grants: MetaGrants
  atDomains: MetaAtDomains
  /** Whether it is the first time within ten minutes that this is asked of a text. */
  isFirst(text: string): Promise<boolean>
  publicUrl: string
  isAgent(tenant: string, agentId: string): Promise<boolean>
  connect: NonNullable<Handlers<typeof channelEndpoints>['channels.connect']>
  /** Notes which channels of the operator's app there are, for what Meta tells of the app later. */
  noteConnected(channel: { tenant: string; channelId: string }, userId: string): Promise<void>
}

const STATE_MS = 600_000
const GRANT_MS = 3_600_000

const notOffered = refuse(
  'not-configured',
  'Whoever runs this installation has to set META_APP_ID and META_APP_SECRET of an app of Meta first.',
)
const noAgent = refuse('not-found', 'This agent does not exist.')
const elsewhere = refuse(
  'not-at-this-domain',
  'This workspace has another domain. Please connect it where you manage the workspace itself.',
)
const expired = refuse(
  'connecting-expired',
  'Connecting took too long, was begun elsewhere, or is over already. Please continue with Meta again.',
)
const cancelled = refuse('denied', 'Access was not granted at Meta. Nothing was connected.')

export function metaLoginHandlers(deps: MetaLoginHandlersDeps): Handlers<typeof metaEndpoints> {
  const { login, grants, atDomains } = deps
  const redirectUri = `${deps.publicUrl}${CONNECTED_PATH}`

  return {
    async 'channels.metaApp'({ tenant, params }) {
      if (!(await deps.isAgent(tenant, params.agentId))) return noAgent
      return reply({ isOffered: login !== undefined })
    },

    async 'channels.startMeta'(call) {
      const { kind } = call.body
      if (!(await deps.isAgent(call.tenant, call.params.agentId))) return noAgent
      if (!login) return notOffered
      const { tenant: workspaceId, request } = call
      const { agencyId, domain } = request.agencyHost ?? {}
      if (domain !== undefined && agencyId !== workspaceId) return elsewhere
      const state = grants.issue(call, { kind }, STATE_MS)
      if (domain === undefined) return reply({ address: login.addressOf(kind, { state, redirectUri }) })
      const dialog = login.addressOf(kind, { state: '', redirectUri })
      return reply({ address: atDomains.addressFor({ domain, workspaceId, state, dialog }) })
    },

    async 'channels.finishMeta'(call) {
      if (!(await deps.isAgent(call.tenant, call.params.agentId))) return noAgent
      if (!login) return notOffered
      const given = new URLSearchParams(call.body.answer)
      const answer = atDomains.answerIn(given)
      const state = answer.get('state') ?? ''
      const begun = grants.open(call, state)
      if (!begun || begun.token !== undefined) return expired
      // At a domain, nothing counts but what came back over the product.
      if (call.request.agencyHost && (answer === given || !(await deps.isFirst(state)))) return expired
      const { kind } = begun
      const error = answer.get('error')
      // The person closed Meta's dialog (CANCEL), or Meta failed (ERROR).
      if (error === 'access_denied') return cancelled
      if (error !== null) return refuse('provider-refused', saidIn(answer))
      const code = answer.get('code')
      if (code === null || code === '') return cancelled
      const exchanged = await login.exchange(kind, { code, redirectUri })
      if (!exchanged.ok) return refusalOfFault(exchanged, 'Failed to exchange Meta token')
      const { token } = exchanged
      const grant = grants.issue(call, { kind, token }, GRANT_MS)
      if (kind === 'whatsapp') {
        const found = await login.numbersOf(token)
        if (!found.ok) return refusalOfFault(found, 'Failed to fetch number details')
        return reply({ grant, numbers: found.numbers, pages: [] })
      }
      const found = await login.pagesOf(token)
      if (!found.ok) return refusalOfFault(found, 'Failed to fetch connected accounts')
      return reply({ grant, numbers: [], pages: found.pages })
    },

    async 'channels.connectMeta'(call) {
      const { body } = call
      if (!(await deps.isAgent(call.tenant, call.params.agentId))) return noAgent
      if (!login) return notOffered
      const granted = grants.open(call, body.grant)
      if (granted?.token === undefined) return expired
      if ((granted.kind === 'whatsapp') !== (body.kind === 'whatsapp')) return expired
      const user = await login.userOf(granted.token)
      if (!user.ok) return refusalOfFault(user, 'Connection failed')
      const given = await connectionOf(body, granted.token)
      if (!given.ok) return refusalOfFault(given, 'Connection failed')
      const connected = await deps.connect({ ...call, body: given.body })
      if (connected.ok && 'value' in connected) {
        const { tenant } = call
        await deps.noteConnected({ tenant, channelId: connected.value.channelId }, user.userId)
      }
      return connected
    },
  }

  async function connectionOf(
    body: Parameters<NonNullable<Handlers<typeof metaEndpoints>['channels.connectMeta']>>[0]['body'],
    token: string,
  ) {
    const { appSecret } = deps
    if (body.kind === 'whatsapp') {
      const { kind, account, name } = body
      return { ok: true as const, body: { kind, account, name, credentials: { token, appSecret } } }
    }
    const { kind, account } = body
    const page = await login!.pageToken(token, account.pageId)
    if (!page.ok) return page
    return { ok: true as const, body: { kind, account, credentials: { token: page.token, appSecret } } }
  }
}

/** What Meta says of its failure. */
function saidIn(answer: URLSearchParams): string {
  const said = answer.get('error_message') ?? answer.get('error_description') ?? ''
  return said.toWellFormed().trim().slice(0, 200) || 'Meta did not finish.'
}
