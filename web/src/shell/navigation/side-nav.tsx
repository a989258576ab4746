import { ActionIcon, Collapse, Group, NavLink, Stack, Tooltip, UnstyledButton } from '@mantine/core'
import {
  IconChevronDown,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconPlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { ActionIconLink, ButtonLink } from '../../design/links.tsx'
import { lazyComponent } from '../../server/lazy-component.ts'
import { balanceQuery } from '../../server/queries.ts'
import { preferred } from '../../store/preferences.ts'
import { useStoreDispatch, useStoreState } from '../../store/store.ts'
import { useMay } from '../access/use-may.ts'
import { BrandRow } from './brand.tsx'
import entryStyles from './nav-entry.module.css'
import { NavEntry } from './nav-entry.tsx'
import { useSession, useWorkspace } from './places.ts'
import { ProfileMenu } from './profile-menu.tsx'
import { creditsScreen, type WorkspaceScreen, workspaceScreens } from './screens.ts'
import { useShownPath } from './shown-path.ts'
import styles from './side-nav.module.css'
import { useThemeToggle } from './theme-toggle.ts'

const WhiteLabelBanner = lazyComponent(
  () => import('../workspace/white-label-banner.tsx'),
  'WhiteLabelBanner',
)

/**
 * The brand, New Agent, the screens of the workspace in groups that stay as somebody left them, the theme toggle, and
 * on phones the search and the profile.
 */
export function SideNav(props: {
  collapsed: boolean
  onPhone: boolean
  onCollapse: (collapsed: boolean) => void
  onSearch: () => void
  onClose: () => void
}) {
  const { region } = useWorkspace()
  const may = useMay()
  const session = useSession()
  const shown = workspaceScreens.flatMap(({ screens, ...group }) => {
    const allowed = screens.filter(({ needs }) => may(needs))
    return allowed.length > 0 ? [{ ...group, screens: allowed }] : []
  })
  return (
    <div className={styles.nav} data-part="side-nav" data-collapsed={props.collapsed || undefined}>
      <Group className={styles.head} wrap="nowrap">
        <BrandRow collapsed={props.collapsed} region={region} />
        {props.onPhone && (
          <ActionIcon
            variant="subtle"
            color="gray"
            ml="auto"
            onClick={props.onClose}
            aria-label="Close navigation"
          >
            <IconX size={18} />
          </ActionIcon>
        )}
      </Group>
      <div className={styles.newAgent}>
        {may('agent.create') && <NewAgentButton iconOnly={props.collapsed} />}
      </div>
      <div className={styles.entries}>
        {props.onPhone && (
          <NavButton label="Search" icon={IconSearch} collapsed={false} onClick={props.onSearch} />
        )}
        {shown.map(({ screens, ...group }) => (
          <NavGroup
            key={screens[0]?.to}
            name={'name' in group ? group.name : undefined}
            iconsOnly={props.collapsed}
          >
            {screens.map((screen) => (
              <Entry key={screen.to} screen={screen} region={region} collapsed={props.collapsed} />
            ))}
          </NavGroup>
        ))}
      </div>
      <Stack gap={2} className={styles.foot}>
        {session.whiteLabelTrials && may('agency.manage') && (
          <Suspense fallback={null}>
            <WhiteLabelBanner collapsed={props.collapsed} />
          </Suspense>
        )}
        <CreditsEntry collapsed={props.collapsed} />
        <ThemeToggle collapsed={props.collapsed} />
        {props.onPhone ? (
          <ProfileMenu named />
        ) : (
          <NavButton
            label={props.collapsed ? 'Expand' : 'Collapse'}
            icon={props.collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
            collapsed={props.collapsed}
            onClick={() => props.onCollapse(!props.collapsed)}
          />
        )}
      </Stack>
    </div>
  )
}

/** Light, since the one filled button of a screen is the screen's. */
function NewAgentButton(props: { iconOnly: boolean }) {
  const { region } = useWorkspace()
  const link = { to: '/app/$region/agents', params: { region }, search: { newAgent: true } } as const
  if (props.iconOnly)
    return (
      <Tooltip label="New Agent" position="right">
        <ActionIconLink variant="light" size={36} {...link} aria-label="New Agent">
          <IconPlus size={18} />
        </ActionIconLink>
      </Tooltip>
    )
  return (
    <ButtonLink variant="light" {...link} leftSection={<IconPlus size={16} />} fullWidth>
      New Agent
    </ButtonLink>
  )
}

/** A named group can be collapsed, and is remembered so; the rail of icons shows all. */
function NavGroup(props: { name: string | undefined; iconsOnly: boolean; children: ReactNode }) {
  const dispatch = useStoreDispatch()
  const closedGroups = useStoreState((state) => state.preferences.closedNavGroups)
  const { name } = props
  const entries = <ul className={styles.group}>{props.children}</ul>
  if (name === undefined || props.iconsOnly) return entries
  const closed = closedGroups.includes(name)
  const others = closedGroups.filter((other) => other !== name)
  return (
    <div>
      <UnstyledButton
        className={styles.groupName}
        aria-expanded={!closed}
        onClick={() => dispatch(preferred({ closedNavGroups: closed ? others : [...others, name] }))}
      >
        {name}
        <IconChevronDown size={14} className={styles.chevron} data-closed={closed || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={!closed}>{entries}</Collapse>
    </div>
  )
}

function Entry({
  screen,
  region,
  collapsed,
}: {
  screen: WorkspaceScreen
  region: 'na' | 'eu'
  collapsed: boolean
}) {
  const active = useShownPath().startsWith(screen.to.replace('$region', region))
  return (
    <li>
      <NavEntry {...screen} params={{ region }} collapsed={collapsed} active={active} />
    </li>
  )
}

/** The balance, which leads to its history. */
function CreditsEntry(props: { collapsed: boolean }) {
  const workspace = useWorkspace()
  const { data: balance } = useQuery(balanceQuery(workspace))
  const label = balance === undefined ? creditsScreen.label : `${count(Math.floor(balance))} credits`
  const active = useShownPath() === `/app/${workspace.region}/credits`
  return (
    <NavEntry
      {...creditsScreen}
      label={label}
      params={{ region: workspace.region }}
      collapsed={props.collapsed}
      active={active}
    >
      <span className="tabular">{label}</span>
    </NavEntry>
  )
}

function ThemeToggle(props: { collapsed: boolean }) {
  return <NavButton {...useThemeToggle()} collapsed={props.collapsed} />
}

function NavButton(props: { label: string; icon: typeof IconPlus; collapsed: boolean; onClick: () => void }) {
  return (
    <Tooltip label={props.label} position="right" disabled={!props.collapsed}>
      <NavLink
        component="button"
        type="button"
        label={props.collapsed ? undefined : props.label}
        aria-label={props.label}
        leftSection={<props.icon size={18} stroke={1.75} />}
        onClick={props.onClick}
        className={entryStyles.entry}
      />
    </Tooltip>
  )
}
