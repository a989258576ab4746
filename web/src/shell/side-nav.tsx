import {
  ActionIcon,
  Group,
  NavLink,
  Stack,
  Tooltip,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core'
import {
  IconBuilding,
  IconCoins,
  IconHistory,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMoon,
  IconPlus,
  IconRobot,
  IconSun,
  IconTool,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ActionIconLink, ButtonLink, NavLinkTo } from '../design/links.tsx'
import { count } from '../design/moment.tsx'
import { balanceQuery } from '../server/queries.ts'
import { preferred } from '../store/preferences.ts'
import { useStoreDispatch } from '../store/store.ts'
import entryStyles from './nav-entry.module.css'
import { useWorkspace } from './places.ts'
import { ProfileMenu } from './profile-menu.tsx'
import styles from './side-nav.module.css'

/** New Agent, the sections of the workspace, the theme toggle, and on phones the profile. */
export function SideNav(props: { collapsed: boolean; onPhone: boolean; onClose: () => void }) {
  const { region } = useWorkspace()
  return (
    <div className={styles.nav} data-collapsed={props.collapsed || undefined}>
      <Group className={styles.head} justify={props.collapsed ? 'center' : 'space-between'} wrap="nowrap">
        {!props.collapsed && <NewAgentButton />}
        {props.onPhone && (
          <ActionIcon variant="subtle" color="gray" onClick={props.onClose} aria-label="Close navigation">
            <IconX size={18} />
          </ActionIcon>
        )}
        {props.collapsed && <NewAgentButton iconOnly />}
      </Group>
      <Stack gap={4} className={styles.entries} component="ul">
        <Entry
          to="/app/$region/agents"
          region={region}
          label="Agents"
          icon={<IconRobot size={18} stroke={1.75} />}
          collapsed={props.collapsed}
        />
        <Entry
          to="/app/$region/integrations"
          region={region}
          label="Functions"
          icon={<IconTool size={18} stroke={1.75} />}
          collapsed={props.collapsed}
        />
        <Entry
          to="/app/$region/audit"
          region={region}
          label="Audit"
          icon={<IconHistory size={18} stroke={1.75} />}
          collapsed={props.collapsed}
        />
        <Entry
          to="/app/$region/workspace"
          region={region}
          label="Workspace"
          icon={<IconBuilding size={18} stroke={1.75} />}
          collapsed={props.collapsed}
        />
      </Stack>
      <Stack gap={4} className={styles.foot}>
        <CreditsEntry collapsed={props.collapsed} />
        <ThemeToggle collapsed={props.collapsed} />
        {props.onPhone ? <ProfileMenu named /> : <CollapseToggle collapsed={props.collapsed} />}
      </Stack>
    </div>
  )
}

function NewAgentButton(props: { iconOnly?: boolean }) {
  const { region } = useWorkspace()
  const link = { to: '/app/$region/agents', params: { region }, search: { newAgent: true } } as const
  if (props.iconOnly)
    return (
      <Tooltip label="New Agent" position="right">
        <ActionIconLink size={38} {...link} aria-label="New Agent">
          <IconPlus size={18} />
        </ActionIconLink>
      </Tooltip>
    )
  return (
    <ButtonLink {...link} leftSection={<IconPlus size={16} />} fullWidth>
      New Agent
    </ButtonLink>
  )
}

function Entry(props: {
  to: '/app/$region/agents' | '/app/$region/audit' | '/app/$region/integrations' | '/app/$region/workspace'
  region: 'na' | 'eu'
  label: string
  icon: ReactNode
  collapsed: boolean
}) {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const active = pathname.startsWith(props.to.replace('$region', props.region))
  return (
    <li>
      <Tooltip label={props.label} position="right" disabled={!props.collapsed}>
        <NavLinkTo
          to={props.to}
          params={{ region: props.region }}
          label={props.collapsed ? undefined : props.label}
          aria-label={props.label}
          aria-current={active ? 'page' : undefined}
          leftSection={props.icon}
          active={active}
          className={entryStyles.entry}
        />
      </Tooltip>
    </li>
  )
}

/** The balance, which leads to its history. */
function CreditsEntry(props: { collapsed: boolean }) {
  const workspace = useWorkspace()
  const { data: balance } = useQuery(balanceQuery(workspace))
  const label = balance === undefined ? 'Credits' : `${count(Math.floor(balance))} credits`
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const active = pathname === `/app/${workspace.region}/credits`
  return (
    <Tooltip label={label} position="right" disabled={!props.collapsed}>
      <NavLinkTo
        to="/app/$region/credits"
        params={{ region: workspace.region }}
        label={props.collapsed ? undefined : <span className="tabular">{label}</span>}
        aria-label={label}
        aria-current={active ? 'page' : undefined}
        leftSection={<IconCoins size={18} stroke={1.75} />}
        active={active}
        className={entryStyles.entry}
      />
    </Tooltip>
  )
}

function ThemeToggle(props: { collapsed: boolean }) {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = scheme === 'dark' ? 'light' : 'dark'
  return (
    <FootButton
      label={next === 'dark' ? 'Dark theme' : 'Light theme'}
      icon={next === 'dark' ? <IconMoon size={18} stroke={1.75} /> : <IconSun size={18} stroke={1.75} />}
      collapsed={props.collapsed}
      onClick={() => setColorScheme(next)}
    />
  )
}

function CollapseToggle(props: { collapsed: boolean }) {
  const dispatch = useStoreDispatch()
  return (
    <FootButton
      label={props.collapsed ? 'Expand' : 'Collapse'}
      icon={
        props.collapsed ? (
          <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
        ) : (
          <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
        )
      }
      collapsed={props.collapsed}
      onClick={() => dispatch(preferred({ sideNavCollapsed: !props.collapsed }))}
    />
  )
}

function FootButton(props: { label: string; icon: ReactNode; collapsed: boolean; onClick: () => void }) {
  return (
    <Tooltip label={props.label} position="right" disabled={!props.collapsed}>
      <NavLink
        component="button"
        type="button"
        label={props.collapsed ? undefined : props.label}
        aria-label={props.label}
        leftSection={props.icon}
        onClick={props.onClick}
        className={entryStyles.entry}
      />
    </Tooltip>
  )
}
