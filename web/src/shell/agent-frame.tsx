import { ActionIcon, Stack, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import {
  IconAddressBook,
  IconBinaryTree2,
  IconBook2,
  IconChartBar,
  IconChevronsLeft,
  IconChevronsRight,
  IconLayoutDashboard,
  IconListCheck,
  IconMessages,
  IconSettings,
  IconSparkles,
} from '@tabler/icons-react'
import { useRouterState, useSearch } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { NavLinkTo } from '../design/links.tsx'
import { whenReachable } from '../server/connection.ts'
import { preferred } from '../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../store/store.ts'
import { useAgentDraft } from '../store/use-agent-draft.ts'
import styles from './agent-frame.module.css'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { useLeaveWarning } from './leave-warning.ts'
import entryStyles from './nav-entry.module.css'
import { useAgentPlace } from './places.ts'

const NavSearch = lazy(() =>
  whenReachable(async () => ({ default: (await import('./nav-search.tsx')).NavSearch })),
)

const pages = {
  overview: { to: '/app/$region/agents/$agentId/overview', label: 'Overview', icon: IconLayoutDashboard },
  nodes: { to: '/app/$region/agents/$agentId/nodes', label: 'Prompt', icon: IconSparkles },
  prompt: { to: '/app/$region/agents/$agentId/prompt', label: 'Prompt', icon: IconSparkles },
  canvas: { to: '/app/$region/agents/$agentId/prompt', label: 'Canvas', icon: IconBinaryTree2 },
  kb: { to: '/app/$region/agents/$agentId/kb', label: 'Knowledge Base', icon: IconBook2 },
  tests: { to: '/app/$region/agents/$agentId/tests', label: 'Tests', icon: IconListCheck },
  convos: { to: '/app/$region/agents/$agentId/convos', label: 'Conversations', icon: IconMessages },
  analytics: { to: '/app/$region/agents/$agentId/analytics', label: 'Analytics', icon: IconChartBar },
  leads: { to: '/app/$region/agents/$agentId/leads', label: 'Leads', icon: IconAddressBook },
  settings: { to: '/app/$region/agents/$agentId/settings', label: 'Settings', icon: IconSettings },
} as const

/** The pages of one agent: a nav of 250 or 75 px on the left, a row of tabs on phones. */
export function AgentFrame(props: { children: ReactNode }) {
  const place = useAgentPlace()
  const { agent } = useAgentDraft(place)
  const { showDebugger } = useSearch({ strict: false })
  const preferCollapsed = useStoreState((state) => state.preferences.agentNavCollapsed)
  const narrow = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false })
  const onPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const collapsed = !onPhone && (preferCollapsed || (narrow && showDebugger === true))
  const shown = [
    pages.overview,
    // For a `vf` agent, the flow and the knowledge are managed by the third party.
    ...(agent.agentPlatform === 'vf'
      ? []
      : [...(agent.enableNodes ? [pages.nodes, pages.canvas] : [pages.prompt]), pages.kb, pages.tests]),
    pages.convos,
    pages.leads,
    pages.analytics,
    pages.settings,
  ]
  useLeaveWarning()

  return (
    <div className={styles.frame}>
      <nav className={styles.nav} data-collapsed={collapsed || undefined} aria-label="Agent">
        {!collapsed && !onPhone && (
          <Suspense fallback={<div className={styles.search} />}>
            <NavSearch agent={agent} />
          </Suspense>
        )}
        <Stack gap={4} component="ul" className={styles.entries}>
          {shown.map((page) => (
            <AgentPageLink key={page.to} page={page} collapsed={collapsed} />
          ))}
        </Stack>
        <CollapseToggle collapsed={collapsed} />
      </nav>
      <div className={styles.page}>
        <ChangedMeanwhile />
        {props.children}
      </div>
    </div>
  )
}

function AgentPageLink(props: { page: (typeof pages)[keyof typeof pages]; collapsed: boolean }) {
  const place = useAgentPlace()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const active = pathname.endsWith(props.page.to.slice(props.page.to.lastIndexOf('/')))
  const { showDebugger } = useSearch({ strict: false })
  const Icon = props.page.icon
  const entry = useRef<HTMLLIElement>(null)
  // On phones the tabs are wider than the screen.
  useEffect(() => {
    if (active) entry.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  return (
    <li ref={entry}>
      <Tooltip label={props.page.label} position="right" disabled={!props.collapsed}>
        <NavLinkTo
          to={props.page.to}
          params={place}
          search={{ showDebugger }}
          label={props.collapsed ? undefined : props.page.label}
          aria-label={props.page.label}
          aria-current={active ? 'page' : undefined}
          leftSection={<Icon size={18} stroke={1.75} />}
          active={active}
          className={entryStyles.entry}
        />
      </Tooltip>
    </li>
  )
}

function CollapseToggle(props: { collapsed: boolean }) {
  const dispatch = useStoreDispatch()
  const preferCollapsed = useStoreState((state) => state.preferences.agentNavCollapsed)
  if (props.collapsed && !preferCollapsed) return null
  const label = props.collapsed ? 'Expand' : 'Collapse'
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.collapse}
        aria-label={`${label} agent navigation`}
        onClick={() => dispatch(preferred({ agentNavCollapsed: !preferCollapsed }))}
      >
        {props.collapsed ? <IconChevronsRight size={18} /> : <IconChevronsLeft size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}
