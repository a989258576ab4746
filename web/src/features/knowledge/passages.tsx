import {
  ActionIcon,
  Alert,
  Badge,
  Button,
  Group,
  Menu,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ChunkView } from '@parley/contracts/knowledge/endpoints.ts'
import {
  IconArrowBackUp,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPencil,
  IconSearch,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { noticeFailure } from '../../design/notices/notices.ts'
import { client, messageOf } from '../../server/client.ts'
import { asLoaded, type Loaded } from '../../server/overwriting.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { keptState } from './kept-state.ts'
import styles from './knowledge.module.css'
import { knowledgeKey } from './queries.ts'

/** Number of chunks rendered at first, and added each time: a long document has a thousand. */
const SHOWN_TOGETHER = 50
/** The search field is shown for more chunks than this. */
const FINDABLE_FROM = 10

type Action = 'edit' | 'disable' | 'enable' | 'delete' | 'restore'
type Where = { sourceId: string; pageId?: string }
/** The edited text, and what it was loaded from. */
const useKeptEdit = keptState<{ text: string; loaded: Loaded } | undefined>()

/** The chunks of a source or page. Each can be edited, disabled or deleted. */
export function Passages(props: {
  place: AgentPlace
  where: Where
  passages: readonly ChunkView[]
  lapsed: readonly { key: string; text?: string }[]
  empty: string
}) {
  const { place, where, passages, lapsed } = props
  const change = useChunkChange(place, where)
  const [find, setFind] = useState('')
  const [shown, setShown] = useState(SHOWN_TOGETHER)
  const wanted = useDeferredValue(find.trim().toLowerCase())
  const numbered = passages.map((passage, at) => ({ passage, number: at + 1 }))
  const fitting = numbered.filter(({ passage }) => passage.text.toLowerCase().includes(wanted))
  if (passages.length === 0 && lapsed.length === 0) return <Text c="dimmed">{props.empty}</Text>
  return (
    <Stack gap="sm">
      <Text c="dimmed">
        {t(
          'The agent finds the passages that match a question and answers from the best ones. Your edits are kept when the source is refreshed, unless the original passage changes.',
        )}
      </Text>
      {passages.length > FINDABLE_FROM && (
        <TextInput
          aria-label={t('Find a passage')}
          placeholder={t('Find a passage')}
          leftSection={<IconSearch size={16} />}
          value={find}
          onChange={(event) => {
            setFind(event.currentTarget.value)
            setShown(SHOWN_TOGETHER)
          }}
        />
      )}
      {fitting.length === 0 && passages.length > 0 && <Text c="dimmed">{t('No passages match.')}</Text>}
      <ol className={styles.passages}>
        {fitting.slice(0, shown).map(({ passage, number }) => (
          <Passage
            key={`${passage.key}/${number}`}
            passage={passage}
            number={number}
            keptAs={`${where.sourceId}/${where.pageId ?? ''}/${passage.key}`}
            onChange={(action, edit) => change.mutateAsync({ key: passage.key, action, ...edit })}
          />
        ))}
      </ol>
      {fitting.length > shown && (
        <Group justify="center" gap="sm">
          <Text size="xs" c="dimmed" className="tabular">
            {t('{count} of {total}', { count: count(shown), total: count(fitting.length) })}
          </Text>
          <Button variant="default" size="xs" onClick={() => setShown(shown + SHOWN_TOGETHER)}>
            {t('Show more')}
          </Button>
        </Group>
      )}
      {lapsed.length > 0 && (
        <Alert color="yellow" title={t('Changes that no longer apply')}>
          <Stack gap="xs">
            <Text size="sm">
              {t(
                'The original text has changed, so the new text is used. Copy what you need and discard the rest.',
              )}
            </Text>
            {lapsed.map((each) => (
              <Group key={each.key} justify="space-between" wrap="nowrap" align="flex-start">
                <Text size="sm" className={styles.passageText}>
                  {each.text ?? t('A passage that was turned off or deleted')}
                </Text>
                <Button
                  size="compact-xs"
                  variant="default"
                  flex="none"
                  onClick={() => change.mutate({ key: each.key, action: 'restore' })}
                >
                  {t('Discard')}
                </Button>
              </Group>
            ))}
          </Stack>
        </Alert>
      )}
    </Stack>
  )
}

function Passage(props: {
  passage: ChunkView
  number: number
  keptAs: string
  onChange: (action: Action, edit?: { text: string; loaded: Loaded }) => Promise<unknown>
}) {
  const { passage, onChange } = props
  const { state } = passage
  const [edit, setEdit] = useKeptEdit(props.keptAs, undefined)
  const [saving, setSaving] = useState(false)
  const gone = state === 'deleted' || state === 'disabled'
  const save = async () => {
    setSaving(true)
    await onChange('edit', edit).then(
      () => setEdit(undefined),
      () => undefined,
    )
    setSaving(false)
  }
  return (
    <li className={styles.passage} data-off={gone || undefined}>
      <Group justify="space-between" wrap="nowrap" gap="sm" mih={28}>
        <Group gap="xs">
          <Text size="xs" c="dimmed" fw={500} className="tabular">
            {props.number}
          </Text>
          {state !== 'as-read' && (
            <Badge size="sm" variant="light" color={state === 'edited' ? 'blue' : 'gray'}>
              {state === 'edited' ? t('Edited') : state === 'disabled' ? t('Off') : t('Deleted')}
            </Badge>
          )}
        </Group>
        {edit === undefined && (
          <PassageMenu
            passage={passage}
            onChange={onChange}
            onEdit={() => setEdit({ text: passage.text, loaded: asLoaded() })}
          />
        )}
      </Group>
      {edit === undefined ? (
        <Text
          className={styles.passageText}
          dir="auto"
          c={gone ? 'dimmed' : undefined}
          td={state === 'deleted' ? 'line-through' : undefined}
        >
          {passage.text}
        </Text>
      ) : (
        <Stack gap="xs" w="100%">
          <Textarea
            aria-label={t('Text of passage {number}', { number: props.number })}
            autosize
            minRows={4}
            maxRows={18}
            maxLength={20_000}
            dir="auto"
            value={edit.text}
            onChange={(event) => setEdit({ ...edit, text: event.currentTarget.value })}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button size="xs" variant="default" onClick={() => setEdit(undefined)}>
              {t('Cancel')}
            </Button>
            <Button
              size="xs"
              onClick={() => void save()}
              loading={saving}
              disabled={edit.text.trim() === '' || edit.text === passage.text}
            >
              {t('Save')}
            </Button>
          </Group>
        </Stack>
      )}
    </li>
  )
}

function PassageMenu(props: {
  passage: ChunkView
  onChange: (action: Action) => Promise<unknown>
  onEdit: () => void
}) {
  const { state } = props.passage
  const change = (action: Action) => () => void props.onChange(action).catch(() => undefined)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('Passage actions')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {state !== 'deleted' && (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={props.onEdit}>
              {t('Edit')}
            </Menu.Item>
            {state === 'disabled' ? (
              <Menu.Item leftSection={<IconEye size={16} />} onClick={change('enable')}>
                {t('Turn on')}
              </Menu.Item>
            ) : (
              <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={change('disable')}>
                {t('Turn off')}
              </Menu.Item>
            )}
          </>
        )}
        {(state === 'deleted' || props.passage.original !== undefined) && (
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={change('restore')}>
            {t('Restore original')}
          </Menu.Item>
        )}
        {state !== 'deleted' && (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={change('delete')}>
            {t('Delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function useChunkChange(place: AgentPlace, { sourceId, pageId }: Where) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ loaded, ...body }: { key: string; action: Action; text?: string; loaded?: Loaded }) =>
      client.call(
        'knowledge.changeChunk',
        { params: { ...place, sourceId }, body: { ...body, pageId } },
        { loaded },
      ),
    onError: (error) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: knowledgeKey(place) }),
  })
}
