import { ActionIcon, AppShell, Box, Drawer, Group, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect } from 'react'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { useReachable } from '../../server/connection.ts'
import { lazyComponent } from '../../server/lazy-component.ts'
import { useLiveChanges } from '../../server/live.ts'
import { ConnectionBar, connectionBarHeight } from '../connection-bar.tsx'
import { useFocusBack } from '../use-focus-back.ts'
import { useLostWorkspace } from '../workspace/use-lost-workspace.ts'
import styles from './app-frame.module.css'
import { useAgentPlaceIfAny, useWorkspace } from './places.ts'
import { SideNav } from './side-nav.tsx'
import { TopBar } from './top-bar.tsx'
import { useAgentLayout, useFullScreen, useSideRail } from './use-rails.ts'

export const sideNavWidths = { expanded: 200, collapsed: 65 } as const
const topBarHeight = 56
const deletionBarHeight = 44
const DeletionBar = lazyComponent(() => import('../workspace/deletion-bar.tsx'), 'DeletionBar')
export const testPanelWidth = 450

/** Side nav, top bar, page content, and 450 px on the right for the test panel of an agent. */
export function AppFrame(props: {
  actions: ReactNode
  editors: ReactNode
  bell: ReactNode
  testPanel: ReactNode
  onSearch: () => void
  children: ReactNode
}) {
  const onPhone = useOnPhone()
  const fullScreen = useFullScreen()
  const [navOpened, nav] = useDisclosure(false)
  const workspace = useWorkspace()
  const { deletedAt } = workspace
  const agentPlace = useAgentPlaceIfAny()
  const { collapsed, collapse } = useSideRail()
  const withoutSideNav = useAgentLayout().fullScreen && agentPlace !== undefined
  const { showDebugger } = useSearch({ strict: false })
  const testing = Boolean(agentPlace && showDebugger === true)
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const reachable = useReachable()
  const behind = onPhone && navOpened
  useLiveChanges(workspace.region, workspace.workspaceId)
  useLostWorkspace()
  useFocusBack()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the overlay
  useEffect(nav.close, [pathname])

  return (
    <AppShell
      layout="alt"
      header={{
        height:
          (fullScreen ? 0 : topBarHeight) +
          (reachable ? 0 : connectionBarHeight) +
          (deletedAt === undefined ? 0 : deletionBarHeight),
      }}
      navbar={{
        width: collapsed ? sideNavWidths.collapsed : sideNavWidths.expanded,
        breakpoint: 'sm',
        collapsed: { mobile: true, desktop: withoutSideNav },
      }}
      aside={{
        width: testPanelWidth,
        breakpoint: 'md',
        collapsed: { desktop: !testing, mobile: !testing },
      }}
      transitionDuration={120}
    >
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      {onPhone ? (
        <Drawer.Root opened={navOpened} onClose={nav.close} size={280}>
          <Drawer.Overlay />
          <Drawer.Content aria-label="Navigation">
            <nav aria-label="Main" className={styles.navDrawer}>
              <SideNav
                collapsed={false}
                onPhone
                onCollapse={collapse}
                onSearch={() => {
                  nav.close()
                  props.onSearch()
                }}
                onClose={nav.close}
              />
            </nav>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        <AppShell.Navbar aria-label="Main" inert={withoutSideNav}>
          <SideNav
            collapsed={collapsed}
            onPhone={false}
            onCollapse={collapse}
            onSearch={props.onSearch}
            onClose={nav.close}
          />
        </AppShell.Navbar>
      )}
      <AppShell.Header withBorder={!fullScreen} inert={behind}>
        <ConnectionBar />
        {deletedAt !== undefined && (
          <Box h={deletionBarHeight}>
            <Suspense fallback={null}>
              <DeletionBar deletedAt={deletedAt} height={deletionBarHeight} />
            </Suspense>
          </Box>
        )}
        {!fullScreen && (
          <TopBar
            onOpenNav={nav.open}
            onSearch={props.onSearch}
            actions={agentPlace ? props.actions : null}
            editors={agentPlace ? props.editors : null}
            bell={props.bell}
          />
        )}
      </AppShell.Header>
      <AppShell.Main className={styles.main} id="main" tabIndex={-1} inert={behind}>
        {props.children}
      </AppShell.Main>
      {testing && (
        <AppShell.Aside aria-label="Test panel" zIndex={onPhone ? 300 : undefined}>
          <TestPanelHead />
          <Box className={styles.testPanel}>{props.testPanel}</Box>
        </AppShell.Aside>
      )}
    </AppShell>
  )
}

function TestPanelHead() {
  const navigate = useNavigate()
  return (
    <Group className={styles.testPanelHead}>
      <Title order={2} size="h3">
        Test
      </Title>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Hide Test"
        onClick={() => navigate({ to: '.', search: (search) => ({ ...search, showDebugger: false }) })}
      >
        <IconX size={18} />
      </ActionIcon>
    </Group>
  )
}
