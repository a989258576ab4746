import { Badge, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { TestResultView } from '@parley/contracts/evaluation/endpoints.ts'
import type { Check, GradedLine, RecordedReply } from '@parley/contracts/evaluation/test-result.ts'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { checkWords, credits, seconds, versionNames } from '../../shell/test-panel/test-words.ts'
import styles from './tests.module.css'
import { wordDiff } from './word-diff.ts'

/**
 * What came of one case: for each line of the visitor, the answers of the versions beside each other.
 * `linked`: the address names the case, so that it is scrolled to.
 */
export function CaseResult(props: {
  title: string
  results: TestResultView[]
  linked: boolean
  /** The conversation that was replayed, if it was one. */
  conversationId?: string | undefined
}) {
  const { title, results, linked, conversationId } = props
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (linked) card.current?.scrollIntoView({ block: 'start' })
  }, [linked])
  const longest = Math.max(...results.map(({ lines }) => lines.length))
  return (
    <Card component="section" aria-label={title} ref={card} className={styles.result}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <Title order={2} size="h3" className={styles.says}>
          <bdi>{title}</bdi>
        </Title>
        <Group gap={6}>
          {results.map((result) => {
            const { word, color } = (conversationId ? replayLook : testLook)(result)
            return (
              <Badge key={result.version} variant="light" color={color}>
                {versionNames[result.version]} {word}
              </Badge>
            )
          })}
          {conversationId && longest > 0 && <AddReplayed conversationId={conversationId} />}
        </Group>
      </Group>
      {longest === 0 && (
        <Text c="dimmed">
          {conversationId
            ? 'This conversation was erased.'
            : 'The conversation that this test was taken from was erased.'}
        </Text>
      )}
      <Stack gap="md">
        {Array.from({ length: longest }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a dialogue keep their order
          <Line key={nth} nth={nth} results={results} asked={longest > 1 || title !== saysOf(results, nth)} />
        ))}
      </Stack>
    </Card>
  )
}

const testLook = ({ passed }: TestResultView) =>
  passed ? { word: 'passed', color: 'teal' } : { word: 'failed', color: 'red' }

function replayLook({ passed, notComparable }: TestResultView) {
  if (notComparable) return { word: 'not comparable', color: 'gray' }
  return passed ? { word: 'same', color: 'teal' } : { word: 'different', color: 'yellow' }
}

const saysOf = (results: TestResultView[], nth: number): string =>
  results.map(({ lines }) => lines[nth]?.says).find((says) => says !== undefined) ?? ''

function Line(props: { nth: number; results: TestResultView[]; asked: boolean }) {
  const { nth, results } = props
  const replies = results.map(({ lines }) => lines[nth]?.reply ?? '')
  const recorded = results.map(({ lines }) => lines[nth]?.recorded).find((one) => one !== undefined)
  return (
    <div>
      {props.asked && (
        <Text fw={500} mb={6} className={styles.says}>
          Visitor: <bdi>{saysOf(results, nth)}</bdi>
        </Text>
      )}
      <div className={styles.sides}>
        {recorded && <Recorded recorded={recorded} />}
        {results.map(({ version, lines }) => {
          const line = lines[nth]
          if (!line) return null
          const other = recorded
            ? recorded.reply
            : replies.find((reply) => reply !== line.reply && reply !== '')
          return (
            <div key={version} className={styles.side}>
              <Text size="xs" c="dimmed" mb={6}>
                {versionNames[version]} · {line.modelId} · {seconds(line.tookMs)} · {credits(line.cost)}
              </Text>
              <Reply line={line} other={recorded || version === 'draft' ? other : undefined} />
              <Checks checks={line.checks} />
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** What was replied to the visitor at the time. */
function Recorded({ recorded }: { recorded: RecordedReply }) {
  const { reply, by, sources, tools } = recorded
  return (
    <div className={styles.side}>
      <Text size="xs" c="dimmed" mb={6}>
        {by === 'person' ? 'Recorded · a person answered' : 'Recorded'}
      </Text>
      {reply === '' ? (
        <Text c="dimmed">No reply</Text>
      ) : (
        <Text component="div" className={styles.reply} dir="auto">
          {reply}
        </Text>
      )}
      <Used sources={sources} tools={tools} />
    </div>
  )
}

function AddReplayed({ conversationId }: { conversationId: string }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: () =>
      client.call('testCases.addConversation', { params: { ...place, conversationId }, body: {} }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['tests', place.region, place.agentId] }),
    onError: (error) => noticeFailure(`Could not be added to tests: ${messageOf(error)}`),
  })
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={add.isPending}
      disabled={add.isSuccess}
      onClick={() => add.mutate()}
    >
      {add.isSuccess ? 'Added to tests' : 'Add to tests'}
    </Button>
  )
}

/** The words in which a reply differs from the other are marked. */
function Reply(props: { line: GradedLine; other: string | undefined }) {
  const { line, other } = props
  if (line.reply === undefined) return <Text c="dimmed">No reply: {line.failure}</Text>
  const parts = other === undefined ? [{ text: line.reply, changed: false }] : wordDiff(other, line.reply)
  return (
    <>
      <Text component="div" className={styles.reply} dir="auto">
        {parts.map(({ text, changed }, place) =>
          changed ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no id
            <mark key={place} className={styles.changed}>
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </Text>
      <Used sources={line.sources.map(({ name }) => name)} tools={line.tools} />
    </>
  )
}

function Used({ sources, tools }: { sources: readonly string[]; tools: readonly string[] }) {
  return (
    <>
      {sources.length > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          Sources: {[...new Set(sources)].join(', ')}
        </Text>
      )}
      {tools.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          Functions: {tools.join(', ')}
        </Text>
      )}
    </>
  )
}

function Checks(props: { checks: readonly Check[] }) {
  if (props.checks.length === 0) return null
  return (
    <ul className={styles.checks}>
      {props.checks.map((check) => {
        const { Icon, name, look } = marks[check.outcome]
        return (
          <li key={`${check.kind} ${check.expected}`}>
            <Icon size={16} className={look} role="img" aria-label={name} />
            <Text size="sm" span className={styles.says}>
              {checkWords(check)}
              {check.outcome !== 'passed' && check.found && (
                <Text span size="sm" c="dimmed">
                  {' '}
                  ({check.outcome === 'failed' ? 'found: ' : ''}
                  {check.found})
                </Text>
              )}
            </Text>
          </li>
        )
      })}
    </ul>
  )
}

const marks = {
  passed: { Icon: IconCheck, name: 'Passed', look: styles.passed },
  failed: { Icon: IconX, name: 'Failed', look: styles.failed },
  skipped: { Icon: IconMinus, name: 'Not graded', look: undefined },
} as const
