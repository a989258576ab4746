import { Text } from '@mantine/core'
import type { CrawlRunView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { daysOfAnswers } from '@parley/contracts/knowledge/crawl-names.ts'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { Section } from '../../design/pages/page.tsx'
import { useMay } from '../../shell/access/use-may.ts'
import styles from './automations.module.css'
import { answersQuery, type RunPlace, testsQuery } from './queries.ts'

type Props = { place: RunPlace; run: CrawlRunView }

/** Whether a run replaced or removed a text that answers may rest on. */
const touchesAny = ({ changed, removed }: CrawlRunView) => changed + removed > 0

/** Answers that cite a page that the run changed or removed. */
export function TouchedAnswers({ place, run }: Props) {
  const may = useMay()('conversation.read')
  const answers = useQuery({ ...answersQuery(place), enabled: may && touchesAny(run) })
  const { region, agentId } = place
  if (!may || !touchesAny(run)) return null
  return (
    <Section
      title="Answers"
      explanation={`What the agent answered in the last ${daysOfAnswers} days from pages that this run changed or removed.`}
    >
      {answers.isPending && <LoadingRows rows={2} height={44} />}
      {answers.isError && !answers.data && (
        <FailedList
          title="The answers could not be loaded"
          error={answers.error}
          onRetry={() => answers.refetch()}
        />
      )}
      {answers.data?.items.length === 0 && <Text c="dimmed">No answer cites one of these pages.</Text>}
      {answers.data && answers.data.items.length > 0 && (
        <ul className={styles.rows} aria-label="Answers">
          {answers.data.items.map(({ conversationId, messageId, at, text, pages }) => (
            <li key={`${conversationId} ${messageId}`}>
              <div className={styles.row}>
                <span className={styles.words}>
                  <AnchorLink
                    className={styles.cut ?? ''}
                    to="/app/$region/agents/$agentId/convos"
                    params={{ region, agentId }}
                    search={{ view: 'all', conversation: conversationId }}
                  >
                    <bdi>{text ?? 'An answer whose text was erased'}</bdi>
                  </AnchorLink>
                  <Text component="span" size="sm" c="dimmed" className={styles.cut}>
                    Cites <bdi>{pages.map(({ title }) => title).join(', ')}</bdi>
                  </Text>
                </span>
                <Text component="span" size="sm" c="dimmed" flex="none">
                  <Moment at={at} />
                </Text>
              </div>
            </li>
          ))}
        </ul>
      )}
      {answers.data?.backTo && (
        <Text c="dimmed">
          Answers from before <Moment at={answers.data.backTo} /> were not looked through.
        </Text>
      )}
    </Section>
  )
}

/** Tests that expect one of the pages to be cited. */
export function TouchedTests({ place, run }: Props) {
  const may = useMay()('test.read')
  const tests = useQuery({ ...testsQuery(place), enabled: may && touchesAny(run) })
  const { region, agentId } = place
  if (!may || !tests.data || tests.data.items.length === 0) return null
  return (
    <Section title="Tests" explanation="Tests that expect an answer from this website.">
      <ul className={styles.rows} aria-label="Tests">
        {tests.data.items.map(({ caseId, name, source }) => (
          <li key={caseId}>
            <div className={styles.row}>
              <AnchorLink
                className={`${styles.words} ${styles.cut}`}
                to="/app/$region/agents/$agentId/tests"
                params={{ region, agentId }}
                search={{ testCase: caseId }}
              >
                <bdi>{name}</bdi>
              </AnchorLink>
              <Text component="span" size="sm" c="dimmed" className={styles.cut} maw="50%">
                Expects <bdi>{source}</bdi>
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
