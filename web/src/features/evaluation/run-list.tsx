import { Table, Text } from '@mantine/core'
import type { TestRunView } from '@parley/contracts/evaluation/endpoints.ts'
import { testedVersions } from '@parley/contracts/evaluation/names.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { testRunsQuery } from '../../server/tests.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { credits, outcomeWords, plural, seconds, versionNames } from '../../shell/test-panel/test-words.ts'
import styles from './tests.module.css'

/** The newest runs. */
export function RunList() {
  const place = useAgentPlace()
  const runs = useQuery(testRunsQuery(place))
  if (runs.isPending) return <LoadingRows rows={3} height={56} />
  if (runs.isError)
    return (
      <FailedList title="The runs could not be loaded" error={runs.error} onRetry={() => runs.refetch()} />
    )
  if (runs.data.length === 0)
    return (
      <EmptyList
        icon={<IconHistory size={24} />}
        title="No runs yet"
        explanation="Each test run is listed here with what passed, what failed and what it cost."
      />
    )
  return (
    <ListTable
      className={styles.runs}
      head={
        <>
          <Table.Th>Run</Table.Th>
          <Table.Th>Draft</Table.Th>
          <Table.Th>Published</Table.Th>
          <Table.Th>Cost and time</Table.Th>
        </>
      }
    >
      {runs.data.map((run) => (
        <Row key={run.runId} run={run} />
      ))}
    </ListTable>
  )
}

function Row({ run }: { run: TestRunView }) {
  const place = useAgentPlace()
  const figures = testedVersions.map((version) => run[version])
  const sum = (key: 'cost' | 'tookMs') => figures.reduce((total, one) => total + (one?.[key] ?? 0), 0)
  return (
    <Table.Tr>
      <Table.Td data-cell="title">
        <div className={styles.words}>
          <AnchorLink
            to="/app/$region/agents/$agentId/tests"
            params={place}
            search={(search) => ({ ...search, run: run.runId })}
            fw={600}
            underline="hover"
            c="var(--mantine-color-text)"
          >
            <Moment at={run.startedAt} />
          </AnchorLink>
          <Text size="xs" c="dimmed">
            {run.replays ? plural(run.cases, 'replayed conversation') : plural(run.cases, 'test')} ·{' '}
            {run.outcome ? outcomeWords[run.outcome] : 'Running'}
          </Text>
        </div>
      </Table.Td>
      {testedVersions.map((version) => {
        const one = run[version]
        return (
          <Table.Td
            key={version}
            data-cell={version === 'draft' ? 'line' : 'end'}
            data-label={versionNames[version]}
          >
            {one ? (
              <span className="tabular">
                {one.passed} {run.replays ? 'same' : 'passed'}
                {one.failed > 0 && (
                  <Text span className={run.replays ? undefined : styles.failed}>
                    , {one.failed} {run.replays ? 'different' : 'failed'}
                  </Text>
                )}
                {one.notComparable !== undefined && `, ${one.notComparable} not comparable`}
              </span>
            ) : (
              <Text c="dimmed">–</Text>
            )}
          </Table.Td>
        )
      })}
      <Table.Td data-cell="aside">
        <Text c="dimmed" span>
          {run.replays ? 'not charged' : credits(sum('cost'))}, {seconds(sum('tookMs'))}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
