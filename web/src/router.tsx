import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { noticeFailure } from './design/notices.ts'
import { overviewSearch } from './features/agent-overview/search.ts'
import { analyticsSearch } from './features/analytics/search.ts'
import { auditSearch } from './features/audit/search.ts'
import { conversationsSearch } from './features/conversations/search.ts'
import { testsSearch } from './features/evaluation/search.ts'
import { knowledgeSearch } from './features/knowledge/search.ts'
import { leadsSearch } from './features/leads/search.ts'
import { settingsSearch } from './features/settings/search.ts'
import { AgentLayout, AppLayout } from './layouts.tsx'
import { ApiError, signInAddress } from './server/client.ts'
import { whenReachable } from './server/connection.ts'
import { agentQuery, sessionQuery } from './server/queries.ts'
import { queryClient } from './server/query-client.ts'
import { rememberWorkspace, selectWorkspace } from './server/workspace-choice.ts'
import { PageFailed, PageLoading, PageNotFound } from './shell/page-states.tsx'
import { isRegion } from './shell/places.ts'
import { WorkspaceLoading } from './shell/workspace-loading.tsx'

/** A page whose code is loaded on navigation. While the server is unavailable, loading waits for it. */
const pageOf: typeof lazyRouteComponent = (load, name) => lazyRouteComponent(() => whenReachable(load), name)

const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ context }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery()).catch(toSignIn)
    return { session }
  },
  component: AppLayout,
  pendingComponent: WorkspaceLoading,
  // Replaces the loading screen of the HTML page immediately, and is removed as soon as possible.
  pendingMs: 0,
  pendingMinMs: 0,
})

const landingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  beforeLoad: ({ context }) => {
    const workspace = selectWorkspace(context.session)
    if (!workspace) throw notFound()
    throw redirect({ to: '/app/$region/agents', params: { region: workspace.region }, replace: true })
  },
})

const accountRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/account',
  component: pageOf(() => import('./features/account/account-page.tsx'), 'AccountPage'),
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
  beforeLoad: ({ context, params, location }) => {
    const workspace = selectWorkspace(context.session, params.region)
    if (!workspace) throw notFound()
    // The user has no workspace in this region, so the address can only be in the other one.
    if (workspace.region !== params.region)
      throw redirect({ href: location.href.replace(`/app/${params.region}`, `/app/${workspace.region}`) })
    rememberWorkspace(workspace.workspaceId)
    return { workspace }
  },
})

const agentsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/agents',
  validateSearch: (raw: Record<string, unknown>): { q?: string; newAgent?: boolean } => ({
    q: typeof raw.q === 'string' && raw.q !== '' ? raw.q : undefined,
    newAgent: raw.newAgent === true || undefined,
  }),
  component: pageOf(() => import('./features/agents/agents-page.tsx'), 'AgentsPage'),
})

const auditRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: pageOf(() => import('./features/audit/audit-page.tsx'), 'AuditPage'),
})

const creditsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/credits',
  component: pageOf(() => import('./features/workspace/credits-page.tsx'), 'CreditsPage'),
})

const workspaceRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/workspace',
  component: pageOf(() => import('./features/workspace/workspace-page.tsx'), 'WorkspacePage'),
})

const toolsRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/integrations',
  validateSearch: (raw: Record<string, unknown>): { tool?: string } => ({
    tool: typeof raw.tool === 'string' && raw.tool !== '' ? raw.tool : undefined,
  }),
  component: pageOf(() => import('./features/tools/tools-page.tsx'), 'ToolsPage'),
})

const agentRoute = createRoute({
  getParentRoute: () => regionRoute,
  path: '/agents/$agentId',
  validateSearch: (
    raw: Record<string, unknown>,
  ): { showDebugger?: boolean; panel?: 'versions' | 'script' } => ({
    showDebugger: typeof raw.showDebugger === 'boolean' ? raw.showDebugger : undefined,
    panel: raw.panel === 'versions' || raw.panel === 'script' ? raw.panel : undefined,
  }),
  loader: async ({ context, params }) => {
    await context.queryClient
      .ensureQueryData(agentQuery(params))
      .catch((error) => agentElsewhere(error, params))
  },
  component: AgentLayout,
  pendingComponent: PageLoading,
})

const agentLandingRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/',
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/app/$region/agents/$agentId/overview', params, search, replace: true })
  },
})

const overviewRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/overview',
  validateSearch: overviewSearch,
  component: pageOf(() => import('./features/agent-overview/overview-page.tsx'), 'OverviewPage'),
})

const promptRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/prompt',
  validateSearch: (raw: Record<string, unknown>): { node?: string } => ({
    node: typeof raw.node === 'string' ? raw.node : undefined,
  }),
  component: pageOf(() => import('./features/prompt/prompt-page.tsx'), 'PromptPage'),
})

const nodesRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/nodes',
  component: pageOf(() => import('./features/prompt/nodes-page.tsx'), 'NodesPage'),
})

const knowledgeRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/kb',
  validateSearch: knowledgeSearch,
  component: pageOf(() => import('./features/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
})

const conversationsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/convos',
  validateSearch: conversationsSearch,
  component: pageOf(() => import('./features/conversations/conversations-page.tsx'), 'ConversationsPage'),
})

const analyticsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/analytics',
  validateSearch: analyticsSearch,
  component: pageOf(() => import('./features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
})

const leadsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/leads',
  validateSearch: leadsSearch,
  component: pageOf(() => import('./features/leads/leads-page.tsx'), 'LeadsPage'),
})

const testsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/tests',
  validateSearch: testsSearch,
  component: pageOf(() => import('./features/evaluation/tests-page.tsx'), 'TestsPage'),
})

const settingsRoute = createRoute({
  getParentRoute: () => agentRoute,
  path: '/settings',
  validateSearch: settingsSearch,
  component: pageOf(() => import('./agent-settings.tsx'), 'AgentSettings'),
})

const routeTree = rootRoute.addChildren([
  appRoute.addChildren([
    landingRoute,
    accountRoute,
    regionRoute.addChildren([
      agentsRoute,
      auditRoute,
      creditsRoute,
      workspaceRoute,
      toolsRoute,
      agentRoute.addChildren([
        agentLandingRoute,
        overviewRoute,
        promptRoute,
        nodesRoute,
        knowledgeRoute,
        conversationsRoute,
        leadsRoute,
        analyticsRoute,
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Redirects to the sign-in page, which leads back. Never resolves, so that nothing renders before the redirect. */
function toSignIn(error: unknown): Promise<never> {
  if (!(error instanceof ApiError) || error.status !== 401) throw error
  window.location.assign(signInAddress())
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
