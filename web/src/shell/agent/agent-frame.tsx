import { ActionIcon, Popover, Text, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import {
  type Icon,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronsLeft,
  IconChevronsRight,
  IconLayoutNavbar,
  IconLayoutSidebar,
  IconSearch,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useSearch } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { lazyComponent } from '../../server/lazy-component.ts'
import { blueprintDraftQuery } from '../../server/queries.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { NotAllowed } from '../access/not-allowed.tsx'
import { useMay } from '../access/use-may.ts'
import { useLeaveWarning } from '../drafts/leave-warning.ts'
import { useMergedNotice } from '../drafts/use-merged-notice.ts'
import { NavEntry } from '../navigation/nav-entry.tsx'
import { useAgentPlace, useSession } from '../navigation/places.ts'
import { type AgentScreen, agentScreens } from '../navigation/screens.ts'
import { useMatchedPath, useShownPath } from '../navigation/shown-path.ts'
import { useAgentLayout, useAgentRail, useFullScreen } from '../navigation/use-rails.ts'
import { TestToggle } from '../test-panel/test-toggle.tsx'
import { useCrampedByTest } from '../test-panel/use-cramped-by-test.ts'
import styles from './agent-frame.module.css'
import { BlueprintDraft } from './blueprint-draft.tsx'

const ChangedMeanwhile = lazyComponent(() => import('../drafts/changed-meanwhile.tsx'), 'ChangedMeanwhile')
const NavSearch = lazyComponent(() => import('../navigation/nav-search.tsx'), 'NavSearch')

/** The pages of one agent: a nav of 250 or 75 px on the left, or a row of tabs above them; on phones always a row. */
export function AgentFrame() {
  const place = useAgentPlace()
  const { agent, conflicts } = useAgentDraft(place)
  const may = useMay()
  const isClient = useSession().client !== undefined
  const { data: draft } = useQuery({ ...blueprintDraftQuery(place), enabled: !isClient })
  const rail = useAgentRail()
  const layout = useAgentLayout()
  const fullScreen = useFullScreen()
  const narrow = useMediaQuery('(max-width: 100em)', false, { getInitialValueInEffect: false })
  const cramped = useCrampedByTest()
  const onPhone = useOnPhone()
  const row = onPhone || layout.horizontal
  const collapsed = !row && (rail.collapsed || cramped)
  const path = useMatchedPath()
  const closed = isClient
    ? undefined
    : agentScreens(agent).find(({ to, needs }) => leadsTo(to, path) && !may(needs))
  useLeaveWarning()
  useMergedNotice()

  const isInbox = leadsTo('/convos', useShownPath())
  return (
    <div className={styles.frame} data-row={row || undefined}>
      <nav
        className={styles.nav}
        data-collapsed={collapsed || undefined}
        data-tour="navigation"
        aria-label="Agent"
        // The frame of a client's dashboard has its pages.
        hidden={fullScreen || isClient}
      >
        {!collapsed && !onPhone && (
          <div className={styles.search} data-tour="search">
            <Suspense fallback={null}>
              <NavSearch agent={agent} />
            </Suspense>
          </div>
        )}
        {collapsed && <SearchTool agent={agent} side="right" />}
        <ul className={styles.entries}>
          {agentScreens(agent)
            .filter(({ needs }) => may(needs))
            .map((page) => (
              <AgentPageLink key={page.label} page={page} collapsed={collapsed} />
            ))}
        </ul>
        <div className={styles.tools}>
          {onPhone && <SearchTool agent={agent} side="bottom" />}
          {may('agent.test') && <TestToggle iconOnly={collapsed || (row && narrow)} />}
          {!onPhone && (
            <LayoutTools
              {...layout}
              rail={!row && (rail.collapsed || !collapsed) ? rail : undefined}
              side={row ? 'bottom' : 'right'}
            />
          )}
        </div>
      </nav>
      <div className={styles.page}>
        {!isClient && !may('agent.publish') && !isInbox && <OnlyLook />}
        {draft && may('agent.publish') && <BlueprintDraft draft={draft} />}
        {conflicts.length > 0 && (
          <Suspense fallback={null}>
            <ChangedMeanwhile />
          </Suspense>
        )}
        {closed ? <NotAllowed {...closed} /> : <Outlet />}
      </div>
    </div>
  )
}

/** The search behind a button, where the nav has no room for its field. */
function SearchTool(props: { agent: AgentDocument; side: 'bottom' | 'right' }) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position={props.side === 'right' ? 'right-start' : 'bottom-end'}
      width={280}
      shadow="md"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <div className={styles.searchTool}>
          <Tool
            label="Search settings"
            icon={IconSearch}
            side={props.side}
            expanded={opened}
            onClick={() => setOpened(!opened)}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="search" aria-label="Search settings">
        <Suspense fallback={null}>
          <NavSearch agent={props.agent} onOpened={() => setOpened(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Not in the inbox, which says itself what one may do there. */
function OnlyLook() {
  return (
    <Text size="sm" c="dimmed" px="lg" pt="sm" role="note">
      You can look at this agent but not change it. The owner of the workspace decides what you may do.
    </Text>
  )
}

const leadsTo = (screen: string, path: string) => path.endsWith(screen.slice(screen.lastIndexOf('/')))

function AgentPageLink(props: { page: AgentScreen; collapsed: boolean }) {
  const place = useAgentPlace()
  const active = leadsTo(props.page.to, useShownPath())
  const { showDebugger } = useSearch({ strict: false })
  const entry = useRef<HTMLLIElement>(null)
  // A row of tabs may be wider than the screen.
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

/** Column or row, the whole width or not, and how wide the column is. */
function LayoutTools(
  props: ReturnType<typeof useAgentLayout> & {
    rail: ReturnType<typeof useAgentRail> | undefined
    side: 'bottom' | 'right'
  },
) {
  const { horizontal, fullScreen, rail, side } = props
  return (
    <div className={styles.layoutTools}>
      <Tool
        label={horizontal ? 'Vertical navigation' : 'Horizontal navigation'}
        icon={horizontal ? IconLayoutSidebar : IconLayoutNavbar}
        side={side}
        onClick={props.switchLayout}
      />
      <Tool
        label={fullScreen ? 'Exit full screen' : 'Full screen'}
        icon={fullScreen ? IconArrowsMinimize : IconArrowsMaximize}
        side={side}
        onClick={props.switchFullScreen}
      />
      {rail && (
        <Tool
          label={rail.collapsed ? 'Expand' : 'Collapse'}
          name={`${rail.collapsed ? 'Expand' : 'Collapse'} agent navigation`}
          icon={rail.collapsed ? IconChevronsRight : IconChevronsLeft}
          side={side}
          onClick={() => rail.collapse(!rail.collapsed)}
        />
      )}
    </div>
  )
}

function Tool(props: {
  label: string
  name?: string
  icon: Icon
  side: 'bottom' | 'right'
  /** Whether what it opens is open. */
  expanded?: boolean
  onClick: () => void
}) {
  return (
    <Tooltip label={props.label} position={props.side}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={props.name ?? props.label}
        aria-expanded={props.expanded}
        onClick={props.onClick}
      >
        <props.icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}
