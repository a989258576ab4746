import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { TestResultView } from '@parley/contracts/evaluation/endpoints.ts'
import type { Check, GradedLine } from '@parley/contracts/evaluation/test-result.ts'
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { checkWords, credits, seconds, versionNames } from '../../shell/test-words.ts'
import styles from './tests.module.css'
import { wordDiff } from './word-diff.ts'

/**
 * What came of one case: for each line of the visitor, the answers of the versions beside each other.
 * `linked`: the address names the case, so that it is scrolled to.
 */
export function CaseResult(props: { title: string; results: TestResultView[]; linked: boolean }) {
  const { title, results, linked } = props
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
          {results.map(({ version, passed }) => (
            <Badge key={version} variant="light" color={passed ? 'teal' : 'red'}>
              {versionNames[version]} {passed ? 'passed' : 'failed'}
            </Badge>
          ))}
        </Group>
      </Group>
      {longest === 0 && <Text c="dimmed">The conversation that this test was taken from was erased.</Text>}
      <Stack gap="md">
        {Array.from({ length: longest }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a dialogue keep their order
          <Line key={nth} nth={nth} results={results} asked={longest > 1 || title !== saysOf(results, nth)} />
        ))}
      </Stack>
    </Card>
  )
}

const saysOf = (results: TestResultView[], nth: number): string =>
  results.map(({ lines }) => lines[nth]?.says).find((says) => says !== undefined) ?? ''

function Line(props: { nth: number; results: TestResultView[]; asked: boolean }) {
  const { nth, results } = props
  const replies = results.map(({ lines }) => lines[nth]?.reply ?? '')
  return (
    <div>
      {props.asked && (
        <Text fw={500} mb={6} className={styles.says}>
          Visitor: <bdi>{saysOf(results, nth)}</bdi>
        </Text>
      )}
      <div className={styles.sides}>
        {results.map(({ version, lines }) => {
          const line = lines[nth]
          if (!line) return null
          const other = replies.find((reply) => reply !== line.reply && reply !== '')
          return (
            <div key={version} className={styles.side}>
              <Text size="xs" c="dimmed" mb={6}>
                {versionNames[version]} · {line.modelId} · {seconds(line.tookMs)} · {credits(line.cost)}
              </Text>
              <Reply line={line} other={version === 'draft' ? other : undefined} />
              <Checks checks={line.checks} />
            </div>
          )
        })}
      </div>
    </div>
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
      {line.sources.length > 0 && (
        <Text size="xs" c="dimmed" mt={6}>
          Sources: {line.sources.map(({ name }) => name).join(', ')}
        </Text>
      )}
      {line.tools.length > 0 && (
        <Text size="xs" c="dimmed" mt={2}>
          Functions: {line.tools.join(', ')}
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
