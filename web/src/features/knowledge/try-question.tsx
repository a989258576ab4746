import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  Highlight,
  NativeSelect,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import type { RetrievedChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, Fragment, useEffect, useState } from 'react'
import { locale, t, tCount } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { dirOf } from '../../design/theme/direction.ts'
import { messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import styles from './knowledge.module.css'
import { matchingPart } from './matching-part.ts'
import { retrievalQuery } from './queries.ts'

const route = getRouteApi('/app/$region/agents/$agentId/kb')

/** The chunks that the published agent would retrieve for a question, compared with its threshold. */
export function TryQuestion(props: { tags: readonly string[] }) {
  const { q = '', among } = route.useSearch()
  const navigate = route.useNavigate()
  const [question, setQuestion] = useState(q)
  const found = useQuery(retrievalQuery(useAgentPlace(), q, among))
  useEffect(() => setQuestion(q), [q])

  const ask = (event: FormEvent) => {
    event.preventDefault()
    const asked = question.trim()
    if (asked === q) return void found.refetch()
    void navigate({ search: (search) => ({ ...search, q: asked || undefined }) })
  }

  return (
    <Section
      title={t('Try a question')}
      explanation={t('See which passages the agent would answer from and how well they match.')}
    >
      <form onSubmit={ask} className={styles.ask}>
        <TextInput
          aria-label={t('Question')}
          placeholder={t('Ask as a visitor would')}
          {...dirOf(question)}
          maxLength={2000}
          leftSection={<IconSearch size={16} />}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
        />
        {props.tags.length > 0 && (
          <NativeSelect
            aria-label={t('Among')}
            data={[
              { value: '', label: t('All sources') },
              ...props.tags.map((tag) => ({ value: tag, label: t('Tagged {tag}', { tag }) })),
            ]}
            value={among ?? ''}
            onChange={(event) => {
              const tag = event.currentTarget.value || undefined
              void navigate({ search: (search) => ({ ...search, among: tag }), replace: true })
            }}
          />
        )}
        <Button type="submit" variant="default" loading={found.isFetching} disabled={question.trim() === ''}>
          {t('Try')}
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

function Found(props: FoundPassages) {
  const [shown, setShown] = useState(3)
  const best = props.items[0]?.score ?? 0
  return (
    <Stack gap="sm" aria-live="polite">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Badge variant="light" color={props.knows ? 'teal' : 'yellow'} flex="none">
          {props.knows ? t('Knows') : t('Does not know')}
        </Badge>
        <Text c="dimmed">{verdict(props, best)}</Text>
      </Group>
      {props.items.length > 0 && (
        <ol className={styles.passages}>
          {props.items.slice(0, shown).map((passage, at, all) => (
            <Fragment key={`${passage.sourceId}/${passage.pageId ?? ''}/${passage.chunk}`}>
              {passage.score < props.threshold && (all[at - 1]?.score ?? 1) >= props.threshold && (
                <li className={styles.line}>
                  <Text size="xs" c="dimmed">
                    {t('Threshold {score}: what follows is not good enough', {
                      score: score(props.threshold),
                    })}
                  </Text>
                </li>
              )}
              <Passage passage={passage} threshold={props.threshold} />
            </Fragment>
          ))}
        </ol>
      )}
      {props.items.length > shown && (
        <Group>
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(props.items.length)}>
            {tCount(props.items.length - shown, 'Show {count} more', 'Show {count} more')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type FoundPassages = { items: RetrievedChunkView[]; threshold: number; knows: boolean; unknown?: string[] }

function verdict(found: FoundPassages, best: number): string {
  const missing = found.unknown?.length
    ? ` ${t('Nowhere in the knowledge: {words}.', { words: found.unknown.map((word) => `“${word}”`).join(', ') })}`
    : ''
  if (found.items.length === 0) return `${t('Nothing in the knowledge base matches this.')}${missing}`
  const scores = { best: score(best), needed: score(found.threshold) }
  return found.knows
    ? t(
        'The best passage scores {best}; at least {needed} is needed, so the agent answers from what is above the line and names its source.',
        scores,
      )
    : `${t('The best passage scores {best}; at least {needed} is needed, so the agent says that it does not know.', scores)}${missing}`
}

const score = (value: number) =>
  value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Passage(props: { passage: RetrievedChunkView; threshold: number }) {
  const { passage } = props
  const navigate = route.useNavigate()
  const [whole, setWhole] = useState(false)
  const enough = passage.score >= props.threshold
  const words = passage.found?.flatMap(({ as }) => as) ?? passage.matched ?? []
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
          onClick={() =>
            void navigate({
              search: (search) => ({ ...search, source: passage.sourceId, page: passage.pageId }),
            })
          }
        >
          {passage.sourceName}
        </Anchor>
        <div className={styles.score}>
          <span
            className={styles.scoreTrack}
            role="img"
            aria-label={t('Score {score} of 1, {needed} needed', {
              score: score(passage.score),
              needed: score(props.threshold),
            })}
          >
            <span
              className={styles.scoreFill}
              data-enough={enough || undefined}
              style={{ width: `${Math.min(1, passage.score) * 100}%` }}
            />
            <span className={styles.scoreNeeded} style={{ insetInlineStart: `${props.threshold * 100}%` }} />
          </span>
          <Text size="xs" fw={500} className={`tabular ${styles.scoreNumber}`}>
            {score(passage.score)}
          </Text>
        </div>
      </Group>
      {passage.url && (
        <Anchor
          href={passage.url}
          target="_blank"
          rel="noreferrer noopener"
          size="xs"
          c="dimmed"
          truncate
          maw="100%"
        >
          {passage.url}
        </Anchor>
      )}
      <Highlight
        highlight={words}
        wholeWord
        highlightStyles={{ background: 'var(--mantine-color-yellow-light)', color: 'inherit' }}
        c="dimmed"
        size="sm"
        dir="auto"
        lineClamp={whole ? undefined : 3}
        className={styles.passageText}
      >
        {whole
          ? readable(passage.text)
          : matchingPart(readable(passage.text), words).replace(/\n{2,}/g, '\n')}
      </Highlight>
      <Text size="xs" c="dimmed">
        {why(passage)}
      </Text>
      {passage.text.length > 240 && (
        <Anchor component="button" type="button" size="xs" onClick={() => setWhole(!whole)}>
          {whole ? t('Show less') : t('Show all')}
        </Anchor>
      )}
    </li>
  )
}

/** Removes Markdown heading marks. */
const readable = (text: string) => text.replace(/^#{1,6} /gm, '')

/** Explains the score. */
function why({ found = [], meaning }: RetrievedChunkView): string {
  const words =
    found.length > 0
      ? t('Words found: {words}', { words: found.map(foundAs).join(', ') })
      : t('None of the words, found by meaning')
  return meaning === undefined
    ? words
    : `${words} · ${t('similar in meaning {score}', { score: score(meaning) })}`
}

/** A word of the question, with the spellings that were found if the word itself was not. */
function foundAs({ word, as }: { word: string; as: string[] }): string {
  const others = as.filter((spelled) => spelled !== word)
  return others.length === 0 || others.length < as.length
    ? word
    : `${word} (${others.slice(0, 3).join(', ')})`
}
