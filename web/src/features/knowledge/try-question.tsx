import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Highlight,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { Section } from '../../design/page.tsx'
import { messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import styles from './knowledge.module.css'
import { retrievalQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/kb')

/** What the published agent would be given for a question, measured against its threshold. */
export function TryQuestion() {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const [question, setQuestion] = useState(q)
  const found = useQuery(retrievalQuery(useAgentPlace(), q))
  useEffect(() => setQuestion(q), [q])

  const ask = (event: FormEvent) => {
    event.preventDefault()
    const asked = question.trim()
    if (asked === q) return void found.refetch()
    void navigate({ search: (search) => ({ ...search, q: asked || undefined }) })
  }

  return (
    <Section
      title="Try a question"
      explanation="See which passages the agent would answer from, and whether they are good enough."
    >
      <form onSubmit={ask} className={styles.ask}>
        <TextInput
          flex={1}
          aria-label="Question"
          placeholder="Ask as a visitor would"
          maxLength={2000}
          leftSection={<IconSearch size={16} />}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={found.isFetching} disabled={question.trim() === ''}>
          Try
        </Button>
      </form>
      {q !== '' && found.isPending && <Skeleton height={72} radius="md" />}
      {found.isError && (
        <Alert color="red" role="alert">
          {messageOf(found.error)}
        </Alert>
      )}
      {found.data && <Found {...found.data} />}
    </Section>
  )
}

function Found(props: { items: RetrievedChunkView[]; threshold: number; knows: boolean }) {
  const [shown, setShown] = useState(3)
  const best = props.items[0]?.score ?? 0
  return (
    <Stack gap="sm" aria-live="polite">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Badge variant="light" color={props.knows ? 'teal' : 'yellow'} flex="none">
          {props.knows ? 'Knows' : 'Does not know'}
        </Badge>
        <Text c="dimmed">{verdict(props, best)}</Text>
      </Group>
      {props.items.length > 0 && (
        <ol className={styles.passages}>
          {props.items.slice(0, shown).map((passage) => (
            <Passage
              key={`${passage.sourceId}/${passage.chunk}`}
              passage={passage}
              threshold={props.threshold}
            />
          ))}
        </ol>
      )}
      {props.items.length > shown && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(props.items.length)}>
            Show {props.items.length - shown} more
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function verdict(
  found: { items: RetrievedChunkView[]; threshold: number; knows: boolean },
  best: number,
): string {
  if (found.items.length === 0) return 'Nothing in the knowledge base touches on this.'
  const scores = `The best passage scores ${score(best)}; at least ${score(found.threshold)} is needed`
  return found.knows ? `${scores}.` : `${scores}, so the agent says that it does not know.`
}

const score = (value: number) =>
  value.toLocaleString(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Passage(props: { passage: RetrievedChunkView; threshold: number }) {
  const { passage } = props
  const navigate = route.useNavigate()
  const [whole, setWhole] = useState(false)
  const enough = passage.score >= props.threshold
  return (
    <li className={styles.passage}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Anchor
          component="button"
          type="button"
          truncate
          fw={500}
          c="var(--mantine-color-text)"
          underline="hover"
          onClick={() => void navigate({ search: (search) => ({ ...search, source: passage.sourceId }) })}
        >
          {passage.sourceName}
        </Anchor>
        <div className={styles.score}>
          <span
            className={styles.scoreTrack}
            role="img"
            aria-label={`Score ${score(passage.score)} of 1, ${score(props.threshold)} needed`}
          >
            <span
              className={styles.scoreFill}
              data-enough={enough || undefined}
              style={{ width: `${Math.min(1, passage.score) * 100}%` }}
            />
            <span className={styles.scoreNeeded} style={{ left: `${props.threshold * 100}%` }} />
          </span>
          <Text size="xs" fw={500} className={`tabular ${styles.scoreNumber}`}>
            {score(passage.score)}
          </Text>
        </div>
      </Group>
      <Highlight
        highlight={passage.matched ?? []}
        wholeWord
        highlightStyles={{ background: 'var(--mantine-color-yellow-light)', color: 'inherit' }}
        c="dimmed"
        size="sm"
        lineClamp={whole ? undefined : 3}
        className={styles.passageText}
      >
        {whole ? passage.text : passage.text.replace(/\n{2,}/g, '\n')}
      </Highlight>
      {passage.text.length > 240 && (
        <Anchor component="button" type="button" size="xs" onClick={() => setWhole(!whole)}>
          {whole ? 'Show less' : 'Show all'}
        </Anchor>
      )}
    </li>
  )
}
