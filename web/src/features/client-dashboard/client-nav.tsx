import type { ClientPageHref } from '@parley/contracts/client/pages.ts'
import { clientPages } from '@parley/contracts/client/pages.ts'
import {
  type Icon,
  IconAddressBook,
  IconBinaryTree2,
  IconBook2,
  IconChartBar,
  IconHome,
  IconMessages,
  IconSettings,
  IconSparkles,
} from '@tabler/icons-react'
import type { AgentPlace } from '../../server/queries.ts'
import { type PagedAgent, pagesOf, subpageOf } from '../../shell/client-area/client-pages.ts'
import { NavEntry } from '../../shell/nav-entry.tsx'
import { useShownPath } from '../../shell/shown-path.ts'
import styles from './client-dashboard.module.css'

const icons: Partial<Record<ClientPageHref, Icon>> = {
  '/home': IconHome,
  '/convos': IconMessages,
  '/leads': IconAddressBook,
  '/analytics': IconChartBar,
  '/kb': IconBook2,
  '/prompt': IconBinaryTree2,
  '/nodes': IconSparkles,
  '/settings': IconSettings,
}

/** The pages of an agent that the client may open, in its order. */
export function ClientNav(props: {
  place: AgentPlace
  access: { canAccess: readonly string[]; clientTabOrder: readonly string[] }
  agent: PagedAgent | undefined
}) {
  const { place, access, agent } = props
  const path = useShownPath()
  return (
    <ul className={styles.entries}>
      {pagesOf(access, agent).map((href) => {
        const subpage = subpageOf(href, agent)
        return (
          <li key={href}>
            <NavEntry
              to={`/app/$region/agents/$agentId/${subpage}` as '/app/$region/agents/$agentId/home'}
              params={place}
              label={clientPages.find((page) => page.href === href)?.label ?? ''}
              icon={icons[href] ?? IconHome}
              collapsed={false}
              active={path.endsWith(`/${subpage}`)}
            />
          </li>
        )
      })}
    </ul>
  )
}
