import { ActionIcon, Stack, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { Outlet, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useOnPhone } from '../design/use-on-phone.ts'
import { lazyComponent } from '../server/lazy-component.ts'
import { useAgentDraft } from '../store/use-agent-draft.ts'
import styles from './agent-frame.module.css'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { useLeaveWarning } from './leave-warning.ts'
import { NavEntry } from './nav-entry.tsx'
import { useAgentPlace } from './places.ts'
import { type AgentScreen, agentScreens } from './screens.ts'
import { useShownPath } from './shown-path.ts'
import { useMay } from './use-may.ts'
import { useAgentRail, useFullScreen } from './use-rails.ts'

const NavSearch = lazyComponent(() => import('./nav-search.tsx'), 'NavSearch')

/** The pages of one agent: a nav of 250 or 75 px on the left, a row of tabs on phones. */
export function AgentFrame() {
  const place = useAgentPlace()
  const { agent } = useAgentDraft(place)
  const { showDebugger } = useSearch({ strict: false })
  const may = useMay()
  const rail = useAgentRail()
  const fullScreen = useFullScreen()
  const narrow = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false })
  const onPhone = useOnPhone()
  const collapsed = !onPhone && (rail.collapsed || (narrow && showDebugger === true))
  useLeaveWarning()

  return (
    <div className={styles.frame}>
      <nav
        className={styles.nav}
        data-collapsed={collapsed || undefined}
        aria-label="Agent"
        hidden={fullScreen}
      >
        {!collapsed && !onPhone && (
          <Suspense fallback={<div className={styles.search} />}>
            <NavSearch agent={agent} />
          </Suspense>
        )}
        <Stack gap={4} component="ul" className={styles.entries}>
          {agentScreens(agent)
            .filter(({ needs }) => may(needs))
            .map((page) => (
              <AgentPageLink key={page.to} page={page} collapsed={collapsed} />
            ))}
        </Stack>
        {(rail.collapsed || !collapsed) && <CollapseToggle {...rail} />}
      </nav>
      <div className={styles.page}>
        {!may('agent.publish') && <OnlyLook />}
        <ChangedMeanwhile />
        <Outlet />
      </div>
    </div>
  )
}

function OnlyLook() {
  return (
    <Text size="sm" c="dimmed" px="lg" pt="sm" role="note">
      You can look at this agent but not change it. The owner of the workspace decides what you may do.
    </Text>
  )
}

function AgentPageLink(props: { page: AgentScreen; collapsed: boolean }) {
  const place = useAgentPlace()
  const active = useShownPath().endsWith(props.page.to.slice(props.page.to.lastIndexOf('/')))
  const { showDebugger } = useSearch({ strict: false })
  const entry = useRef<HTMLLIElement>(null)
  // On phones the tabs are wider than the screen.
  useEffect(() => {
    if (active) entry.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active])
  return (
    <li ref={entry}>
      <NavEntry
        {...props.page}
        params={place}
        search={{ showDebugger }}
        collapsed={props.collapsed}
        active={active}
      />
    </li>
  )
}

function CollapseToggle(props: ReturnType<typeof useAgentRail>) {
  const label = props.collapsed ? 'Expand' : 'Collapse'
  return (
    <Tooltip label={label} position="right">
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.collapse}
        aria-label={`${label} agent navigation`}
        onClick={() => props.collapse(!props.collapsed)}
      >
        {props.collapsed ? <IconChevronsRight size={18} /> : <IconChevronsLeft size={18} />}
      </ActionIcon>
    </Tooltip>
  )
}
