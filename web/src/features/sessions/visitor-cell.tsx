import { Text } from '@mantine/core'
import type { VisitView } from '@parley/contracts/conversation/visit-endpoints.ts'
import { AnchorLink } from '../../design/links.tsx'
import { countryName } from '../../design/words/names.ts'
import { visitorNameOf } from '../../design/words/visitor-name.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import styles from './sessions.module.css'
import { countWords, pageWords } from './visit-words.ts'

/** The visitor, who leads to the conversation. */
export function VisitorCell({ visit }: { visit: VisitView }) {
  const { region } = useWorkspace()
  const { agentId, conversationId, country, visits } = visit
  const about = [
    ...(country ? [countryName(country)] : []),
    ...(visits > 1 ? [countWords(visits, 'visit')] : []),
  ]
  return (
    <>
      <AnchorLink
        className={styles.cut ?? ''}
        to="/app/$region/agents/$agentId/convos"
        params={{ region, agentId }}
        search={{ view: 'all', conversation: conversationId }}
        fw={600}
        underline="hover"
        c="var(--mantine-color-text)"
      >
        <bdi>{visitorNameOf(visit)}</bdi>
      </AnchorLink>
      {about.length > 0 && (
        <Text size="sm" c="dimmed" className={styles.cut} visibleFrom="sm">
          {about.join(' · ')}
        </Text>
      )}
    </>
  )
}

export function PageOf({ visit: { pageUrl } }: { visit: VisitView }) {
  return pageUrl === undefined ? (
    <Text component="span" inherit c="dimmed">
      –
    </Text>
  ) : (
    <span className={styles.cut} title={pageUrl}>
      {pageWords(pageUrl)}
    </span>
  )
}
