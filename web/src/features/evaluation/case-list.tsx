import { Badge, Button, Checkbox, Group, Table, Text } from '@mantine/core'
import type { TestCaseView } from '@parley/contracts/evaluation/endpoints.ts'
import { type TestCaseOrigin, testedVersions, titleOf } from '@parley/contracts/evaluation/names.ts'
import { useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { AnchorLink } from '../../design/links.tsx'
import { ListTable } from '../../design/lists/list-table.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { expectationWords, plural, versionNames } from '../../shell/test-panel/test-words.ts'
import styles from './tests.module.css'

const origins: Record<TestCaseOrigin, string> = {
  typed: 'Written',
  file: 'File',
  conversation: 'Conversation',
  knowledge: 'Knowledge',
}

/** The test cases, of which some can be chosen to be run. `onRun`: undefined while a run is in progress. */
export function CaseList(props: {
  cases: TestCaseView[]
  onRun: ((caseIds: readonly string[]) => void) | undefined
}) {
  const { cases, onRun } = props
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const chosen = cases.filter(({ caseId }) => ticked.has(caseId)).map(({ caseId }) => caseId)
  const tick = (caseId: string, on: boolean) => {
    const after = new Set(ticked)
    if (on) after.add(caseId)
    else after.delete(caseId)
    setTicked(after)
  }
  return (
    <>
      {chosen.length > 0 && (
        <Group gap="sm">
          <Text fw={500}>{plural(chosen.length, 'test')} selected</Text>
          <Button size="xs" variant="default" disabled={!onRun} onClick={() => onRun?.(chosen)}>
            Run selected
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => setTicked(new Set())}>
            Clear
          </Button>
        </Group>
      )}
      <ListTable
        className={styles.cases}
        head={
          <>
            <Table.Th>
              <Checkbox
                aria-label="Select all"
                checked={chosen.length === cases.length}
                indeterminate={chosen.length > 0 && chosen.length < cases.length}
                onChange={(event) =>
                  setTicked(new Set(event.currentTarget.checked ? cases.map(({ caseId }) => caseId) : []))
                }
              />
            </Table.Th>
            <Table.Th>Test</Table.Th>
            <Table.Th>Expected answer</Table.Th>
            <Table.Th>Last result</Table.Th>
            <Table.Th>Saved</Table.Th>
          </>
        }
      >
        {cases.map((one) => (
          <Row
            key={one.caseId}
            known={one}
            ticked={ticked.has(one.caseId)}
            onTick={(on) => tick(one.caseId, on)}
          />
        ))}
      </ListTable>
    </>
  )
}

function Row(props: { known: TestCaseView; ticked: boolean; onTick: (on: boolean) => void }) {
  const { caseId, testCase, savedAt, origin, last } = props.known
  const title = testCase ? titleOf(testCase) : 'The conversation of this test was erased'
  const expected = testCase?.lines.flatMap(({ expects }) => expectationWords(expects)) ?? []
  const lines = testCase?.lines.length ?? 0
  return (
    <Table.Tr>
      <Table.Td data-cell="check">
        <Checkbox
          aria-label={`Select ${title}`}
          checked={props.ticked}
          onChange={(event) => props.onTick(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td data-cell="title">
        <div className={styles.words}>
          <AnchorLink
            to="/app/$region/agents/$agentId/tests"
            params={useAgentPlace()}
            search={(search) => ({ ...search, testCase: caseId })}
            fw={600}
            underline="hover"
            c={testCase ? 'var(--mantine-color-text)' : 'dimmed'}
          >
            <bdi>{title}</bdi>
          </AnchorLink>
          <Text size="xs" c="dimmed">
            {[lines > 1 ? plural(lines, 'line') : undefined, origins[origin]].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </Table.Td>
      <Table.Td>
        <Text c="dimmed" lineClamp={2} title={expected.join('\n')}>
          {expected.length === 0 ? 'Any reply' : expected.join(' · ')}
        </Text>
      </Table.Td>
      <Table.Td data-cell="line">
        <Group gap={6}>
          {testedVersions.map((version) => {
            const passed = last?.[version]
            return passed === undefined ? null : (
              <Badge key={version} variant="light" color={passed ? 'teal' : 'red'}>
                {versionNames[version]} {passed ? 'passed' : 'failed'}
              </Badge>
            )
          })}
          {!last && <Text c="dimmed">Not run</Text>}
        </Group>
      </Table.Td>
      <Table.Td data-cell="aside">
        <Text c="dimmed" component="span">
          <Moment at={savedAt} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
