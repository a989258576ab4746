/** Campaigns: messages of agents to many people, of whom each agreed to them. */
import type { MailBrand } from '@parley/contracts/agency/looks.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { campaignEndpoints } from '@parley/contracts/campaign/endpoints.ts'
import {
  campaignContactEvents,
  campaignEvents,
  campaignRecipientEvents,
} from '@parley/contracts/campaign/events.ts'
import { visitorPushEndpoints } from '@parley/contracts/campaign/visitor-push-endpoints.ts'
import type { VisitorPushPayload } from '@parley/contracts/notification/push.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { contactKeys } from './audience/addresses.ts'
import type { ContactOf, LeadPages, VisitorPages } from './audience/recipients-of-leads.ts'
import { campaign } from './campaign.decider.ts'
import { type CampaignHandlerDeps, campaignHandlers } from './campaign.handlers.ts'
import { contact } from './contact.decider.ts'
import { type AnswersDeps, campaignAnswers, campaignDeliveries, optOut } from './opt-out/answers.policy.ts'
import { createConfirmations, type OptOutConfirmations } from './opt-out/confirmations.ts'
import { unsubscribeLinks } from './opt-out/unsubscribe-link.ts'
import { forgetPush } from './push/forget-push.policy.ts'
import { pushSender, type SendVisitorPush } from './push/send-by-push.ts'
import { usable, visitorPush, visitorPushId } from './push/visitor-push.decider.ts'
import { visitorPushHandlers } from './push/visitor-push.handlers.ts'
import { recipient } from './recipient.decider.ts'
import { campaignRun } from './run/run.process.ts'
import { type RunCampaignsDeps, runCampaigns } from './run/run-campaigns.ts'
import { type MailSenderDeps, mailSender } from './send-by-mail.ts'
import {
  type ChannelSenderDeps,
  channelSender,
  type TemplateBlock,
  type WriteUnasked,
} from './send-through-channel.ts'
import type { CampaignSenders } from './senders.ts'

type Needs = {
  agencies: {
    mailBrand(tenant: string): Promise<MailBrand | undefined>
    addressOf(tenant: string): Promise<string>
  }
  agents: {
    exists(tenant: string, agentId: string): Promise<boolean>
    document(tenant: string, agentId: string): Promise<AgentDocument | undefined>
  }
  campaigns: { count(tenant: string): Promise<number> }
  campaignRecipients: RunCampaignsDeps['recipients'] & { count: CampaignHandlerDeps['countRecipients'] }
  connectedChannels: { kindOf: ChannelSenderDeps['kindOf']; templateBlock: TemplateBlock }
  leads: { audience: LeadPages }
  mail: { send: MailSenderDeps['sendMail'] }
  push: {
    isEndpoint(endpoint: string): boolean
    send: SendVisitorPush
    toMember(tenant: string, userId: string, payload: VisitorPushPayload): Promise<boolean>
  }
  pushVisitors: { audience: VisitorPages }
  outbound: {
    writeUnasked: WriteUnasked
    contactOf: ContactOf
    languageIn: MailSenderDeps['languageIn']
    isLeftToPeople: AnswersDeps['isLeftToPeople']
  }
  replyAddresses: { of(tenant: string, conversationId: string): string | undefined }
  workspaces: { nameOf(tenant: string): Promise<string | undefined> }
}
type Settings = { masterKey: Buffer }
type Provides = {
  optOuts: Pick<OptOutConfirmations, 'replyTo'>
  unsubscribing: {
    /** Whose messages a link ends; undefined for a link that was not made here. */
    nameOf(code: string): Promise<string | undefined>
    /** Ends them; returns whose they were. */
    unsubscribe(code: string, request: string): Promise<string | undefined>
  }
}

export const campaignModule = defineModule({
  name: 'campaign',
  endpoints: { ...campaignEndpoints, ...visitorPushEndpoints },
  aggregates: [campaign, recipient, contact, visitorPush, aggregateOf(campaignRun)],
  audited: {
    ...campaignEvents,
    ...pick(campaignRecipientEvents, 'CampaignRecipientOptedOut'),
    ...pick(campaignContactEvents, 'CampaignContactOptedOut', 'CampaignContactOptedIn'),
  },

  start({ config, engines, ports, closing, onFault }: ModuleScope<Needs, Settings>) {
    const { region, keyring, rateLimits, state } = engines
    const { handle, load, refresh, evictAll } = engines.commands
    const { masterKey } = config
    const keys = contactKeys(masterKey)
    const links = unsubscribeLinks({ masterKey, region })
    const { writeUnasked, contactOf } = ports.outbound
    const { kindOf, templateBlock } = ports.connectedChannels
    const through = (kind: ChannelSenderDeps['kind']) => channelSender({ kind, kindOf, writeUnasked })
    const langOf = async (tenant: string, agentId: string) =>
      (await ports.agents.document(tenant, agentId))?.lang
    const senders: CampaignSenders = {
      email: mailSender({
        region,
        brandOf: ports.agencies.mailBrand,
        langOf,
        languageIn: ports.outbound.languageIn,
        sendMail: ports.mail.send,
        unsubscribeAddress: async (of) => `${await ports.agencies.addressOf(of.tenant)}${links.pathOf(of)}`,
        replyAddress: ports.replyAddresses.of,
        writeUnasked,
        onFault: (error) => onFault('a mail of a campaign was not sent', { region, err: error }),
      }),
      telegram: through('telegram'),
      whatsapp: channelSender({ kind: 'whatsapp', kindOf, writeUnasked, templateBlock }),
      webhook: through('webhook'),
      push: pushSender({
        ...{ handle, load, refresh, writeUnasked, sendPush: ports.push.send },
        pageOf: async (tenant, conversationId) => (await contactOf(tenant, conversationId))?.pageUrl,
        chatOf: async (tenant, agentId) =>
          `${await ports.agencies.addressOf(tenant)}/app/${region}/render/${agentId}/iframe`,
      }),
    }
    const audience = {
      ...{ leads: ports.leads.audience, visitors: ports.pushVisitors.audience, contactOf },
      async isSubscribed(tenant: string, agentId: string, visitorId: string) {
        const found = await load(visitorPush, visitorPushId({ agentId, visitorId }), tenant)
        return found !== undefined && usable(found.state).length > 0
      },
    }
    const common = { handle, load, refresh, keys, senders, audience }
    const running = runCampaigns({
      ...common,
      deadlines: createDeadlines(state),
      recipients: ports.campaignRecipients,
      closing,
    })
    const nameOf = async (tenant: string) =>
      (await ports.agencies.mailBrand(tenant))?.name ?? (await ports.workspaces.nameOf(tenant))
    const confirmations = createConfirmations({ load, refresh, keys, contactOf, nameOf, langOf })
    return {
      handlers: {
        ...campaignHandlers({
          ...{ region, pushToMember: ports.push.toMember },
          ...common,
          ...{ evictAll, rateLimits, erase: keyring.erase },
          isAgent: ports.agents.exists,
          countCampaigns: ports.campaigns.count,
          countRecipients: ports.campaignRecipients.count,
        }),
        ...visitorPushHandlers({
          ...{ handle, load, refresh, keys, contactOf, isPushEndpoint: ports.push.isEndpoint },
          isOffered: async (tenant, agentId) =>
            (await ports.agents.document(tenant, agentId))?.offerNotifications === true,
        }),
      },
      policies: [
        ...running.policies,
        campaignAnswers({
          ...{ handle, load, refresh, confirmations, writeUnasked },
          open: keyring.open,
          isLeftToPeople: ports.outbound.isLeftToPeople,
        }),
        campaignDeliveries({ handle }),
        forgetPush({ handle, load, refresh }),
      ],
      deadlines: [running.deadlineWork],
      provides: {
        optOuts: { replyTo: confirmations.replyTo },
        unsubscribing: {
          async nameOf(code) {
            const of = links.read(code)
            return of && nameOf(of.tenant)
          },
          async unsubscribe(code, request) {
            const of = links.read(code)
            const name = of && (await nameOf(of.tenant))
            if (!of || name === undefined) return undefined
            const { tenant, contactKey } = of
            const context = {
              tenant,
              actor: { kind: 'visitor', id: contactKey },
              cause: {
                via: 'api',
                by: 'unsubscribe',
                command: `unsubscribe/${request}`,
                correlation: request,
              },
            } as const
            await optOut({ handle, load, refresh }, context, {
              contactKey,
              medium: 'email',
              address: '',
              by: 'link',
            })
            return name
          },
        },
      } satisfies Provides,
    }
  },
})
