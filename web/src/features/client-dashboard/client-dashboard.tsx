import { AppShell, Burger, Drawer, Group, Text, Tooltip, useComputedColorScheme } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { PoweredBy } from '@parley/contracts/agency/white-label.ts'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import {
  noticeFailure,
  noticeSuccess,
  noticesForClients,
  noticeWarning,
} from '../../design/notices/notices.ts'
import { BrandMark } from '../../design/theme/brand-mark.tsx'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { pageNotAllowed, toldBefore } from '../../server/client-memory.ts'
import type { SignedInClient } from '../../server/client-session.ts'
import { openView } from '../../server/client-view.ts'
import { useReachable } from '../../server/connection.ts'
import { useLiveChanges } from '../../server/live.ts'
import { agentQuery, sessionQuery } from '../../server/queries.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { AgentSwitcher } from '../../shell/agent/agent-switcher.tsx'
import { AgencyLooks } from '../../shell/client-area/agency-looks.tsx'
import { entriesOf, mayCreateAgents } from '../../shell/client-area/client-pages.ts'
import { ClientFooter, logoOf } from '../../shell/client-area/client-parts.tsx'
import { AccessDisabled, NoAccess } from '../../shell/client-area/whole-screen.tsx'
import { ConnectionBar, connectionBarHeight } from '../../shell/connection-bar.tsx'
import frame from '../../shell/navigation/app-frame.module.css'
import { useAgentPlaceIfAny, useSession, useWorkspace } from '../../shell/navigation/places.ts'
import { useShownPath } from '../../shell/navigation/shown-path.ts'
import topBar from '../../shell/navigation/top-bar.module.css'
import { useFullScreen } from '../../shell/navigation/use-rails.ts'
import { useFocusBack } from '../../shell/use-focus-back.ts'
import { AboutDrawer } from './about-drawer.tsx'
import { AccountDrawer } from './account-drawer.tsx'
import { AddUserDrawer } from './add-user-drawer.tsx'
import { AgencyAdminBar } from './agency-admin-bar.tsx'
import styles from './client-dashboard.module.css'
import { ClientMenu } from './client-menu.tsx'
import { ClientNav } from './client-nav.tsx'
import { CreditsButton } from './credits-button.tsx'
import { FeedbackButton } from './feedback-button.tsx'
import { FeedbackDrawer } from './feedback-drawer.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { OrganisationMenu, type OrganisationPart } from './organisation-menu.tsx'
import { ownOrganisationQuery } from './queries.ts'
import { StatusToggle, useClientStatus } from './status-toggle.tsx'
import { ThemeButton } from './theme-button.tsx'
import { useClientSignOut } from './use-client-sign-out.ts'
import { ViewBar, viewBarHeight } from './view-bar.tsx'

const topBarHeight = 56
const navWidth = 220
const navRowHeight = 48
/** From here on, everything has its place in the bar. */
const wholeBar = '(min-width: 75em)'
/** Part 2 §8, in ms. */
const noAgentsMs = 3_000
const signedInMs = 3_000

type Parts = {
  actions: ReactNode
  bell: ReactNode
  notificationSettings: ReactNode
  /** The drawer in which a client creates an agent. */
  newAgent: (of: { session: Session; onClose: () => void }) => ReactNode
  children: ReactNode
}

/** The dashboard of a client under the brand of its agency (part 2 §2.4), or why it may not open it. */
export function ClientDashboard(props: Parts) {
  const { client } = useSession()
  useEffect(noticesForClients, [])
  if (!client) return null
  return (
    // Another language takes effect on everything that is shown.
    <AgencyLooks key={client.session?.clientData.preferredLanguage} agency={client.agency}>
      <Within client={client} {...props} />
    </AgencyLooks>
  )
}

function Within(props: Parts & { client: SignedInClient }) {
  const { agency, session, disabled } = props.client
  const signOut = useClientSignOut()
  const place = useAgentPlaceIfAny()
  const onboarding = useRouterState({
    select: ({ location }) => location.pathname.endsWith('/client/onboarding'),
  })
  const [creating, setCreating] = useState(false)
  const leaving = { agency, onLogOut: () => signOut.mutate(), loggingOut: signOut.isPending }
  if (disabled !== undefined) return below(session, <AccessDisabled {...leaving} message={disabled} />)
  if (!session) return null
  if (onboarding) return below(session, props.children)
  const mayCreate = mayCreateAgents(session)
  const onNewAgent = mayCreate ? () => setCreating(true) : undefined
  const hasAgents = session.clientData.widgetIDs.length > 0
  return (
    <>
      {place ? (
        <Frame {...props} session={session} onNewAgent={onNewAgent} />
      ) : (
        below(session, <WithoutAgents {...{ hasAgents, onNewAgent }} {...leaving} />)
      )}
      {creating && mayCreate && props.newAgent({ session, onClose: () => setCreating(false) })}
    </>
  )
}

/** What takes the whole screen, below the bar of a view or of the agency's admin. */
function below(session: SignedInClient['session'], content: ReactNode) {
  return (
    <>
      <WhoLooks session={session} />
      {content}
    </>
  )
}

/** Says who looks, unless it is the client itself. */
function WhoLooks({ session }: { session: SignedInClient['session'] }) {
  if (openView) return <ViewBar view={openView} />
  const admin = session?.agencyAdmin
  return admin ? <AgencyAdminBar session={admin} height={viewBarHeight} /> : null
}

function WithoutAgents({ hasAgents, ...leaving }: { hasAgents: boolean } & Parameters<typeof NoAccess>[0]) {
  useEffect(() => {
    if (!hasAgents) noticeFailure(t('This account has no agents'), noAgentsMs)
  }, [hasAgents])
  return <NoAccess {...leaving} />
}

type Session = NonNullable<SignedInClient['session']>

function Frame(
  props: Parts & { client: SignedInClient; session: Session; onNewAgent: (() => void) | undefined },
) {
  const { agency } = props.client
  const { clientData } = props.session
  const { region, workspaceId } = useWorkspace()
  const place = useAgentPlaceIfAny()
  const may = useMay()
  const onPhone = useOnPhone()
  const roomy = useMediaQuery(wholeBar, true, { getInitialValueInEffect: false })
  const inRow = props.session.orgData.dashboardLayout === 'horizontal' && !onPhone
  const fullScreen = useFullScreen()
  const reachable = useReachable()
  const [navOpened, nav] = useDisclosure(false)
  const [drawer, setDrawer] = useState<'account' | 'feedback' | OrganisationPart>()
  const onFeedback = props.session.feedback && !openView ? () => setDrawer('feedback') : undefined
  const logo = logoOf(agency, useComputedColorScheme('light'))
  const brand = { name: agency.name, ...(logo && { logo }) }
  const { data: agent, isError: agentsFailed } = useQuery({
    ...agentQuery(place ?? { region, agentId: '' }),
    enabled: !!place,
  })
  const { isRefetchError: accountFailed } = useQuery({ ...sessionQuery(), enabled: false })
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const isAdmin = props.session.agencyAdmin !== undefined
  const status = useClientStatus(clientData, { ofNobody: isAdmin })
  useLiveChanges(region, workspaceId)
  useFocusBack()
  useEffect(() => {
    const notice = toldBefore()
    if (notice === pageNotAllowed) noticeWarning(t(notice))
    else if (notice !== undefined) noticeSuccess(t(notice), signedInMs)
  }, [])
  useEffect(() => {
    if (agentsFailed) noticeFailure(t('Error loading agents'))
  }, [agentsFailed])
  useEffect(() => {
    if (accountFailed) noticeFailure(t('Error occurred refreshing account data.'))
  }, [accountFailed])
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the overlay
  useEffect(nav.close, [pathname])
  const entries = place && <ClientNav place={place} access={props.session} agent={agent} />
  const behind = onPhone && navOpened
  const path = useShownPath()
  const page = entriesOf(props.session, agent).find(({ subpage }) =>
    path.endsWith(`/agents/${place?.agentId}/${subpage}`),
  )
  const organisation = (
    <OrganisationMenu
      session={props.session}
      onOpen={(part) => {
        nav.close()
        setDrawer(part)
      }}
    />
  )
  // Known together with the credits, which would move the rest aside.
  const creditsKnown = useQuery({ ...ownOrganisationQuery(region), enabled: !isAdmin }).isFetched
  const inBar = creditsKnown && roomy
  const besideEntries = !isAdmin && !roomy && (
    <div className={styles.besideEntries}>
      <StatusToggle {...status} />
      <CreditsButton session={props.session} />
    </div>
  )
  const ofDrawer = { session: props.session, onClose: () => setDrawer(undefined) }

  return (
    <AppShell
      layout="alt"
      header={{
        height:
          (fullScreen ? 0 : topBarHeight) +
          (inRow ? navRowHeight : 0) +
          (reachable ? 0 : connectionBarHeight) +
          (openView || isAdmin ? viewBarHeight : 0),
      }}
      navbar={{ width: navWidth, breakpoint: 'sm', collapsed: { mobile: true, desktop: inRow } }}
      transitionDuration={120}
    >
      <a href="#main" className={frame.skip}>
        {t('Skip to content')}
      </a>
      {onPhone ? (
        <Drawer.Root opened={navOpened} onClose={nav.close} size={280}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('Navigation')}>
            <nav aria-label={t('Main')} className={styles.nav} data-part="side-nav">
              <div className={styles.brand}>
                <PoweredByTip by={agency.poweredBy}>
                  <BrandMark brand={brand} />
                </PoweredByTip>
              </div>
              <div>{organisation}</div>
              {entries}
              {besideEntries}
            </nav>
          </Drawer.Content>
        </Drawer.Root>
      ) : inRow ? null : (
        <AppShell.Navbar aria-label={t('Main')} className={styles.nav} data-part="side-nav">
          <div className={styles.brand}>
            <PoweredByTip by={agency.poweredBy}>
              <BrandMark brand={brand} />
            </PoweredByTip>
          </div>
          {!isAdmin && !roomy && <div>{organisation}</div>}
          {entries}
          {besideEntries}
        </AppShell.Navbar>
      )}
      <AppShell.Header withBorder={!fullScreen} inert={behind} data-part="top-bar">
        <WhoLooks session={props.session} />
        <ConnectionBar />
        {!fullScreen && (
          <Group className={topBar.bar} wrap="nowrap" gap="xs">
            {inRow && (
              <div className={styles.brandInBar}>
                <PoweredByTip by={agency.poweredBy}>
                  <BrandMark brand={brand} />
                </PoweredByTip>
              </div>
            )}
            <Burger hiddenFrom="sm" size="sm" onClick={nav.open} aria-label={t('Open navigation')} />
            <Group gap={4} wrap="nowrap" className={topBar.places}>
              {!isAdmin && (roomy || inRow) && (
                <>
                  {organisation}
                  <Text c="dimmed" aria-hidden>
                    /
                  </Text>
                </>
              )}
              {place && <AgentSwitcher place={place} page={page?.subpage} onNew={props.onNewAgent} />}
            </Group>
            {props.actions}
            {!onPhone && creditsKnown && onFeedback && (
              <FeedbackButton onClick={onFeedback} asIcon={!roomy} />
            )}
            {inBar && (
              <>
                <StatusToggle {...status} />
                <CreditsButton session={props.session} />
              </>
            )}
            {!onPhone && <ThemeButton />}
            {props.session.orgData.name !== '' && may('notification.read') && props.bell}
            <ClientMenu
              client={clientData}
              onAccount={isAdmin ? undefined : () => setDrawer('account')}
              withTheme={onPhone}
              {...(onPhone && onFeedback && { onFeedback })}
            />
          </Group>
        )}
        {inRow && (
          <nav
            aria-label={t('Main')}
            className={styles.row}
            style={{ height: navRowHeight }}
            data-part="side-nav"
          >
            {entries}
            {besideEntries}
          </nav>
        )}
      </AppShell.Header>
      <AppShell.Main className={frame.main} id="main" tabIndex={-1} inert={behind}>
        {props.children}
        {!/\/agents\/[^/]+\/(convos|prompt|nodes|c\/.*)$/.test(pathname) && <ClientFooter agency={agency} />}
      </AppShell.Main>
      {drawer === 'account' && (
        <AccountDrawer
          client={clientData}
          hasPassword={!agency.settings.disablePasswordLogin && !openView}
          notifications={may('notification.manage') && props.notificationSettings}
          onClose={() => setDrawer(undefined)}
        />
      )}
      {drawer === 'feedback' && <FeedbackDrawer {...ofDrawer} />}
      {drawer === 'members' && <MembersDrawer {...ofDrawer} />}
      {drawer === 'about' && <AboutDrawer {...ofDrawer} />}
      {drawer === 'add-user' && <AddUserDrawer {...ofDrawer} />}
    </AppShell>
  )
}

/** Who it is powered by, at the agency's logo, where the agency has no white label (part 2 §2.4). */
function PoweredByTip({ by, children }: { by: PoweredBy | undefined; children: ReactNode }) {
  return by ? (
    <Tooltip label={t('Powered by {name}', { name: by.name })}>
      <div>{children}</div>
    </Tooltip>
  ) : (
    children
  )
}
