import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { AnchorLink } from '../../design/links.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { viewNames } from './conversation-words.ts'
import styles from './conversations.module.css'
import { countsQuery } from './queries.ts'
import { useSavedViews } from './saved-views.tsx'
import { viewOf, views } from './search.ts'
import { UnreadBadge } from './unread-badge.tsx'

const route = getRouteApi('/app/$region/agents/$agentId/convos')

/** Without this, the link of a view without parameters would count as active in every view. */
const wholeSearch = { includeSearch: true, explicitUndefined: true }

/** The built-in views with their counts, and how many in each are unread. */
export function ViewLinks() {
  const place = useAgentPlace()
  const search = route.useSearch()
  const counts = useQuery(countsQuery(place))
  const { current } = useSavedViews()
  const present = current ? undefined : viewOf(search)
  return (
    <Group component="nav" gap={6} aria-label={t('Views')}>
      {views.map((view) => (
        <AnchorLink
          key={view}
          to="/app/$region/agents/$agentId/convos"
          params={place}
          search={(before) => ({
            ...before,
            view: view === 'open' ? undefined : view,
            conversation: undefined,
          })}
          activeOptions={wholeSearch}
          className={styles.view}
          aria-current={view === present ? 'page' : undefined}
          data-urgent={(view === 'waiting' && (counts.data?.waiting ?? 0) > 0) || undefined}
          underline="never"
        >
          {view === 'waiting' ? t('Waiting') : t(viewNames[view])}
          {counts.data && (
            <Text component="span" size="xs" className="tabular" inherit>
              {count(counts.data[view])}
            </Text>
          )}
          <UnreadBadge unread={counts.data?.unread[view]} />
        </AnchorLink>
      ))}
    </Group>
  )
}
