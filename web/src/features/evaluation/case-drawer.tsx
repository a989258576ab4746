import { ActionIcon, Alert, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import type { TestCaseView } from '@parley/contracts/evaluation/endpoints.ts'
import { titleOf } from '@parley/contracts/evaluation/names.ts'
import type { TestCase } from '@parley/contracts/evaluation/test-case.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { AnchorLink } from '../../design/links.tsx'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { DrawerFooter, FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { ApiError, client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { ExpectationFields } from './expectation-fields.tsx'
import styles from './tests.module.css'
import { ToolResults } from './tool-results.tsx'

const blank: TestCase = { lines: [{ says: '', expects: {} }] }
const MOST_LINES = 20

/** Edits one test case: what the visitor says, and what a good answer to each line holds. */
export function CaseDrawer(props: { known: TestCaseView | undefined; onClose: () => void }) {
  const { known } = props
  const formId = useId()
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const before = known?.testCase ?? blank
  const [testCase, setTestCase] = useState(before)
  const loaded = useLoaded()
  const { lines } = testCase
  const changed = JSON.stringify(testCase) !== JSON.stringify(before)
  const erased = known !== undefined && !known.testCase
  const setLine = (nth: number, change: Partial<TestCase['lines'][number]>) =>
    setTestCase({ ...testCase, lines: lines.map((line, at) => (at === nth ? { ...line, ...change } : line)) })

  const done = async (words: string) => {
    await queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] })
    noticeSuccess(words)
    props.onClose()
  }
  const save = useMutation({
    mutationFn: async () => {
      if (!known) await client.call('testCases.add', { params: place, body: { testCase } })
      else
        await client.call(
          'testCases.save',
          { params: { ...place, caseId: known.caseId }, body: { testCase } },
          { loaded },
        )
    },
    onSuccess: () => done('The test was saved'),
  })
  const remove = useMutation({
    mutationFn: async () => {
      if (known) await client.call('testCases.delete', { params: { ...place, caseId: known.caseId } })
    },
    onSuccess: () => done('The test was deleted'),
  })
  const problems = problemsIn(save.error)
  const failed = remove.error ?? (problems.size === 0 ? save.error : null)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (changed) save.mutate()
  }
  useHotkeys([['mod+Enter', () => submit()]], [])

  return (
    <FramedDrawer
      onClose={props.onClose}
      title={known?.testCase ? titleOf(known.testCase) : known ? 'Test' : 'New test'}
      kind={known && 'Test'}
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack gap="md">
          {failed && <ProblemAlert>{messageOf(failed)}</ProblemAlert>}
          {known?.conversationId && (
            <Text c="dimmed" size="sm">
              Taken from{' '}
              <AnchorLink
                to="/app/$region/agents/$agentId/convos"
                params={place}
                search={{ conversation: known.conversationId, view: 'all' }}
              >
                a conversation
              </AnchorLink>
              . Deleted together with it.
            </Text>
          )}
          {erased && <Alert color="yellow">The conversation that this test was taken from was erased.</Alert>}
          {!erased && (
            <>
              <TextInput
                label="Name"
                placeholder="Optional. Defaults to the first line"
                maxLength={120}
                value={testCase.name ?? ''}
                error={problems.get('testCase.name')}
                onChange={(event) =>
                  setTestCase({ ...testCase, name: event.currentTarget.value || undefined })
                }
              />
              {lines.map((line, nth) => (
                <Stack
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
                  key={nth}
                  gap="sm"
                  className={styles.line}
                  component="section"
                  aria-label={`Line ${nth + 1}`}
                >
                  <Group justify="space-between" align="flex-end" wrap="nowrap">
                    <Text fw={700}>{lines.length > 1 ? `Line ${nth + 1}` : 'Question'}</Text>
                    {lines.length > 1 && (
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove line ${nth + 1}`}
                        onClick={() => setTestCase({ ...testCase, lines: lines.toSpliced(nth, 1) })}
                      >
                        <IconTrash size={16} />
                      </ActionIcon>
                    )}
                  </Group>
                  <Textarea
                    label="The visitor says"
                    required
                    autosize
                    minRows={2}
                    maxRows={8}
                    maxLength={2_000}
                    data-autofocus={nth === 0 && !known ? true : undefined}
                    value={line.says}
                    error={problems.get(`testCase.lines.${nth}.says`)}
                    onChange={(event) => setLine(nth, { says: event.currentTarget.value })}
                  />
                  <ExpectationFields
                    value={line.expects}
                    problemOf={(field) => problems.get(`testCase.lines.${nth}.expects.${field}`)}
                    onChange={(expects) => setLine(nth, { expects })}
                  />
                </Stack>
              ))}
              <Button
                variant="default"
                leftSection={<IconPlus size={16} />}
                disabled={lines.length >= MOST_LINES}
                onClick={() => setTestCase({ ...testCase, lines: [...lines, { says: '', expects: {} }] })}
              >
                Add visitor message
              </Button>
              <ToolResults
                results={testCase.toolResults ?? []}
                onChange={(toolResults) =>
                  setTestCase({ ...testCase, toolResults: toolResults.length > 0 ? toolResults : undefined })
                }
              />
            </>
          )}
          <DrawerFooter
            left={
              known && (
                <Button
                  variant="subtle"
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  loading={remove.isPending}
                  onClick={() => remove.mutate()}
                >
                  Delete
                </Button>
              )
            }
          >
            <Button type="submit" form={formId} loading={save.isPending} disabled={!changed || erased}>
              {known ? 'Save' : 'Add test'}
            </Button>
          </DrawerFooter>
        </Stack>
      </form>
    </FramedDrawer>
  )
}

/** Maps the errors of a failed call to fields. */
function problemsIn(error: Error | null): Map<string, string> {
  const errors = error instanceof ApiError ? (error.problem?.errors ?? []) : []
  return new Map(errors.map(({ field, message }) => [field, message]))
}
