/** The platform in one process: its regions, and with the role `api` its HTTP servers. */
import type { AddressInfo } from 'node:net'
import { agent } from '@parley/agent/agent.decider.ts'
import { metaAtDomains } from '@parley/channel/meta/meta-at-domains.ts'
import type { AgencyPlace } from '@parley/contracts/agency/email-domain.ts'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import { conversation } from '@parley/conversation/conversation.decider.ts'
import { openInboundMail } from '@parley/conversation/inbound-mail/inbound-mail.ts'
import { createVisitorTokens } from '@parley/conversation/visiting/visitor-token.ts'
import { identityKey } from '@parley/identity/identity-key.ts'
import { createKnownDevices } from '@parley/identity/known-device.ts'
import type { Mailer } from '@parley/identity/mail/mailer.ts'
import { returnAddresses } from '@parley/integration/credential/return-address.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { createFetchOf } from '@parley/kernel/outgoing/safe-fetch.ts'
import { pause } from '@parley/kernel/pause.ts'
import type { PolicyRunner } from '@parley/kernel/policies/policy-runner.ts'
import { createSupervision } from '@parley/kernel/running/supervised.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { type Config, StartUpError } from './config.ts'
import { gatekeeperOf } from './gatekeeper.ts'
import type { AgencyHostOptions } from './http/agency-hosts.ts'
import { authenticate, mayOpen } from './http/caller.ts'
import { type Connections, watchConnections } from './http/connections.ts'
import { everyAnswer } from './http/every-answer.ts'
import type { Mount } from './http/mount.ts'
import type { Health } from './http/operations.ts'
import type { OperatorsPage } from './http/operators-page.ts'
import { createEmbedTickets, type Origins } from './http/origins.ts'
import { buildServer } from './http/server.ts'
import { withSignInCookies, withViewCookies } from './http/sign-in-cookies.ts'
import { limitVisitors } from './http/visitor-limits.ts'
import { webhooksOf } from './http/webhooks.ts'
import { countWrongSignatures, type WrongSignatures } from './http/wrong-signatures.ts'
import { openMailOutbox } from './mail-outbox.ts'
import { mailboxesOf } from './mailboxes.ts'
import { createMetrics } from './metrics.ts'
import { hostPorts } from './modules/host-ports.ts'
import { merged, modules } from './modules/modules.ts'
import { startSpanning } from './modules/start.ts'
import { firstAccountOf } from './operators/first-account.ts'
import { parkedOf } from './operators/parked.ts'
import { announceProcess } from './operators/processes.ts'
import { describedBy } from './operators/this-process.ts'
import { startDemoServer } from './pages/demo-page.ts'
import type { PageOptions } from './pages/pages.ts'
import { createPreviewKeys } from './pages/prototype/preview-keys.ts'
import type { PrototypeOptions } from './pages/prototype/prototype-pages.ts'
import type { SiteOptions } from './pages/site/site.ts'
import { siteAgentId } from './pages/site/site-agent.ts'
import type { WidgetPages } from './pages/widget-pages.ts'
import { productName } from './product.ts'
import { configuredLimits } from './quotas/configured-limits.ts'
import type { PlanQuotas } from './quotas/plans.ts'
import { createQuotas } from './quotas/quotas.ts'
import { watchRecovery } from './region/recovery.ts'
import { type RegionServices, startRegion } from './region/region-services.ts'
import { openRegion } from './region.ts'
import { startRelay } from './relay.ts'
import { noTracing, startTracing } from './tracing.ts'

export type Platform = {
  regions: Map<Region, RegionServices>
  server: FastifyInstance | undefined
  addresses: { api: string; dashboard: string; demo: string; outbox: string | undefined } | undefined
  /** Resolves when requests are no longer refused because read models are built. */
  ready: Promise<void>
  stop(): Promise<void>
}

/** How many workspaces that reached a quota operators are told of, of each process. */
const MOST_LIMITS = 20

export type PlatformOptions = {
  /** Overrides of the plan's quotas, for tests. */
  quotas?: Partial<PlanQuotas>
}

/** Resolves once requests are answered: every read model is complete. */
export async function startPlatform(
  config: Config,
  say?: (line: string) => void,
  options?: PlatformOptions,
): Promise<Platform> {
  const platform = await openPlatform(config, say, options)
  await platform.ready
  return platform
}

/** Resolves once the process listens, before its read models are complete. */
export async function openPlatform(
  config: Config,
  say: (line: string) => void = () => {},
  options: PlatformOptions = {},
): Promise<Platform> {
  const closing = new AbortController()
  const metrics = createMetrics()
  const log = pino({ level: config.LOG_LEVEL })
  const outbox = config.SMTP_URL === undefined ? openMailOutbox(config) : undefined
  const mailer = outbox ?? (await openSmtp(config, log))
  if (outbox && config.production)
    log.warn('SMTP_URL is not set: mails, codes to sign up with included, wait for npm run audit -- mail')
  const mailersOf = await openProviders(config, log)
  const tracing = config.OTEL_EXPORTER_OTLP_ENDPOINT
    ? await startTracing(config.OTEL_EXPORTER_OTLP_ENDPOINT)
    : noTracing
  // bounded: an entry for each region
  const regions = new Map<Region, RegionServices>()
  const quotas = createQuotas({
    metrics,
    planOf: async (region, tenant) => (await regions.get(region)?.ports.billing.planOf(tenant)) ?? 'standard',
    figures: { ...configuredLimits(config), ...options.quotas },
  })
  // bounded: an entry for each region
  const commands = new Map<string, CommandHandler>()
  const commandsOf = (region?: string) =>
    region === undefined ? commands.values().next().value : commands.get(region)
  // bounded: an entry for each region
  const relays = new Map<Region, PolicyRunner>()
  const onFault = (message: string, details: object) => log.error(details, message)

  for (const name of config.regions) {
    say(`Opening region ${name} …`)
    const engines = await openRegion(config, name, {
      tracing,
      say: (message) => log.warn({ region: name }, message),
    })
    commands.set(name, engines.commands)
    const supervision = createSupervision({
      onFault({ name: loop, error, details }) {
        if (closing.signal.aborted) return
        for (const recovery of recoveries) recovery.faultNoted()
        metrics.loopFaults.inc({ region: name, loop })
        onFault('a loop failed', { region: name, loop, ...details, err: error })
      },
    })
    // Apart: what needs no bus goes on while it is away.
    const recoveries = [engines.probe, engines.bus.probe].map((probe) =>
      watchRecovery({ probe, recovered: supervision.recovered, signal: closing.signal }),
    )
    const region = await startRegion({
      config,
      supervision,
      engines,
      hostPorts: hostPorts({
        ...{ config, mailer, mailersOf, metrics, quotas, region: name, commandsOf },
        senderOf: sendersOf(config, regions),
        poweredByOf: poweredByOf(config, regions),
        bouncesOf: bouncesOf(config, regions),
        otherRegions: () =>
          [...regions]
            .filter(([other]) => other !== name)
            .map(([, { engines, ports }]) => ({ ...engines, endMembership: ports.workspaces.endMembership })),
      }),
      metrics,
      tracing,
      closing: closing.signal,
      onFault,
    })
    regions.set(name, region)
    const { subscription } = region
    if (config.roles.includes('relay'))
      relays.set(name, await startRelay({ engines, subscription, supervision }))
  }
  let caughtUp = false
  const isStarting = (): boolean =>
    !caughtUp || [...regions.values()].some(({ projections }) => projections.unbuilt().length > 0)
  const ready = Promise.all([...regions].map(([name, region]) => becomeReady(name, region, say))).then(() => {
    caughtUp = true
  })

  const health = [...regions].map(([name, region]) => healthOf(region, relays.get(name), isStarting))
  const wrong = countWrongSignatures()
  const announced = [...regions].map(([name, { engines }], nth) =>
    announceProcess({
      state: engines.state,
      describe: () =>
        describedBy(
          config,
          health[nth]!,
          quotas.mostRefused(name, MOST_LIMITS),
          wrong.most(name, MOST_LIMITS),
        ),
      onFault: (error) => onFault('this process could not be announced', { region: name, err: error }),
    }),
  )
  // bounded: an entry for each port that is listened on
  const servers: { close(): Promise<unknown> }[] = []
  let server: FastifyInstance | undefined
  let connections: Connections | undefined
  let addresses: Platform['addresses']
  const origins = originsOf(config, regions)
  if (config.roles.includes('api') || config.PORT > 0) {
    const mount = config.roles.includes('api')
      ? mountOf(config, regions, { tracing, origins, quotas, closing: closing.signal }, wrong)
      : undefined
    server = await buildServer({
      regions: config.regions,
      isStarting,
      ...(mount
        ? {
            mount,
            pages: {
              widget: widgetPagesOf(config, regions, origins),
              site: siteOf(config, regions),
              openId: config.openId,
              brandOf: brandsOf(regions),
              async isSignedIn(request) {
                const found = await authenticate(mount, { method: 'GET' }, request, undefined)
                return 'kind' in found && found.kind === 'user'
              },
              connected: connectedPageOf(config, regions),
              unsubscribingIn: (region) => regions.get(region)?.ports.unsubscribing,
              pushKeyIn: (region) => regions.get(region)?.ports.push.publicKey(),
              prototype: prototypesOf(config, regions, mount),
            },
            agencyHosts: agencyHostsOf(config, regions),
            hot: {
              agentsOf: (region) => (isStarting() ? undefined : regions.get(region)?.ports.publicAgents),
              count: metrics.countRequest,
            },
          }
        : {}),
      operations: {
        publicUrl: config.publicUrl,
        metricsToken: config.METRICS_TOKEN,
        regions: health,
        operators: operatorsOf(config, regions, mount),
        metrics,
        closing: closing.signal,
        outbox: config.production ? undefined : outbox && (() => outbox.list()),
      },
      metrics,
      logger: log,
      trustProxy: config.TRUST_PROXY,
      headers: everyAnswer(config.publicUrl),
    })
    connections = watchConnections(server.server)
    await listen(server, config.PORT, config.HOST)
    servers.push(server)
    const mail = config.roles.includes('api') ? await openMail(config, regions, onFault) : undefined
    if (mail) servers.push(mail)
    if (config.roles.includes('api'))
      addresses = await announceable(config, server, outbox !== undefined, servers)
  }

  return {
    regions,
    server,
    addresses,
    ready,
    async stop() {
      closing.abort()
      const closed = Promise.all(servers.map((each) => each.close()))
      await (connections?.endUntil(closed) ?? closed)
      await Promise.all(announced.map((one) => one.stop()))
      await Promise.all([...relays.values()].map((relay) => relay.stop()))
      await Promise.all([...regions.values()].map((region) => region.stop()))
      await mailer.close()
      await tracing.stop()
    },
  }
}

/** Where visitors' answers to mails come in, and what can't be delivered. */
async function openMail(
  config: Config,
  regions: ReadonlyMap<Region, RegionServices>,
  onFault: (message: string, details: object) => void,
) {
  const mailboxOf = mailboxesOf(config, (region) => regions.get(region)?.ports)
  return (
    mailboxOf &&
    openInboundMail({
      host: config.HOST,
      port: config.INBOUND_MAIL_PORT,
      mailboxOf,
      onFault: (error) => onFault('a mail was not received', { err: error }),
    })
  )
}

async function becomeReady(
  name: Region,
  { projections }: RegionServices,
  say: (line: string) => void,
): Promise<void> {
  const late = setTimeout(() => say(`Region ${name}: reading what happened since the last start …`), 1_000)
  await projections.ready().catch(() => undefined)
  clearTimeout(late)
}

async function openSmtp(
  { SMTP_URL = '', MAIL_FROM }: Config,
  log: { warn(message: string): void },
): Promise<Mailer> {
  const { openSmtpMailer } = await import('@parley/identity/mail/smtp.ts')
  const onRefused = (reason: string) => log.warn(`A mail was refused and is not sent again: ${reason}`)
  return openSmtpMailer({ url: SMTP_URL, from: MAIL_FROM, onRefused })
}

/** Who sends from the domains of agencies, beside the operator's mail server. */
async function openProviders(
  { RESEND_API_KEY, RESEND_API_URL }: Config,
  log: { warn(message: string): void },
): Promise<{ resend?: Pick<Mailer, 'send'> }> {
  if (RESEND_API_KEY === undefined) return {}
  const { openResendMailer } = await import('@parley/identity/mail/resend.ts')
  return {
    resend: openResendMailer({
      safeFetch: createFetchOf(RESEND_API_URL),
      ...{ apiUrl: RESEND_API_URL, apiKey: RESEND_API_KEY },
      onRefused: (reason) => log.warn(`A mail was refused by Resend: ${reason}`),
    }),
  }
}

async function announceable(
  config: Config,
  server: FastifyInstance,
  hasOutbox: boolean,
  servers: { close(): Promise<unknown> }[],
): Promise<Platform['addresses']> {
  const { port } = server.server.address() as AddressInfo
  const origin = config.PUBLIC_URL ?? `http://localhost:${port}`
  const demo = config.production
    ? undefined
    : await startDemoServer({
        host: config.HOST,
        port: config.DEMO_PORT ?? (config.PORT === 0 ? 0 : config.PORT + 1),
        origin,
      })
  if (demo) servers.push(demo)
  return {
    api: origin,
    dashboard: `${origin}/app/`,
    demo: demo ? `${demo.url}/widget/demo` : 'off in production',
    outbox: hasOutbox && !config.production ? `${origin}/dev/mail` : undefined,
  }
}

/** Of agencies whose region is served here. */
function sendersOf(config: Config, regions: Map<Region, RegionServices>) {
  return async ({ region, agencyId }: AgencyPlace) => {
    if (!config.regions.includes(region)) return undefined
    const served = regions.get(region)
    if (!served) throw new Error(`Region ${region} is not open yet`)
    return served.ports.emailDomains.senderOf(agencyId)
  }
}

/** Of agencies whose region is served here. */
function poweredByOf(config: Config, regions: Map<Region, RegionServices>) {
  return async ({ region, agencyId }: AgencyPlace) => {
    if (!config.regions.includes(region)) return undefined
    const served = regions.get(region)
    if (!served) throw new Error(`Region ${region} is not open yet`)
    return (await served.ports.whiteLabel.poweredBy(agencyId)).line
  }
}

/** Of workspaces whose region is served here. */
function bouncesOf(config: Config, regions: Map<Region, RegionServices>) {
  return ({ region }: AgencyPlace) => {
    if (!config.regions.includes(region)) return undefined
    const served = regions.get(region)
    if (!served) throw new Error(`Region ${region} is not open yet`)
    return served.ports.bounces
  }
}

function brandsOf(regions: Map<Region, RegionServices>) {
  return async ({ region, agencyId }: AgencyHost) => regions.get(region)?.ports.agencies.hostBrandOf(agencyId)
}

function connectedPageOf(
  { publicUrl, masterKey }: Config,
  regions: Map<Region, RegionServices>,
): PageOptions['connected'] {
  const { hostOf } = agencyHostsOf({ publicUrl }, regions)
  const brandOf = brandsOf(regions)
  return {
    ...{ publicUrl, hostOf, returns: returnAddresses(masterKey) },
    atDomains: metaAtDomains(masterKey, publicUrl),
    nameAt: async (host) => (host && (await brandOf(host))?.name) ?? productName,
  }
}

/** The directory of domains is the same for every region. */
function agencyHostsOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  regions: Map<Region, RegionServices>,
): AgencyHostOptions {
  const domains = () => {
    const first = regions.values().next().value
    if (!first) throw new Error('No region is open yet')
    return first.ports.domains
  }
  return {
    publicUrl,
    hostOf: (host) => domains().hostOf(host),
    brandOf: brandsOf(regions),
    proofOf: (domain) => domains().proofOf(domain),
  }
}

function mountOf(
  config: Config,
  regions: Map<Region, RegionServices>,
  shared: Pick<Mount, 'tracing' | 'origins' | 'quotas' | 'closing'>,
  wrong: WrongSignatures,
): Mount {
  const { masterKey } = config
  const devices = createKnownDevices({ masterKey, hashKey: identityKey(masterKey) })
  const spanning = withViewCookies(
    withSignInCookies(startSpanning(modules, regions), devices, config),
    config,
  )
  const regional = new Map(
    [...regions].map(([name, { handlers }]) => [name, withViewCookies(handlers, config)]),
  )
  return {
    endpoints: merged.endpoints,
    handlersOf: (region) => (region === undefined ? spanning : regional.get(region)),
    gatekeeper: gatekeeperOf(config, regions, shared.quotas.of),
    async waitFor(region, position, timeoutMs) {
      const served = region === undefined ? undefined : regions.get(region)
      if (!served) return undefined
      const wanted = position === 'newest' ? await newestWithin(served, timeoutMs) : position
      const reached = wanted !== undefined && (await served.projections.waitFor(wanted, timeoutMs))
      return reached ? Math.max(wanted, served.projections.position()) : served.projections.position()
    },
    seenIn(region) {
      const asked = region === undefined ? [...regions.keys()] : [region]
      return asked.map((name) => `${name}=${regions.get(name)?.projections.position()}`).join()
    },
    publicUrl: config.publicUrl,
    webhooks: {
      ...webhooksOf(regions),
      countWrong(region, tenant, place) {
        const [first] = regions.keys()
        const served = region ?? first
        if (served) wrong.add(served, tenant, place)
      },
    },
    ...shared,
    limitsOf(region) {
      const served = region && regions.get(region)
      if (!served) return undefined
      const { engines, openStreams } = served
      return { limits: engines.rateLimits, factor: config.RATE_LIMIT_FACTOR, openStreams }
    },
    countryHeader: config.COUNTRY_HEADER,
    checkOutputs: config.NODE_ENV === 'test',
  }
}

/** The position of the newest event; undefined if the event store does not answer in time. */
async function newestWithin({ engines }: RegionServices, timeoutMs: number): Promise<number | undefined> {
  const head = engines.eventStore.head().catch(() => undefined)
  const answered = new AbortController()
  try {
    return await Promise.race([head, pause(timeoutMs, answered.signal).then(() => undefined)])
  } finally {
    answered.abort()
  }
}

function originsOf(config: Config, regions: Map<Region, RegionServices>): Origins {
  const visitorTokens = createVisitorTokens(config.masterKey)
  return {
    tickets: createEmbedTickets(config.masterKey),
    async listOf(region, agentId) {
      const found = await regions.get(region)?.engines.commands.load(agent, agentId)
      return found?.state.document.allowedOrigins ?? []
    },
    async isTestPanel(region, agentId, bearer) {
      const visitor = visitorTokens.verify(bearer)
      if (visitor?.region !== region || visitor.agentId !== agentId) return false
      const { commands } = regions.get(region)?.engines ?? {}
      const found = await commands?.load(conversation, visitor.conversationId, visitor.tenant)
      return found?.state.started?.channel === 'test-panel'
    },
  }
}

function widgetPagesOf(config: Config, regions: Map<Region, RegionServices>, origins: Origins): WidgetPages {
  return {
    origins,
    publicUrl: config.PUBLIC_URL && config.publicUrl,
    expectedUrl: config.publicUrl,
    publicAgent: async (region: Region, agentId: string) =>
      (await regions.get(region)?.ports.publicAgents.get(agentId))?.stored,
  }
}

function operatorsOf(
  config: Config,
  regions: Map<Region, RegionServices>,
  mount: Mount | undefined,
): OperatorsPage {
  const engines = [...regions.values()].map((region) => region.engines)
  return {
    installation: { config, regions: engines, now: Date.now },
    token: config.OPERATOR_TOKEN,
    firstAccount: firstAccountOf(engines.map(({ eventStore }) => eventStore)),
    async principalOf(request) {
      if (!mount) return undefined
      // What a form asks for is protected by its Origin.
      const found = await authenticate(mount, { method: 'GET' }, request, undefined)
      return 'ok' in found ? undefined : found
    },
  }
}

function prototypesOf(config: Config, regions: Map<Region, RegionServices>, mount: Mount): PrototypeOptions {
  return {
    keys: createPreviewKeys(config.masterKey),
    tenantOf: ({ region, agentId }) => mount.gatekeeper.tenantOfAgent(region, agentId),
    mayPreview: (request, place) => mayOpen(mount, request, 'agent.test', place),
    async limit(request, { region, agentId }, tenant) {
      const limited = mount.limitsOf(region)
      if (!limited) return undefined
      const caller = { principal: { kind: 'nobody' as const }, address: request.ip, agentId, tenant }
      return (await limitVisitors(limited.limits, 'upload', caller, limited.factor))?.rejection.message
    },
    previewOf: async (region, tenant, website) =>
      regions.get(region)?.ports.websitePreviews.of(tenant, website),
  }
}

function siteOf(config: Config, regions: Map<Region, RegionServices>): SiteOptions {
  const { region, agentId } = /^(?<region>na|eu)\/(?<agentId>.+)$/.exec(config.SITE_AGENT ?? '')?.groups ?? {}
  return {
    publicUrl: config.publicUrl,
    operator: {
      product: productName,
      name: config.OPERATOR_NAME,
      address: config.OPERATOR_ADDRESS,
      email: config.OPERATOR_EMAIL,
    },
    legalFolder: config.LEGAL_DIR,
    elsewhere: [
      { label: 'Affiliate', address: config.AFFILIATE_URL },
      { label: 'Docs', address: config.DOCS_URL },
      { label: 'Community', address: config.COMMUNITY_URL },
    ],
    async agent() {
      if (region && agentId) return { region: regionSchema.parse(region), agentId }
      for (const [served, { ports }] of regions) {
        const own = siteAgentId(config.masterKey, served)
        if (await ports.publicAgents.get(own)) return { region: served, agentId: own }
      }
      return undefined
    },
  }
}

function healthOf(
  { engines, projections, policies, supervision, lag, consumers }: RegionServices,
  relay: PolicyRunner | undefined,
  isStarting: () => boolean,
): Health {
  return {
    isStarting,
    region: engines.region,
    probe: engines.probe,
    loops: supervision.loops,
    parked: parkedOf(engines),
    projections: () => projections.progress(),
    async policies() {
      const head = await engines.eventStore.head()
      const positions = Object.entries({ ...policies?.positions(), ...relay?.positions() })
      return positions.map(([name, position]) => ({ name, position, head }))
    },
    consumers: () =>
      Promise.all(
        consumers.map(async ({ topic, group }) => ({
          topic,
          group,
          messages: await engines.bus.lag(topic, group),
        })),
      ),
    lag: ({ position, head }) => lag.behind(position, head),
  }
}

async function listen(server: FastifyInstance, port: number, host: string): Promise<void> {
  const { level } = server.log
  try {
    // Fastify's own lines about listening are suppressed: the start is reported by `say`.
    server.log.level = 'warn'
    await server.listen({ port, host })
    server.log.level = level
  } catch (error) {
    throw new StartUpError(
      `PORT=${port} can't be used on ${host}: ${error instanceof Error ? error.message : error}`,
    )
  }
}
