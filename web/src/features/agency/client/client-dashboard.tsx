import { Badge, Button, NavLink, Paper, Text, Title, useComputedColorScheme } from '@mantine/core'
import type { AgencySettings } from '@parley/contracts/agency/settings.ts'
import { clientPages, defaultClientAccess } from '@parley/contracts/client/pages.ts'
import {
  IconAddressBook,
  IconChartBar,
  IconHome,
  IconLayoutGrid,
  IconMenu2,
  IconMessages,
  IconSend,
} from '@tabler/icons-react'
import { BrandMark } from '../../../design/brand-mark.tsx'
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

const figures = [
  ['Conversations', '128'],
  ['Resolved', '94 %'],
  ['Leads', '31'],
] as const
const days = [46, 62, 38, 80, 71, 95, 58, 76, 88, 64]

/** What a client's dashboard looks like, with figures that are made up: the preview shows no client's data. */
export function ClientDashboard({ agency }: { agency: AgencySettings }) {
  const logo = logoOf(agency, useComputedColorScheme('light'))
  const brand = { name: agency.name, ...(logo && { logo }) }
  return (
    <div className={styles.dashboard}>
      <div className={styles.nav} data-part="side-nav">
        <div className={styles.brand}>
          <BrandMark brand={brand} />
        </div>
        {pages.map(({ href, label }, nth) => {
          const PageIcon = icons[href] ?? IconLayoutGrid
          return (
            <NavLink
              key={href}
              component="span"
              label={label}
              active={nth === 0}
              leftSection={<PageIcon size={18} stroke={1.75} />}
              className={entryStyles.entry}
              data-part="nav-entry"
            />
          )
        })}
        {agency.customTabs.map(({ tabId, label, iconUrl }) => (
          <NavLink
            key={tabId}
            component="span"
            label={label}
            leftSection={
              iconUrl ? (
                <img src={iconUrl} alt="" className={styles.icon} />
              ) : (
                <IconLayoutGrid size={18} stroke={1.75} />
              )
            }
            className={entryStyles.entry}
            data-part="nav-entry"
          />
        ))}
      </div>
      <div className={styles.bar} data-part="top-bar">
        <IconMenu2 size={20} className={styles.phoneOnly} aria-hidden />
        <div className={styles.phoneOnly}>
          <BrandMark brand={brand} />
        </div>
        <Badge variant="light" color="teal" ml="auto">
          Online
        </Badge>
      </div>
      <div className={styles.main} data-part="page">
        <Title order={1} mb="lg" data-part="page-title">
          Home
        </Title>
        <div className={styles.figures}>
          {figures.map(([name, value]) => (
            <Paper key={name} p="md" data-part="section">
              <Text c="dimmed">{name}</Text>
              <Text fz={28} fw={700} className="tabular">
                {value}
              </Text>
            </Paper>
          ))}
        </div>
        <Paper p="md" mt="md" data-part="section">
          <Text fw={700} mb="md">
            Conversations a day
          </Text>
          <div className={styles.chart} aria-hidden>
            {days.map((height) => (
              <span key={height} style={{ height: `${height}%` }} />
            ))}
          </div>
          <Button mt="md">Open conversations</Button>
        </Paper>
      </div>
      <div className={styles.ofFooter}>
        <ClientFooter agency={agency} />
      </div>
    </div>
  )
}
