/** Channels: where agents are reached besides the website, and the delivery of what is written there. */
import { createHash, randomUUID } from 'node:crypto'
import type { PlanLimits } from '@parley/contracts/billing/plan-limits.ts'
import { channelEndpoints } from '@parley/contracts/channel/endpoints.ts'
import { channelEvents, channelsViewEvents } from '@parley/contracts/channel/events.ts'
import { metaAppEndpoints } from '@parley/contracts/channel/meta-app-endpoints.ts'
import { metaEndpoints } from '@parley/contracts/channel/meta-endpoints.ts'
import type { ChannelKind } from '@parley/contracts/channel/names.ts'
import { simulationEndpoints } from '@parley/contracts/channel/simulation-endpoints.ts'
import type { SentTemplate } from '@parley/contracts/channel/template.ts'
import { templateEndpoints } from '@parley/contracts/channel/template-endpoints.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { NOTIFICATIONS, WEBHOOKS } from '@parley/contracts/topics.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { type AllowedAddresses, createFetchOf, createSafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { aggregateOf } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { channelAccount } from './accounts/channel-account.decider.ts'
import { type ChannelAccountsDeps, channelAccounts } from './accounts/channel-accounts.ts'
import { withAskingLimit, withProviderLimit } from './asking-limit.ts'
import { channel } from './channel.decider.ts'
import { channelHandlers } from './channel.handlers.ts'
import type { ChannelAdapter } from './channel-adapter.ts'
import { channelsView } from './channels-view.decider.ts'
import { deliverMessages } from './delivery/deliver-messages.policy.ts'
import { type DeliveryDeps, delivery, runDelivery } from './delivery/delivery.ts'
import { type DisconnectChannelsDeps, disconnectChannels } from './disconnect-channels.policy.ts'
import { startDiscord } from './discord/discord.ts'
import { findChannel } from './find-channel.ts'
import { createNoteIgnored } from './ignored.ts'
import { createAppChannels } from './meta/app-channels.ts'
import { createDeletions, type EraseContact } from './meta/deletions.ts'
import { type GraphApi, graphApi } from './meta/graph-api.ts'
import { type MetaRegion, metaAppHandlers, ownAppHandlers } from './meta/meta-app.handlers.ts'
import { metaAtDomains } from './meta/meta-at-domains.ts'
import { createMetaGrants } from './meta/meta-grants.ts'
import { metaLoginHandlers } from './meta/meta-login.handlers.ts'
import { type MetaApp, type MetaLogin, metaLogin } from './meta/meta-login.ts'
import { createSentMessages, createTakeChange, type OutsidePort } from './outside.ts'
import { pageAdapter } from './pages/page-adapter.ts'
import { type PagesDeps, pagesHandlers } from './pages/pages.handlers.ts'
import { createFileTurns } from './received-files.ts'
import { setUpChannels } from './setup/set-up-channels.policy.ts'
import { setup } from './setup/setup.process.ts'
import { runSetup } from './setup/setup.ts'
import { showTyping } from './show-typing.policy.ts'
import { simulationHandlers } from './simulation/simulation.handlers.ts'
import { telegramHandlers } from './telegram/telegram.handlers.ts'
import { telegramAdapter } from './telegram/telegram-adapter.ts'
import { telegramApi } from './telegram/telegram-api.ts'
import { webhookSecret } from './telegram/webhook-address.ts'
import { type WebhookDeps, webhookHandlers } from './webhook/webhook.handlers.ts'
import { type WebhookAdapterDeps, webhookAdapter } from './webhook/webhook-adapter.ts'
import { registrationPins } from './whatsapp/registration-pin.ts'
import { templateBlock } from './whatsapp/templates/sent-template.ts'
import { type TemplateHandlersDeps, templateHandlers } from './whatsapp/templates/template.handlers.ts'
import { createTemplates } from './whatsapp/templates/templates.ts'
import { whatsAppHandlers } from './whatsapp/whatsapp.handlers.ts'
import { whatsAppAdapter } from './whatsapp/whatsapp-adapter.ts'

type Needs = {
  agents: { exists(tenant: string, agentId: string): Promise<boolean> }
  channels: {
    idsOfWorkspace: MetaRegion['channelIdsOf']
    count(tenant: string): Promise<number>
    idsOf: DisconnectChannelsDeps['channelIdsOf']
  }
  conversations: { receive: WebhookDeps['receive'] }
  outside: OutsidePort
  outbound: {
    message: DeliveryDeps['messageOf']
    record: DeliveryDeps['record'] & WebhookDeps['record']
    recordUntil: PagesDeps['recordUntil']
    conversationOf: PagesDeps['conversationOf']
    contactOf: TemplateHandlersDeps['contactOf']
    replyAs: TemplateHandlersDeps['replyAs']
  }
  retention: { eraseContact: EraseContact }
  signatures: { of: WebhookAdapterDeps['sign'] }
  quotas: { of(tenant: string): Promise<{ channels: number } & Pick<PlanLimits, 'channelKinds'>> }
  directory: { commandsOf: ChannelAccountsDeps['commandsOf'] }
}
type Settings = {
  ALLOW_PRIVATE_ADDRESSES: AllowedAddresses
  TELEGRAM_API_URL: string
  GRAPH_API_URL: string
  GRAPH_API_VERSION: string
  META_APP_ID?: string | undefined
  META_APP_SECRET?: string | undefined
  META_LOGIN_CONFIG_ID?: string | undefined
  META_DIALOG_URL: string
  DISCORD_API_URL: string
  DISCORD_BOT_TOKEN?: string | undefined
  publicUrl: string
  masterKey: Buffer
}

export const channelModule = defineModule({
  name: 'channel',
  endpoints: {
    ...{ ...channelEndpoints, ...templateEndpoints, ...simulationEndpoints },
    ...{ ...metaEndpoints, ...metaAppEndpoints },
  },
  aggregates: [channel, channelAccount, channelsView, aggregateOf(delivery), aggregateOf(setup)],
  audited: { ...channelEvents, ...channelsViewEvents },
  relays: [
    {
      events: { ...pick(channelEvents, 'ChannelConnected', 'ChannelDisconnected'), ...channelsViewEvents },
      topics: [WEBHOOKS],
    },
    { events: pick(channelEvents, 'ChannelSetupFailed', 'ChannelTokenEnding'), topics: [NOTIFICATIONS] },
  ],

  start({ config, engines, ports, onFault }: ModuleScope<Needs, Settings>) {
    const { handle, load, refresh } = engines.commands
    const { agents, channels, conversations, directory, outbound, quotas, signatures } = ports
    const { region } = engines
    const safeFetch = createSafeFetch({ allowPrivateAddresses: config.ALLOW_PRIVATE_ADDRESSES })
    const telegram = telegramApi({
      apiUrl: config.TELEGRAM_API_URL,
      fetch: createFetchOf(config.TELEGRAM_API_URL),
    })
    const graph = graphOf(config)
    const accounts = channelAccounts({ region, commandsOf: directory.commandsOf })
    const { receive } = conversations
    const fileTurns = createFileTurns()
    const sentMessages = createSentMessages({ load, refresh })
    const takeChange = createTakeChange({ outside: ports.outside, sentMessages })
    const noteIgnored = createNoteIgnored({ handle, onFault })
    const discord = startDiscord({
      ...{ config, engines, accounts, receive, takeChange, noteIgnored, fileTurns, onFault },
    })
    const onPage = { api: graph, publicUrl: config.publicUrl, isUsed: accounts.isUsed }
    const adapters: Record<ChannelKind, ChannelAdapter> = {
      webhook: webhookAdapter({ safeFetch, sign: signatures.of }),
      telegram: telegramAdapter({ api: telegram, publicUrl: config.publicUrl, region }),
      whatsapp: whatsAppAdapter({
        ...{ api: graph, publicUrl: config.publicUrl, region },
        pinOf: registrationPins(config.masterKey),
      }),
      discord: discord.adapter,
      messenger: pageAdapter({ kind: 'messenger', ...onPage }),
      instagram: pageAdapter({ kind: 'instagram', ...onPage }),
    }
    const ofMeta = {
      ...{ region, load, refresh, accounts, api: graph, receive, fileTurns },
      ...{ isAgent: agents.exists, onIgnored: onFault },
      ...{ replyOutside: ports.outside.reply, takeChange, noteIgnored },
    }
    const whatsApp = whatsAppHandlers({
      ...{ ...ofMeta, handle, record: outbound.record },
      channelIdsOf: (tenant, agentId) => channels.idsOf(tenant, agentId, 0),
    })
    const templates = createTemplates({ load, refresh, api: graph })
    const pages = pagesHandlers({
      ...{ ...ofMeta, recordUntil: outbound.recordUntil, sentMessages },
      conversationOf: outbound.conversationOf,
    })
    const appChannels = createAppChannels(engines.state)
    const ownApps = ownAppHandlers(
      metaRegionOf({ config, engines, ports, accounts, take: pages.take, appChannels, adapters }),
      config,
    )
    const own = channelHandlers({
      handle,
      ...{ load, refresh, adapters },
      accounts,
      isAgent: agents.exists,
      inTurn: engines.inTurn,
      limitOf: async (tenant) => ({
        maxChannels: (await quotas.of(tenant)).channels,
        channels: await channels.count(tenant),
      }),
      kindsOf: async (tenant) => (await quotas.of(tenant)).channelKinds,
    })
    const { app, login } = metaAppOf(config, graph)
    const continued = metaLoginHandlers({
      ...{ login, appSecret: app?.secret ?? '', grants: createMetaGrants(config.masterKey) },
      ...{ publicUrl: config.publicUrl, isAgent: agents.exists, connect: own['channels.connect']! },
      noteConnected: appChannels.note,
      atDomains: metaAtDomains(config.masterKey, config.publicUrl),
      async isFirst(text) {
        const key = `meta-answer/${createHash('sha256').update(text).digest('base64url')}`
        return (await engines.rateLimits.take([{ key, limit: 1, windowSeconds: 600 }])).allowed
      },
    })
    const deadlines = createDeadlines(engines.state)
    const settingUp = runSetup({ handle, load, refresh, deadlines, adapters })
    const running = runDelivery({
      handle,
      load,
      refresh,
      deadlines,
      adapters,
      messageOf: outbound.message,
      record: outbound.record,
      async channelFailed(tenant, { channelId, credentials }, reason) {
        const command = { type: 'RecordRefusal', credentials, reason } as const
        const recorded = await handle(channel, channelId, command, {
          tenant,
          actor: { kind: 'policy', id: delivery.name },
          cause: { via: 'policy', command: randomUUID(), by: delivery.name, correlation: channelId },
        })
        if (!recorded.ok) throw new Error(recorded.rejection.code)
      },
    })
    return {
      handlers: {
        ...withAskingLimit(own, engines.rateLimits),
        ...withProviderLimit(continued, engines.rateLimits),
        ...webhookHandlers({ load, receive, record: outbound.record }),
        ...discord.handlers,
        ...telegramHandlers({ load, api: telegram, receive, takeChange, noteIgnored, fileTurns }),
        ...whatsApp.handlers,
        ...withProviderLimit(
          templateHandlers({
            ...{ handle, api: graph, templates },
            ...{ contactOf: outbound.contactOf, replyAs: outbound.replyAs },
          }),
          engines.rateLimits,
        ),
        ...simulationHandlers({ publicUrl: config.publicUrl, region, isAgent: agents.exists }),
        ...pages.handlers,
        ...ownApps.handlers,
      },
      policies: [
        deliverMessages({ take: running.take, adapters }),
        running.policy,
        showTyping({ load, adapters, messageOf: outbound.message }),
        setUpChannels({ take: settingUp.take }),
        settingUp.policy,
        disconnectChannels({ handle, channelIdsOf: channels.idsOf }),
      ],
      jobs: discord.jobs,
      deadlines: [running.deadlineWork, settingUp.deadlineWork],
      provides: {
        channelNames: {
          async of(tenant: string, channelId: string): Promise<string | undefined> {
            const state = (await load(channel, channelId, tenant))?.state
            return state?.status === 'connected' ? state.channel.name : undefined
          },
        },
        connectedChannels: {
          /** The kind of a channel that is connected to an agent; undefined if there is none. */
          async kindOf(tenant: string, agentId: string, channelId: string): Promise<ChannelKind | undefined> {
            await refresh(channel.category, channelId)
            return (await findChannel(load, tenant, { agentId, channelId }))?.kind
          },
          /** What is written of an approved template of WhatsApp with these values. */
          async templateBlock(
            tenant: string,
            of: { agentId: string; channelId: string },
            { name, language, values }: SentTemplate,
          ): Promise<{ ok: true; block: Block } | { ok: false; kind: 'away' | 'not-sendable' }> {
            const read = await templates.of(tenant, of)
            if (!read.ok) return { ok: false, kind: 'away' }
            const found = read.templates.find((one) => one.name === name && one.language === language)
            const block = found && templateBlock(found, values)
            return block ? { ok: true, block } : { ok: false, kind: 'not-sendable' }
          },
        },
      },
      webhookSecrets: {
        async 'channels.deliver'({ tenant, named }) {
          const { agentId, channelId } = named
          if (typeof agentId !== 'string' || typeof channelId !== 'string') return undefined
          // Replaced credentials stop working at once, whichever process replaced them.
          await refresh(channel.category, channelId)
          return (await findChannel(load, tenant, { agentId, channelId }))?.credentials.secret
        },
        async 'channels.telegramWebhook'({ tenant, named }) {
          const { agentId, channelId } = named
          if (typeof agentId !== 'string' || typeof channelId !== 'string') return undefined
          await refresh(channel.category, channelId)
          const found = await findChannel(load, tenant, { agentId, channelId })
          const token = found?.kind === 'telegram' ? found.credentials.token : undefined
          return token && webhookSecret(token, channelId)
        },
        'channels.whatsappWebhook': whatsApp.secretOf,
        'channels.metaWebhook': pages.secretOf,
        'channels.metaDeauthorized': ownApps.secretOf,
        'channels.metaDeletion': ownApps.secretOf,
        'channels.metaAppWebhook': async () => app?.secret,
        'channels.metaAppDeauthorized': async () => app?.secret,
        'channels.metaAppDeletion': async () => app?.secret,
      },
    }
  },

  startSpanning(regions: ReadonlyMap<Region, ModuleScope<Needs, Settings>>) {
    const parts = new Map(
      [...regions].map(([region, { config, engines, ports, onFault }]) => {
        const { handle, load, refresh } = engines.commands
        const api = graphOf(config)
        const accounts = channelAccounts({ region, commandsOf: ports.directory.commandsOf })
        const sentMessages = createSentMessages({ load, refresh })
        const { take } = pagesHandlers({
          ...{ region, load, refresh, accounts, api, fileTurns: createFileTurns() },
          ...{ receive: ports.conversations.receive, recordUntil: ports.outbound.recordUntil },
          ...{ isAgent: ports.agents.exists, onIgnored: onFault, sentMessages },
          replyOutside: ports.outside.reply,
          noteIgnored: createNoteIgnored({ handle, onFault }),
          takeChange: createTakeChange({ outside: ports.outside, sentMessages }),
          conversationOf: ports.outbound.conversationOf,
        })
        const appChannels = createAppChannels(engines.state)
        return [
          region,
          metaRegionOf({ config, engines, ports, accounts, take, appChannels, adapters: {} }),
        ] as const
      }),
    )
    const [scope] = regions.values()
    if (!scope) throw new Error('No region is served here')
    const { config } = scope
    const { app } = metaAppOf(config, graphOf(config))
    return metaAppHandlers(parts, { app, publicUrl: config.publicUrl })
  },
})

function graphOf(config: Settings): GraphApi {
  return graphApi({
    apiUrl: config.GRAPH_API_URL,
    version: config.GRAPH_API_VERSION,
    fetch: createFetchOf(config.GRAPH_API_URL),
  })
}

function metaRegionOf({
  config,
  engines,
  ports,
  ...given
}: Pick<ModuleScope<Needs, Settings>, 'config' | 'engines' | 'ports'> &
  Pick<MetaRegion, 'accounts' | 'take' | 'appChannels' | 'adapters'>): MetaRegion {
  const { handle, load, refresh } = engines.commands
  return {
    ...{ handle, load, refresh, ...given },
    channelIdsOf: ports.channels.idsOfWorkspace,
    deletions: createDeletions({
      state: engines.state,
      key: derivedKey(config.masterKey, 'meta deletions'),
      eraseContact: ports.retention.eraseContact,
    }),
  }
}

/** The operator's app of Meta, if there is one. */
function metaAppOf(config: Settings, api: GraphApi): { app?: MetaApp; login: MetaLogin | undefined } {
  const { META_APP_ID: id, META_APP_SECRET: secret, META_LOGIN_CONFIG_ID: loginConfigId } = config
  if (id === undefined || secret === undefined) return { login: undefined }
  const app = { id, secret, loginConfigId }
  const { GRAPH_API_URL: apiUrl, GRAPH_API_VERSION: version, META_DIALOG_URL: dialogUrl } = config
  return { app, login: metaLogin({ app, api, apiUrl, dialogUrl, version, fetch: createFetchOf(apiUrl) }) }
}
