import type { ClientPageHref } from '@parley/contracts/client/pages.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import {
  type Icon,
  IconAddressBook,
  IconArrowsExchange,
  IconBinaryTree2,
  IconBook2,
  IconChartBar,
  IconHome,
  IconLayoutGrid,
  IconMessages,
  IconSend,
  IconSettings,
  IconSparkles,
} from '@tabler/icons-react'
import { t } from '../../design/language.ts'
import type { AgentPlace } from '../../server/queries.ts'
import {
  type ClientAccess,
  type ClientEntry,
  entriesOf,
  type PagedAgent,
} from '../../shell/client-area/client-pages.ts'
import { NavEntry } from '../../shell/navigation/nav-entry.tsx'
import { useShownPath } from '../../shell/navigation/shown-path.ts'
import styles from './client-dashboard.module.css'

const icons: Partial<Record<ClientPageHref, Icon>> = {
  '/home': IconHome,
  '/convos': IconMessages,
  '/leads': IconAddressBook,
  '/campaigns': IconSend,
  '/analytics': IconChartBar,
  '/kb': IconBook2,
  '/channels': IconArrowsExchange,
  '/prompt': IconBinaryTree2,
  '/nodes': IconSparkles,
  '/settings': IconSettings,
}

/** The pages of an agent and the custom tabs of the agency that the client may open, in its order. */
export function ClientNav(props: { place: AgentPlace; access: ClientAccess; agent: PagedAgent | undefined }) {
  const { place, access, agent } = props
  const path = useShownPath()
  return (
    <ul className={styles.entries}>
      {entriesOf(access, agent).map((entry) => (
        <li key={entry.subpage}>
          <NavEntry
            to={`/app/$region/agents/$agentId/${entry.subpage}` as '/app/$region/agents/$agentId/home'}
            params={place}
            {...looksOf(entry)}
            collapsed={false}
            active={path.endsWith(`/agents/${place.agentId}/${entry.subpage}`)}
          />
        </li>
      ))}
    </ul>
  )
}

function looksOf(entry: ClientEntry): { label: string; icon: Icon | string; title?: string } {
  if ('tab' in entry) {
    const { label, iconUrl, desc } = entry.tab
    return { label, icon: iconUrl || IconLayoutGrid, ...(desc && { title: desc }) }
  }
  const label = t(clientPages.find(({ href }) => href === entry.href)?.label ?? '')
  return { label, icon: icons[entry.href] ?? IconHome }
}
