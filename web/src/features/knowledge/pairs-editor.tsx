import { ActionIcon, Button, Group, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { t } from '../../design/language.ts'
import { dirOf } from '../../design/theme/direction.ts'

export type Pair = { id: string; question: string; answer: string }

export const mostPairs = 500

export const newPair = (): Pair => ({ id: crypto.randomUUID(), question: '', answer: '' })
export const isEmpty = (pair: Pair): boolean => pair.question.trim() === '' && pair.answer.trim() === ''

/** The pairs in the format of the server, without empty rows. */
export const filledPairs = (pairs: readonly Pair[]) =>
  pairs
    .filter((pair) => !isEmpty(pair))
    .map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() }))

/** True if there is at least one pair and none is half-filled. */
export const isComplete = (pairs: readonly Pair[]): boolean =>
  filledPairs(pairs).length > 0 && filledPairs(pairs).every(({ question, answer }) => question && answer)

/** Edits questions with their answers. If `checked`, half-filled pairs are marked. */
export function PairsEditor(props: {
  pairs: readonly Pair[]
  checked: boolean
  onChange: (pairs: Pair[]) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const change = (id: string, given: Partial<Pair>) =>
    props.onChange(props.pairs.map((pair) => (pair.id === id ? { ...pair, ...given } : pair)))
  const add = () => {
    props.onChange([...props.pairs, newPair()])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>(':scope > :nth-last-child(2) input')?.focus(),
    )
  }
  return (
    <Stack gap="sm" ref={list}>
      {props.pairs.map((pair, place) => (
        <PairCard
          key={pair.id}
          pair={pair}
          number={place + 1}
          checked={props.checked && !isEmpty(pair)}
          onChange={(given) => change(pair.id, given)}
          onRemove={
            props.pairs.length > 1
              ? () => props.onChange(props.pairs.filter((each) => each !== pair))
              : undefined
          }
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={add}
        disabled={props.pairs.length >= mostPairs}
      >
        {t('Add another question')}
      </Button>
    </Stack>
  )
}

function PairCard(props: {
  pair: Pair
  number: number
  checked: boolean
  onChange: (given: Partial<Pair>) => void
  onRemove: (() => void) | undefined
}) {
  const { pair, number } = props
  return (
    <Paper p="md" component="section" aria-label={t('Pair {number}', { number })}>
      {props.onRemove && (
        <Group justify="space-between" mb={4}>
          <Text size="xs" fw={500} c="dimmed">
            {number}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('Remove pair {number}', { number })}
            onClick={props.onRemove}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Group>
      )}
      <Stack gap="sm">
        <TextInput
          label={t('Question')}
          placeholder={t('How long does delivery take?')}
          maxLength={2000}
          {...dirOf(pair.question)}
          value={pair.question}
          onChange={(event) => props.onChange({ question: event.currentTarget.value })}
          error={props.checked && pair.question.trim() === '' && t('Please enter a question.')}
        />
        <Textarea
          label={t('Answer')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={20_000}
          {...dirOf(pair.answer)}
          value={pair.answer}
          onChange={(event) => props.onChange({ answer: event.currentTarget.value })}
          error={props.checked && pair.answer.trim() === '' && t('Please enter an answer.')}
        />
      </Stack>
    </Paper>
  )
}
