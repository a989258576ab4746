import {
  Box,
  Button,
  Card,
  Group,
  NavLink,
  Stack,
  Switch,
  Text,
  Title,
  useComputedColorScheme,
} from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import type { WhiteLabelView } from '@parley/contracts/agency/white-label-endpoints.ts'
import { clientPages, defaultClientAccess } from '@parley/contracts/client/pages.ts'
import {
  IconAddressBook,
  IconBell,
  IconChartBar,
  IconHome,
  IconLayoutGrid,
  IconMenu2,
  IconMessage2,
  IconMessages,
  IconSelector,
  IconSend,
} from '@tabler/icons-react'
import { BrandMark } from '../../../design/brand-mark.tsx'
import { NameAvatar } from '../../../design/name-avatar.tsx'
import work from '../../../design/work-card.module.css'
import { WorkCard } from '../../../design/work-card.tsx'
import styles from '../../../shell/client-area/client.module.css'
import { ClientFooter, logoOf } from '../../../shell/client-area/client-parts.tsx'
import entryStyles from '../../../shell/nav-entry.module.css'

const icons: Partial<Record<string, typeof IconHome>> = {
  '/home': IconHome,
  '/convos': IconMessages,
  '/analytics': IconChartBar,
  '/leads': IconAddressBook,
  '/campaigns': IconSend,
}
/** Those of the pages that a new client may see which there are. */
const pages = clientPages.filter((page) => defaultClientAccess.includes(page.href) && !('until' in page))

const organisation = 'Harbour Tea'
const agent = 'Tea Advisor'
const questions = ['Do you ship to Norway?', 'Is the green tea organic?']
const figures = [
  ['Conversations', '128'],
  ['Visitor messages', '412'],
  ['Agent replies', '398'],
  ['Unanswered questions', '2'],
  ['Failed replies', '0'],
] as const
const loaded = { isPending: false, isError: false, data: true, error: undefined, refetch() {} }

/** What a client's dashboard looks like, with names and figures that are made up: the preview shows no client's data. */
export function ClientDashboard({ agency }: { agency: AgencySettings & Pick<WhiteLabelView, 'poweredBy'> }) {
  const logo = logoOf(agency, useComputedColorScheme('light'))
  const brand = { name: agency.name, ...(logo && { logo }) }
  return (
    <div className={styles.dashboard}>
      <div className={styles.nav} data-part="side-nav">
        <div className={styles.brand}>
          <BrandMark brand={brand} />
        </div>
        <Entries tabs={agency.customTabs} />
      </div>
      <TopBar />
      <Home />
      <div className={styles.ofFooter}>
        <ClientFooter agency={agency} />
      </div>
    </div>
  )
}

function Entries({ tabs }: { tabs: AgencySettings['customTabs'] }) {
  const entry = { component: 'span', className: entryStyles.entry, 'data-part': 'nav-entry' } as const
  return (
    <Stack gap={4}>
      {pages.map(({ href, label }, nth) => {
        const PageIcon = icons[href] ?? IconLayoutGrid
        const icon = <PageIcon size={18} stroke={1.75} />
        return <NavLink key={href} {...entry} label={label} active={nth === 0} leftSection={icon} />
      })}
      {tabs.map(({ tabId, label, iconUrl }) => {
        const icon = iconUrl ? (
          <img src={iconUrl} alt="" className={styles.icon} />
        ) : (
          <IconLayoutGrid size={18} stroke={1.75} />
        )
        return <NavLink key={tabId} {...entry} label={label} leftSection={icon} />
      })}
    </Stack>
  )
}

/** As that of a client (`client-dashboard`), who has its organisation, feedback and status in the menu on phones. */
function TopBar() {
  const subtle = { variant: 'subtle', color: 'gray', size: 'sm' } as const
  const switcher = { ...subtle, px: 'xs', c: 'var(--mantine-color-text)' } as const
  const selector = <IconSelector size={16} stroke={1.75} />
  return (
    <div className={styles.bar} data-part="top-bar">
      <IconMenu2 size={20} className={styles.phoneOnly} aria-hidden />
      <Group gap={4} wrap="nowrap" flex={1} miw={0}>
        <Group gap={4} wrap="nowrap" className={styles.wideOnly}>
          <Button {...switcher} rightSection={selector}>
            {organisation}
          </Button>
          <Text c="dimmed" aria-hidden>
            /
          </Text>
        </Group>
        <Button {...switcher} rightSection={selector}>
          {agent}
        </Button>
      </Group>
      <Group gap="xs" wrap="nowrap" className={styles.wideOnly}>
        <Button {...subtle} leftSection={<IconMessage2 size={18} stroke={1.75} />}>
          Feedback
        </Button>
        <Switch size="sm" color="teal" checked readOnly label="Online" data-part="status" />
      </Group>
      <IconBell size={20} stroke={1.75} aria-hidden className={styles.bell} />
      <NameAvatar name="Clara Holm" size={32} aria-hidden />
    </div>
  )
}

/** As that of a client (`home-page`). */
function Home() {
  return (
    <div className={styles.main} data-part="page">
      <Box mb="lg">
        <Title order={1} data-part="page-title">
          {agent}
        </Title>
        <Text c="dimmed" mt={4}>
          Orders and questions about tea.
        </Text>
      </Box>
      <Stack gap="md">
        <WorkCard title="Waiting for a person" count={0} query={loaded} nothing="Nobody waits for a person.">
          {null}
        </WorkCard>
        <WorkCard title="Not answered" count={questions.length} query={loaded} nothing="">
          {questions.map((question) => (
            <li key={question} className={work.row}>
              <div className={work.words}>
                <Text fw={500}>{question}</Text>
                <Text c="dimmed" size="sm">
                  yesterday
                </Text>
              </div>
            </li>
          ))}
        </WorkCard>
        <Title order={2} size="h3">
          Last 7 days
        </Title>
        <div className={styles.figures}>
          {figures.map(([name, value]) => (
            <Card key={name} padding="md">
              <Text c="dimmed" size="xs" fw={500}>
                {name}
              </Text>
              <Text fz={24} fw={700} lh="32px" className="tabular">
                {value}
              </Text>
            </Card>
          ))}
        </div>
      </Stack>
    </div>
  )
}
