/** The calls on campaigns. */
import type { campaignEndpoints } from '@parley/contracts/campaign/endpoints.ts'
import { type DroppedReason, mostCampaigns, mostRecipients } from '@parley/contracts/campaign/names.ts'
import { renderedTemplate, renderedText } from '@parley/contracts/campaign/rendered-text.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import type { VisitorPushPayload } from '@parley/contracts/notification/push.ts'
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import { type Rejection, refuse, refuseFor } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { overwriting } from '@parley/kernel/commands/overwriting.ts'
import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { knownTimeZone } from '@parley/kernel/time-zone.ts'
import { addListed } from './audience/add-listed.ts'
import { type ContactKeys, normalAddress, scopeOf } from './audience/addresses.ts'
import { type AudienceDeps, audiencePage } from './audience/recipients-of-leads.ts'
import { type CampaignCommand, campaign } from './campaign.decider.ts'
import { contact } from './contact.decider.ts'
import { optOut } from './opt-out/answers.policy.ts'
import { pushPayload } from './push/push-payload.ts'
import { contactSubject } from './recipient.decider.ts'
import type { CampaignSenders } from './senders.ts'

export type CampaignHandlerDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh' | 'evictAll'> & {
  keys: ContactKeys
  senders: CampaignSenders
  audience: AudienceDeps
  /** Sends to the browsers in which a member has turned on push notifications; whether any took it. */
  pushToMember(tenant: string, userId: string, payload: VisitorPushPayload): Promise<boolean>
  region: Region
  isAgent(tenant: string, agentId: string): Promise<boolean>
  countCampaigns(tenant: string): Promise<number>
  countRecipients(tenant: string, listId: string): Promise<number>
  rateLimits: Pick<RateLimits, 'take'>
  erase(of: { tenant: string; subject: string }): Promise<unknown>
  now?: () => number
}

type Queries =
  | 'campaigns.list'
  | 'campaigns.get'
  | 'campaigns.ofAgent'
  | 'campaigns.getOfAgent'
  | 'campaigns.recipientsOfAgent'
  | 'campaigns.recipients'
  | 'campaigns.export'
  | 'campaigns.suppressed'

const TESTS_A_MINUTE = 10
/** Leads that one answer on an audience counts, and for how long, in ms. */
const MOST_COUNTED = 20_000
const LONGEST_COUNT_MS = 1_500
const PAGE = 200
const MOST_EXAMPLES = 5

const noBrowser = refuse(
  'not-sent',
  'Turn on push notifications in your own settings first, in the browser in which you want to see it.',
)
const notFound = refuse('not-found', 'This campaign does not exist.')
const invalidAddress = refuse('invalid-address', 'This is no valid address.', 'address')

export function campaignHandlers(
  deps: CampaignHandlerDeps,
): Omit<Handlers<typeof campaignEndpoints>, Queries> {
  const { handle, load, refresh, now = Date.now } = deps

  return {
    async 'campaigns.create'({ tenant, body, context }) {
      const refused = await refusal(tenant, body)
      if (refused) return refused
      const campaignId = derivedId(20, 'campaign', tenant, context.cause.command)
      const isNew = !(await load(campaign, campaignId, tenant))
      if (isNew && (await deps.countCampaigns(tenant)) >= mostCampaigns)
        return refuse('too-many-campaigns', `A workspace keeps at most ${mostCampaigns} campaigns.`)
      const command = { type: 'CreateCampaign', campaignId, settings: known(body) } as const
      const handled = await handle(campaign, campaignId, command, context)
      return handled.ok ? reply({ campaignId }, handled.position) : handled
    },

    async 'campaigns.change'({ tenant, params, body, context }) {
      if (!(await existing(tenant, params.campaignId))) return notFound
      const refused = await refusal(tenant, body)
      if (refused) return refused
      return command(params.campaignId, { type: 'ChangeCampaign', settings: known(body) }, context)
    },

    'campaigns.delete': ({ params, context }) =>
      command(params.campaignId, { type: 'DeleteCampaign' }, context),

    async 'campaigns.addRecipients'({ tenant, params, body, context }) {
      const found = await existing(tenant, params.campaignId)
      if (!found) return notFound
      if (found.standing !== 'draft')
        return refuse('already-started', 'The campaign has started. Only drafts can be changed.')
      if (found.settings.audience.kind !== 'list')
        return refuse('not-a-list', 'The recipients of this campaign are leads.')
      if ((await deps.countRecipients(tenant, found.listId)) >= mostRecipients)
        return refuse('too-many-recipients', `A campaign has at most ${mostRecipients} recipients.`)
      const added = await addListed(deps, found, body, context)
      if (!added.ok) return added
      const { position } = added
      const result = { added: added.added, dropped: added.dropped }
      if (added.added === 0) return reply(result, position)
      const upload = { listId: found.listId, importId: context.cause.command, added: added.added }
      const noted = await handle(
        campaign,
        params.campaignId,
        { type: 'NoteUpload', ...upload },
        atStep(context, 'upload'),
      )
      if (!noted.ok) return noted
      return reply(result, Math.max(position ?? 0, noted.position))
    },

    'campaigns.clearRecipients': ({ tenant, params, context }) => {
      const listId = derivedId(20, 'campaign list', tenant, params.campaignId, context.cause.command)
      return command(params.campaignId, { type: 'ReplaceList', listId }, context)
    },

    async 'campaigns.audience'({ tenant, body }) {
      const { audience, ...through } = body
      const counted: { recipients: number; more: boolean; dropped: Partial<Record<DroppedReason, number>> } =
        {
          ...{ recipients: 0, more: false, dropped: {} },
        }
      const examples: { address: string; variables: Record<string, string> }[] = []
      const refused = await refusedPlace(tenant, body)
      if (refused) return refused
      if (audience.kind === 'list') return reply({ ...counted, examples })
      const began = now()
      const addresses = new Set<string>()
      let cursor: string | undefined
      do {
        const page = await audiencePage(
          deps.audience,
          { tenant, ...through, audience },
          { cursor, limit: PAGE },
        )
        for (const candidate of page.candidates) {
          const made = await candidate.read()
          const reason =
            typeof made === 'string' ? made : await whyDropped(tenant, through, made.address, addresses)
          if (reason !== undefined) counted.dropped[reason] = (counted.dropped[reason] ?? 0) + 1
          else if (typeof made !== 'string') {
            addresses.add(made.address)
            if (examples.length < MOST_EXAMPLES)
              examples.push({ address: made.address, variables: made.variables })
          }
        }
        cursor = page.next
        counted.more = cursor !== undefined
      } while (cursor !== undefined && addresses.size < MOST_COUNTED && now() - began < LONGEST_COUNT_MS)
      return reply({ ...counted, recipients: addresses.size, examples })
    },

    async 'campaigns.test'({ tenant, principal, params, body, context }) {
      const found = await existing(tenant, params.campaignId)
      if (!found) return notFound
      const { settings, campaignId } = found
      const refused = await refusal(tenant, settings, true)
      if (refused) return refused
      const step = settings.steps[body.step]
      if (!step) return refuse('no-such-step', 'The campaign has no such step.')
      const taken = await deps.rateLimits.take([
        { key: `campaign-test.${tenant}`, limit: TESTS_A_MINUTE, windowSeconds: 60 },
      ])
      if (!taken.allowed)
        return refuseFor(
          taken.retryAfterSeconds,
          'too-many-requests',
          'Please wait a moment before the next test.',
        )
      const { medium } = settings
      const variables = body.variables ?? {}
      const text = body.variant === 'b' ? (step.b ?? step.a) : step.a
      const messageId = `campaigntest-${derivedId(20, tenant, campaignId, context.cause.command)}`
      const subject = renderedText(text.subject ?? '', variables)
      const rendered = renderedText(text.text, variables)
      if (medium === 'push') {
        const url = `/app/${deps.region}/campaigns/${campaignId}`
        const payload = pushPayload({ title: subject, text: rendered, url, tag: messageId })
        const isSent =
          principal.kind === 'user' && (await deps.pushToMember(tenant, principal.userId, payload))
        return isSent ? reply({ success: true as const }) : noBrowser
      }
      const to =
        medium === 'email' ? (principal.kind === 'user' ? principal.email : undefined) : body.contactId
      const address = to === undefined ? undefined : normalAddress(medium, to)
      if (address === undefined)
        return refuse(
          'not-sent',
          medium === 'email' ? 'Tests by mail go to a signed-in person.' : 'Name a contact of the channel.',
        )
      const sent = await deps.senders[medium].send({
        ...{ context, campaignId, settings, address, variables, asked: true },
        contactKey: deps.keys.of(tenant, medium, address, scopeOf(settings)),
        ...{ messageId, subject, text: rendered },
        ...(step.template && { template: renderedTemplate(step.template, variables) }),
      })
      if (sent.became !== 'written') return refuse('not-sent', 'The test could not be sent.')
      return reply({ success: true as const })
    },

    async 'campaigns.start'({ tenant, params, context }) {
      const found = await existing(tenant, params.campaignId)
      if (!found) return notFound
      if (found.standing === 'draft') {
        const refused = await refusal(tenant, found.settings, true)
        if (refused) return refused
        const isEmpty =
          found.settings.audience.kind === 'list' && (await deps.countRecipients(tenant, found.listId)) === 0
        if (isEmpty) return refuse('no-recipients', 'The campaign has no recipients yet.')
      }
      return command(params.campaignId, { type: 'StartCampaign' }, context)
    },

    'campaigns.pause': ({ params, context }) =>
      command(params.campaignId, { type: 'PauseCampaign', reason: 'person' }, context),

    async 'campaigns.resume'({ tenant, params, context }) {
      const found = await existing(tenant, params.campaignId)
      const refused = found && (await refusal(tenant, found.settings, true))
      return refused || command(params.campaignId, { type: 'ResumeCampaign' }, context)
    },

    'campaigns.cancel': ({ params, context }) =>
      command(params.campaignId, { type: 'CancelCampaign' }, context),

    async 'campaigns.retry'({ tenant, params, context }) {
      const found = await existing(tenant, params.campaignId)
      const refused = found && (await refusal(tenant, found.settings, true))
      return refused || command(params.campaignId, { type: 'RetryCampaign' }, context)
    },

    async 'campaigns.suppress'({ tenant, body, context }) {
      const address = normalAddress(body.medium, body.address)
      if (address === undefined) return invalidAddress
      const contactKey = deps.keys.of(tenant, body.medium, address)
      await optOut(deps, context, { contactKey, medium: body.medium, address, by: 'person' })
      const position = (await load(contact, contactKey, tenant))?.position
      return reply({ success: true as const }, position)
    },

    async 'campaigns.unsuppress'({ tenant, params, context }) {
      const { contactKey } = params
      if (!(await load(contact, contactKey, tenant)))
        return refuse('not-found', 'This address is not on the list.')
      const handled = await handle(contact, contactKey, { type: 'OptInContact', contactKey }, context)
      return handled.ok ? reply({ success: true as const }, handled.position) : handled
    },

    async 'campaigns.eraseContact'({ tenant, body }) {
      const address = normalAddress(body.medium, body.address)
      if (address === undefined) return invalidAddress
      const subject = contactSubject(deps.keys.of(tenant, body.medium, address))
      await deps.erase({ tenant, subject })
      deps.evictAll()
      return reply({ success: true as const })
    },
  }

  async function command(campaignId: string, wanted: CampaignCommand, context: CommandContext) {
    const overwrites = overwriting(campaign, context, [
      'CampaignChanged',
      'CampaignListReplaced',
      'CampaignStarted',
    ])
    const handled = await handle(campaign, campaignId, wanted, overwrites)
    return handled.ok ? reply({ success: true as const }, handled.position) : handled
  }

  async function existing(tenant: string, campaignId: string) {
    await refresh(campaign.category, campaignId)
    const state = (await load(campaign, campaignId, tenant))?.state
    return state && 'campaignId' in state ? state : undefined
  }

  async function whyDropped(
    tenant: string,
    of: Pick<CampaignSettings, 'agentId' | 'medium' | 'channelId'>,
    address: string,
    addresses: ReadonlySet<string>,
  ): Promise<DroppedReason | undefined> {
    if (addresses.has(address)) return 'duplicate'
    const key = deps.keys.of(tenant, of.medium, address, scopeOf(of))
    return (await load(contact, key, tenant))?.state.optedOut ? 'opted-out' : undefined
  }

  /** Why a campaign can't be kept with these settings, or with `toSend`, not be sent. */
  async function refusal(
    tenant: string,
    settings: CampaignSettings,
    toSend = false,
  ): Promise<{ ok: false; rejection: Rejection } | undefined> {
    const { medium, steps, timeZone } = settings
    const refused = await refusedPlace(tenant, settings)
    if (refused) return refused
    if (knownTimeZone(timeZone) === undefined)
      return refuse('invalid-time-zone', 'There is no such time zone.', 'timeZone')
    if (!toSend) return undefined
    const isTitled = medium === 'email' || medium === 'push'
    const isWhole = ({ subject, text }: { subject?: string | undefined; text: string }) =>
      text !== '' && (!isTitled || (subject ?? '') !== '')
    const isOfTemplates = medium === 'whatsapp'
    if (
      isOfTemplates &&
      !steps.every(({ template }) => template && !Object.values(template.values).includes(''))
    )
      return refuse(
        'incomplete-text',
        'Choose a template for every step, and fill in its variables.',
        'steps',
      )
    if (!isOfTemplates && !steps.every(({ a, b }) => isWhole(a) && (!b || isWhole(b))))
      return refuse(
        'incomplete-text',
        'Write the text of every step, of a mail its subject, and of a notification its title.',
        'steps',
      )
    return undefined
  }

  /** Why nothing can be sent from this agent through this channel. */
  async function refusedPlace(
    tenant: string,
    of: Pick<CampaignSettings, 'agentId' | 'medium' | 'channelId' | 'audience'>,
  ): Promise<{ ok: false; rejection: Rejection } | undefined> {
    const { agentId, medium, channelId, audience } = of
    if (!(await deps.isAgent(tenant, agentId)))
      return refuse('no-such-agent', 'Choose an agent of this workspace.', 'agentId')
    if (medium === 'email' && channelId !== undefined)
      return refuse('no-such-channel', 'A campaign by mail has no channel.', 'channelId')
    if (medium === 'push' && channelId !== undefined)
      return refuse('no-such-channel', 'A campaign by push has no channel.', 'channelId')
    if (medium === 'push' ? audience.kind === 'list' : audience.kind === 'visitors')
      return refuse(
        'no-such-audience',
        'Campaigns by push go to leads or visitors who allowed notifications, and no others to visitors.',
        'audience',
      )
    if (!(await deps.senders[medium].isReady(tenant, { agentId, channelId })))
      return refuse('no-such-channel', 'Choose a connected channel of the agent.', 'channelId')
    return undefined
  }
}

function known(settings: CampaignSettings): CampaignSettings {
  return { ...settings, timeZone: knownTimeZone(settings.timeZone) ?? settings.timeZone }
}
