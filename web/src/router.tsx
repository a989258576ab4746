import type { SessionWorkspaceView } from '@parley/contracts/identity/views.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { AgentActions, AppLayout, NotificationBell } from './app-layout.tsx'
import { noticeFailure } from './design/notices/notices.ts'
import { painted } from './design/pages/painted.ts'
import { agencySearch } from './features/agency/search.ts'
import { analyticsSearch } from './features/analytics/search.ts'
import { auditSearch } from './features/audit/search.ts'
import { crawlerSearch, websiteSearch } from './features/automations/search.ts'
import { agentCampaignsSearch } from './features/campaigns/of-agent/search.ts'
import { campaignSearch, campaignsSearch } from './features/campaigns/search.ts'
import { channelsSearch } from './features/channels/search.ts'
import { clientsSearch } from './features/clients/search.ts'
import { conversationsSearch } from './features/conversations/search.ts'
import { credentialsSearch } from './features/credentials/search.ts'
import { testsSearch } from './features/evaluation/search.ts'
import { eventsSearch } from './features/events/search.ts'
import { knowledgeSearch } from './features/knowledge/search.ts'
import { leadsSearch } from './features/leads/search.ts'
import { metricsSearch } from './features/metrics/search.ts'
import { workspaceOverviewSearch } from './features/overview/search.ts'
import { promptSearch, promptsSearch } from './features/prompts/search.ts'
import { canaryQuery } from './features/publish/queries.ts'
import { sessionsSearch } from './features/sessions/search.ts'
import { settingsSearch } from './features/settings/search.ts'
import { ApiError, client, signInAddress } from './server/client.ts'
import { clientClaims } from './server/client-claims.ts'
import { pageNotAllowed, sayNext } from './server/client-memory.ts'
import type { SignedInClient } from './server/client-session.ts'
import { whenReachable } from './server/connection.ts'
import { lazyComponent } from './server/lazy-component.ts'
import { endSession, isLeaving, leaveDashboard, leaveEndedView } from './server/leaving.ts'
import { pendingInvite } from './server/pending-invite.ts'
import {
  agentQuery,
  blueprintDraftQuery,
  channelsQuery,
  clientSessionCode,
  discordBotQuery,
  sessionQuery,
} from './server/queries.ts'
import { queryClient } from './server/query-client.ts'
import { rememberWorkspace, selectWorkspace } from './server/workspace-choice.ts'
import { mayIn } from './shell/access/may.ts'
import { isRegion, useSession } from './shell/navigation/places.ts'
import { AgentSwitcher } from './shell/navigation/top-bar.tsx'
import { PageFailed, PageLoading, PageNotFound } from './shell/page-states.tsx'
import { isOnboardingDue } from './shell/workspace/onboarding-due.ts'
import { WorkspaceLoading } from './shell/workspace/workspace-loading.tsx'

const ClientLayout = lazyComponent(() => import('./client-layout.tsx'), 'ClientLayout')
const ownPagesCode = () => import('./shell/client-area/own-pages.ts')
const draftStorageCode = () => import('./store/draft-storage.ts')

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ context, location, cause }) => {
    // What was pressed is seen before the next screen is rendered.
    if (cause === 'stay') await painted()
    const session = await context.queryClient.ensureQueryData(sessionQuery()).catch(toSignIn)
    if (session.client) await keepToOwnPages(session.client, location.pathname)
    else if (pendingInvite()) throw redirect({ to: '/app/join', replace: true })
    return { session }
  },
  component: Layout,
  pendingComponent: WorkspaceLoading,
  // Replaces the loading screen of the HTML page immediately, and is removed as soon as possible.
  pendingMs: 0,
  pendingMinMs: 0,
})

/** Outside of the frame, since who opens it may have no account yet. */
const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app/join',
  component: lazyComponent(() => import('./features/workspace/join-page.tsx'), 'JoinPage'),
  pendingComponent: WorkspaceLoading,
})

/** Outside of the frame: it is shown for the moment in which a credential is connected. */
const connectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  // `CONNECTED_PATH`
  path: '/app/connected',
  component: lazyComponent(() => import('./features/credentials/connected-page.tsx'), 'ConnectedPage'),
  pendingComponent: WorkspaceLoading,
})

const onboardingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/onboarding',
  validateSearch: (raw: Record<string, unknown>): { region?: 'na' | 'eu' } => ({
    region: raw.region === 'na' || raw.region === 'eu' ? raw.region : undefined,
  }),
  beforeLoad: async ({ context, search }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery()).catch(toSignIn)
    const workspace = selectWorkspace(session, search.region)
    if (!workspace) throw notFound()
    rememberWorkspace(workspace.workspaceId)
    // Only owners are asked about their company.
    if (workspace.role !== 'owner')
      throw redirect({ to: '/app/$region/agents', params: { region: workspace.region }, replace: true })
  },
  component: lazyComponent(() => import('./features/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
  pendingComponent: WorkspaceLoading,
  pendingMs: 0,
  pendingMinMs: 0,
})

/** The agents without navigation (part 2 §2.9). */
const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/share',
  beforeLoad: ({ context }) => context.queryClient.ensureQueryData(sessionQuery()).catch(toSignIn),
  component: lazyComponent(() => import('./features/agents/shared-agents-page.tsx'), 'SharedAgentsPage'),
  pendingComponent: WorkspaceLoading,
  pendingMs: 0,
  pendingMinMs: 0,
})

const landingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    // Only a client without a page stays here.
    if (context.session.client) return
    const workspace = selectWorkspace(context.session)
    if (!workspace) throw notFound()
    throw redirect({ to: '/app/$region/agents', params: { region: workspace.region }, replace: true })
  },
})

/** Addresses without a region open the page of the chosen workspace's. */
const anyRegionPages = [
  'clients',
  'agency',
  'events',
  'credentials',
  'automations',
  'sessions',
  'prompts',
] as const
const anyRegionRoutes = anyRegionPages.map((page) =>
  createRoute({
    getParentRoute: () => appRoute,
    path: page,
    beforeLoad: ({ context }) => {
      const workspace = selectWorkspace(context.session)
      if (!workspace) throw notFound()
      throw redirect({ to: `/app/$region/${page}`, params: { region: workspace.region }, replace: true })
    },
  }),
)

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: lazyComponent(() => import('./features/account/account-page.tsx'), 'AccountPage'),
})

const regionRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/$region',
  params: {
    parse: ({ region }) => {
      if (!isRegion(region)) throw notFound()
      return { region }
    },
  },
  beforeLoad: async ({ context, params, location }) => {
    const workspace = selectWorkspace(context.session, params.region)
    if (!workspace) throw notFound()
    // The user has no workspace in this region, so the address can only be in the other one.
    if (workspace.region !== params.region)
      throw redirect({ href: location.href.replace(`/app/${params.region}`, `/app/${workspace.region}`) })
    rememberWorkspace(workspace.workspaceId)
    if (await isOnboardingDue(workspace))
      throw redirect({ to: '/onboarding', search: { region: params.region }, replace: true })
    return { workspace }
  },
})

const agentsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/agents',
  /** `newAgent`: whether the New Agent drawer is open, or the key of the template with which it opened. */
  validateSearch: (raw: Record<string, unknown>): { q?: string; newAgent?: boolean | string } => ({
    q: typeof raw.q === 'string' && raw.q !== '' ? raw.q : undefined,
    newAgent: typeof raw.newAgent === 'string' ? raw.newAgent : raw.newAgent === true || undefined,
  }),
  component: lazyComponent(() => import('./features/agents/agents-page.tsx'), 'AgentsPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyComponent(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
})

const creditsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/credits',
  component: lazyComponent(() => import('./features/workspace/credits-page.tsx'), 'CreditsPage'),
})

const workspaceOverviewRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/overview',
  validateSearch: workspaceOverviewSearch,
  loader: async ({ context }) => {
    const queries = await whenReachable(() => import('./features/overview/workspace-queries.ts'))
    const { queryClient, workspace } = context
    // What is below a list would move when the list arrives. Without one, the page shows the rest.
    await Promise.allSettled([
      queryClient.ensureQueryData(queries.waitingAnywhereQuery(workspace)),
      queryClient.ensureQueryData(queries.problemsAnywhereQuery(workspace)),
      queryClient.ensureQueryData(queries.unansweredAnywhereQuery(workspace)),
    ])
  },
  component: lazyComponent(
    () => import('./features/overview/workspace-overview-page.tsx'),
    'WorkspaceOverviewPage',
  ),
})

const metricsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/metrics',
  validateSearch: metricsSearch,
  component: lazyComponent(() => import('./features/metrics/metrics-page.tsx'), 'MetricsPage'),
})

const workspaceRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/workspace',
  /** `token`: the open drawer of an access token, or `new`. */
  validateSearch: (raw: Record<string, unknown>): { token?: string } => ({
    token: typeof raw.token === 'string' && raw.token !== '' ? raw.token : undefined,
  }),
  component: lazyComponent(() => import('./features/workspace/workspace-page.tsx'), 'WorkspacePage'),
})

const agencyRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/agency',
  validateSearch: agencySearch,
  component: lazyComponent(() => import('./features/agency/agency-page.tsx'), 'AgencyPage'),
})

/** A custom tab of the agency, by its own address. */
const customTabRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/c/$',
  component: lazyComponent(() => import('./features/agency/custom-tab-page.tsx'), 'CustomTabPage'),
})

/** What clients that signed up go through before their dashboard opens; they are led there and away from there. */
const clientOnboardingRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/client/onboarding',
  beforeLoad: ({ context, params }) => {
    if (!context.session.client) throw redirect({ to: '/app/$region/agents', params, replace: true })
  },
  component: lazyComponent(
    () => import('./features/onboarding/client/client-onboarding-page.tsx'),
    'ClientOnboardingPage',
  ),
})

const toolsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/integrations',
  /** `tool`: the open drawer, or `new` or `import`; `credential`: that of an MCP server, which was just connected. */
  validateSearch: (raw: Record<string, unknown>): { tool?: string; credential?: string } => ({
    tool: typeof raw.tool === 'string' && raw.tool !== '' ? raw.tool : undefined,
    credential: typeof raw.credential === 'string' && raw.credential !== '' ? raw.credential : undefined,
  }),
  component: lazyComponent(() => import('./features/tools/tools-page.tsx'), 'ToolsPage'),
})

const clientsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/clients',
  validateSearch: clientsSearch,
  component: lazyComponent(() => import('./features/clients/clients-page.tsx'), 'ClientsPage'),
})

const blueprintsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/blueprints',
  validateSearch: (raw: Record<string, unknown>): { create?: true; agent?: string } => ({
    create: raw.create === true || undefined,
    agent: typeof raw.agent === 'string' ? raw.agent : undefined,
  }),
  component: lazyComponent(() => import('./features/blueprints/blueprints-page.tsx'), 'BlueprintsPage'),
})

const blueprintRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/blueprints/$blueprintId',
  /** `new`: the next rollout. */
  validateSearch: (raw: Record<string, unknown>): { rollout?: string } => ({
    rollout: typeof raw.rollout === 'string' && raw.rollout !== '' ? raw.rollout : undefined,
  }),
  component: lazyComponent(() => import('./features/blueprints/blueprint-page.tsx'), 'BlueprintPage'),
})

const credentialsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/credentials',
  validateSearch: credentialsSearch,
  loader: async ({ context }) => {
    const [{ credentialsQuery }, { assignableAgentsQuery }] = await whenReachable(() =>
      Promise.all([import('./server/credentials.ts'), import('./shell/agent/agents-field.tsx')]),
    )
    const { queryClient, workspace } = context
    // Titles of agents that come later would move the rows.
    await Promise.allSettled([
      queryClient.ensureQueryData(credentialsQuery(workspace)),
      queryClient.ensureQueryData(assignableAgentsQuery(workspace)),
    ])
  },
  component: lazyComponent(() => import('./features/credentials/credentials-page.tsx'), 'CredentialsPage'),
})

const eventsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/events',
  validateSearch: eventsSearch,
  loader: async ({ context }) => {
    const { webhooksQuery } = await whenReachable(() => import('./features/events/queries.ts'))
    await context.queryClient.ensureQueryData(webhooksQuery(context.workspace)).catch(() => undefined)
  },
  component: lazyComponent(() => import('./features/events/events-page.tsx'), 'EventsPage'),
})

const crawlerRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/automations',
  validateSearch: crawlerSearch,
  component: lazyComponent(() => import('./features/automations/crawler-page.tsx'), 'CrawlerPage'),
})

const metaPagesRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/meta-pages',
  component: lazyComponent(() => import('./features/channels/all/all-channels-page.tsx'), 'MetaPagesPage'),
})

const whatsAppNumbersRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/whatsapp-numbers',
  component: lazyComponent(
    () => import('./features/channels/all/all-channels-page.tsx'),
    'WhatsAppNumbersPage',
  ),
})

const crawledWebsiteRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/automations/$agent/$sourceId',
  validateSearch: websiteSearch,
  loaderDeps: ({ search: { run } }) => ({ run }),
  loader: async ({ context, params, deps: { run } }) => {
    const { loadRun } = await whenReachable(() => import('./features/automations/queries.ts'))
    const { region, agent: agentId, sourceId } = params
    // What stands below would move when it arrives. Without it, the page says why.
    await loadRun(context.queryClient, { region, agentId, sourceId }, run).catch(() => undefined)
  },
  component: lazyComponent(() => import('./features/automations/website-page.tsx'), 'WebsitePage'),
})

const sessionsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/sessions',
  validateSearch: sessionsSearch,
  loaderDeps: ({ search: { agent } }) => ({ agent }),
  loader: async ({ context, deps: { agent } }) => {
    const { liveQuery } = await whenReachable(() => import('./features/sessions/queries.ts'))
    // The past visits would move when those who are there now arrive. Without them, the page says why.
    await context.queryClient.ensureQueryData(liveQuery(context.workspace, agent)).catch(() => undefined)
  },
  component: lazyComponent(() => import('./features/sessions/sessions-page.tsx'), 'SessionsPage'),
})

const libraryRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/prompts',
  validateSearch: promptsSearch,
  component: lazyComponent(() => import('./features/prompts/prompts-page.tsx'), 'PromptsPage'),
})

const libraryPromptRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/prompts/$promptId',
  validateSearch: promptSearch,
  component: lazyComponent(() => import('./features/prompts/prompt-page.tsx'), 'PromptPage'),
})

const campaignsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/campaigns',
  validateSearch: campaignsSearch,
  component: lazyComponent(() => import('./features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
})

const campaignRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/campaigns/$campaignId',
  validateSearch: campaignSearch,
  component: lazyComponent(() => import('./features/campaigns/campaign-page.tsx'), 'CampaignPage'),
})

const agentRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/agents/$agentId',
  validateSearch: (
    raw: Record<string, unknown>,
  ): { showDebugger?: boolean; panel?: 'versions' | 'script' | 'changes' | 'canary' } => ({
    showDebugger: typeof raw.showDebugger === 'boolean' ? raw.showDebugger : undefined,
    panel: (['versions', 'script', 'changes', 'canary'] as const).find((panel) => panel === raw.panel),
  }),
  loader: async ({ context, params, location }) => {
    const agent = context.queryClient.ensureQueryData(agentQuery(params))
    const { client } = context.session
    const seesCanary = !client || client.session?.permissions.includes('agent.read')
    // The agent's name, publishing and its neighbours are in the top bar from the start, so that nothing beside it moves.
    const [loaded] = await Promise.allSettled([
      agent,
      AgentActions.preload?.(),
      AgentSwitcher.preload?.(),
      seesCanary ? context.queryClient.prefetchQuery(canaryQuery(params)) : undefined,
      client ? undefined : context.queryClient.prefetchQuery(blueprintDraftQuery(params)),
      keepDrafts(context.session.user.userId),
    ])
    if (loaded.status === 'rejected') await agentElsewhere(loaded.reason, params)
    else if (selectsWorkspace(context, loaded.value.ownerID))
      throw redirect({ href: location.href, replace: true })
  },
  component: lazyComponent(() => import('./shell/agent/agent-frame.tsx'), 'AgentFrame'),
  pendingComponent: PageLoading,
})

/** Selects the person's workspace to which an agent belongs, if it is not the selected one. */
function selectsWorkspace(
  {
    session,
    workspace,
  }: { session: { workspaces: SessionWorkspaceView[] }; workspace: SessionWorkspaceView },
  ownerId: string | undefined,
): boolean {
  const its = session.workspaces.find(({ workspaceId }) => workspaceId === ownerId)
  if (!its || its.workspaceId === workspace.workspaceId) return false
  rememberWorkspace(its.workspaceId)
  return true
}

/** Drafts that were kept in the tab are there before a page of an agent is shown. */
async function keepDrafts(userId: string): Promise<void> {
  const storage = await whenReachable(draftStorageCode)
  storage.keepDrafts(userId)
}

const agentLandingRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/app/$region/agents/$agentId/overview', params, search, replace: true })
  },
})

// What is below a list would move when the list arrives. Without one, the page shows the rest.

const overviewRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/overview',
  loader: async ({ context, params }) => {
    const [{ setupQuery }, { notAnsweredQuery, problemsQuery, waitingQuery }] = await whenReachable(() =>
      Promise.all([
        import('./features/overview/setup-checklist.tsx'),
        import('./features/overview/queries.ts'),
      ]),
    )
    const { queryClient } = context
    await Promise.allSettled([
      queryClient.ensureQueryData(setupQuery(params)),
      queryClient.ensureQueryData(waitingQuery(params)),
      queryClient.ensureQueryData(problemsQuery(params)),
      queryClient.ensureInfiniteQueryData(notAnsweredQuery(params)),
    ])
  },
  component: lazyComponent(() => import('./features/overview/overview-page.tsx'), 'OverviewPage'),
})

/** The first page of a client; a member has the overview. */
const homeRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/home',
  beforeLoad: ({ context, params, search }) => {
    if (!context.session.client)
      throw redirect({ to: '/app/$region/agents/$agentId/overview', params, search, replace: true })
  },
  loader: async ({ context, params }) => {
    const { notAnsweredQuery, overviewQuery, waitingQuery } = await whenReachable(
      () => import('./features/overview/queries.ts'),
    )
    const { queryClient, workspace } = context
    // Not waited for: the page has places for its figures.
    void queryClient.prefetchQuery(overviewQuery(params))
    await Promise.allSettled([
      mayIn(workspace, 'conversation.read') && queryClient.ensureQueryData(waitingQuery(params)),
      mayIn(workspace, 'analytics.read') && queryClient.ensureInfiniteQueryData(notAnsweredQuery(params)),
    ])
  },
  component: lazyComponent(() => import('./features/overview/home-page.tsx'), 'HomePage'),
})

const promptPage = () => import('./features/prompt/prompt-page.tsx')
const nodesPage = () => import('./features/prompt/nodes-page.tsx')

const promptRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/prompt',
  validateSearch: (raw: Record<string, unknown>): { node?: string } => ({
    node: typeof raw.node === 'string' ? raw.node : undefined,
  }),
  loader: async ({ context, params }) => {
    const agent = await context.queryClient.ensureQueryData(agentQuery(params)).catch(() => undefined)
    if (agent && !agent.enableNodes) await promptEditorLoaded(promptPage)
  },
  component: lazyComponent(promptPage, 'PromptPage'),
})

const nodesRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/nodes',
  loader: () => promptEditorLoaded(nodesPage),
  component: lazyComponent(nodesPage, 'NodesPage'),
})

/** The editor is part of both pages, and takes its place with them. */
async function promptEditorLoaded(
  page: () => Promise<{ loadPromptEditor(): Promise<unknown> }>,
): Promise<void> {
  const { loadPromptEditor } = await whenReachable(page)
  await loadPromptEditor()
}

const knowledgeRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/kb',
  validateSearch: knowledgeSearch,
  component: lazyComponent(() => import('./features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})

const conversationsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/convos',
  validateSearch: conversationsSearch,
  loader: async ({ context, params }) => {
    const { countsQuery } = await whenReachable(() => import('./features/conversations/queries.ts'))
    // The views would move when their counts arrive. Without them, the page shows the rest.
    await context.queryClient.ensureQueryData(countsQuery(params)).catch(() => undefined)
  },
  component: lazyComponent(
    () => import('./features/conversations/conversations-page.tsx'),
    'ConversationsPage',
  ),
})

const analyticsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/analytics',
  validateSearch: analyticsSearch,
  component: lazyComponent(() => import('./features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

/** A custom tab of the agency, for its clients; a member sees it at the address of the workspace. */
const clientTabRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/c/$',
  beforeLoad: ({ context, params: { region, _splat } }) => {
    if (!context.session.client)
      throw redirect({ to: '/app/$region/c/$', params: { region, _splat }, replace: true })
  },
  component: lazyComponent(() => import('./features/client-dashboard/client-tab-page.tsx'), 'ClientTabPage'),
})

const leadsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/leads',
  validateSearch: leadsSearch,
  loader: async ({ context, params }) => {
    const { leadCountsQuery } = await whenReachable(() => import('./features/leads/queries.ts'))
    await context.queryClient.ensureQueryData(leadCountsQuery(params)).catch(() => undefined)
  },
  component: lazyComponent(() => import('./features/leads/leads-page.tsx'), 'LeadsPage'),
})

const agentCampaignsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/campaigns',
  validateSearch: agentCampaignsSearch,
  component: lazyComponent(
    () => import('./features/campaigns/of-agent/agent-campaigns-page.tsx'),
    'AgentCampaignsPage',
  ),
})

const channelsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/channels',
  validateSearch: channelsSearch,
  loader: async ({ context, params }) => {
    const { healthQuery } = await whenReachable(() => import('./features/channels/queries.ts'))
    await Promise.allSettled([
      context.queryClient.ensureQueryData(channelsQuery(params)),
      context.queryClient.ensureQueryData(healthQuery(params)),
      context.queryClient.ensureQueryData(discordBotQuery(params)),
    ])
  },
  component: lazyComponent(() => import('./features/channels/channels-page.tsx'), 'ChannelsPage'),
})

const testsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/tests',
  validateSearch: testsSearch,
  component: lazyComponent(() => import('./features/evaluation/tests-page.tsx'), 'TestsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: lazyComponent(() => import('./agent-settings.tsx'), 'AgentSettings'),
})

const routeTree = rootRoute.addChildren([
  joinRoute,
  connectedRoute,
  onboardingRoute,
  shareRoute,
  appRoute.addChildren([
    landingRoute,
    accountRoute,
    ...anyRegionRoutes,
    regionRoute.addChildren([
      agentsRoute,
      auditRoute,
      creditsRoute,
      workspaceOverviewRoute,
      metricsRoute,
      workspaceRoute,
      toolsRoute,
      clientsRoute,
      crawlerRoute,
      metaPagesRoute,
      whatsAppNumbersRoute,
      crawledWebsiteRoute,
      sessionsRoute,
      libraryRoute,
      libraryPromptRoute,
      campaignsRoute,
      campaignRoute,
      blueprintsRoute,
      blueprintRoute,
      eventsRoute,
      credentialsRoute,
      agencyRoute,
      customTabRoute,
      clientOnboardingRoute,
      agentRoute.addChildren([
        agentLandingRoute,
        overviewRoute,
        homeRoute,
        clientTabRoute,
        promptRoute,
        nodesRoute,
        knowledgeRoute,
        conversationsRoute,
        agentCampaignsRoute,
        leadsRoute,
        analyticsRoute,
        channelsRoute,
        testsRoute,
        settingsRoute,
      ]),
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageFailed,
  defaultNotFoundComponent: PageNotFound,
  scrollRestoration: true,
})

if (clientClaims()) void loadClientParts(window.location.pathname)

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** The dashboard of a client has a frame of its own. */
function Layout() {
  return useSession().client ? <ClientLayout /> : <AppLayout />
}

/**
 * Loads what a client's dashboard begins with, at once and while it is asked who is signed in: one after the other, each
 * part would wait for the one that shows it. What can't be loaded is loaded again where it is needed.
 */
async function loadClientParts(pathname: string): Promise<void> {
  const [matchedRoutes] = router.getMatchedRoutes(pathname)
  const pages = matchedRoutes.map(({ options: { component } }) => component as Preloaded | undefined)
  await Promise.allSettled([
    ...[clientSessionCode(), ownPagesCode(), draftStorageCode()],
    ...[ClientLayout, AgentActions, AgentSwitcher, NotificationBell, ...pages].map((part) =>
      part?.preload?.(),
    ),
  ])
}

type Preloaded = { preload?: () => Promise<void> }

/** Leads a client from any page that it may not open to one that it may. */
async function keepToOwnPages(client: SignedInClient, pathname: string): Promise<void> {
  const { addressInstead, namesPage } = await whenReachable(ownPagesCode)
  const href = await addressInstead(client, pathname)
  if (href !== undefined && namesPage(pathname)) sayNext(pageNotAllowed)
  if (href !== undefined) throw redirect({ href, replace: true })
}

/**
 * Redirects to the sign-in page, which leads back. Whoever is refused their workspaces is signed out (part 2 §4). Never
 * resolves, so that nothing renders before the redirect.
 */
function toSignIn(error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || ![401, 403, 404].includes(error.status)) throw error
  if (leaveEndedView()) return new Promise(() => {})
  if (error.status === 401) {
    if (!isLeaving()) window.location.assign(signInAddress())
  } else void endSession(() => client.call('auth.signOut', {})).catch(() => leaveDashboard())
  return new Promise(() => {})
}

/** Looks for an agent in the other region if it is not in this one, else redirects to the agent list (part 2 §4). */
async function agentElsewhere(
  error: unknown,
  params: { region: 'na' | 'eu'; agentId: string },
): Promise<void> {
  const gone = error instanceof ApiError && [403, 404, 410].includes(error.status)
  if (!gone) throw error
  const other = { region: params.region === 'na' ? 'eu' : 'na', agentId: params.agentId } as const
  const found = await queryClient
    .ensureQueryData({ ...agentQuery(other), retry: false })
    .catch(() => undefined)
  if (found) throw redirect({ to: '/app/$region/agents/$agentId/overview', params: other })
  noticeFailure('This agent was deleted, or you may not open it.')
  throw redirect({ to: '/app/$region/agents', params: { region: params.region } })
}
