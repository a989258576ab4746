import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Output } from '@parley/contracts/endpoint.ts'
import type { Api } from '@parley/contracts/routes.ts'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { t, tCount } from '../../design/language.ts'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { dirOf } from '../../design/theme/direction.ts'
import { client } from '../../server/client.ts'
import { asLoaded, type Loaded } from '../../server/overwriting.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { AddFailed, problemOf } from './adding.tsx'
import { keptState } from './kept-state.ts'
import { filledPairs, isComplete, type Pair, PairsEditor } from './pairs-editor.tsx'
import { isWaiting, knowledgeKey } from './queries.ts'

type Source = Output<Api['knowledge.get']>
type Edits = { name?: string; content?: string; pairs?: Pair[] }
const useKeptEdits = keptState<Edits>()
const none: Edits = {}
/** What the text was loaded from when its first edit was made. */
const useKeptLoaded = keptState<Loaded | undefined>()

/** Edits the name of a source and its text or pairs. Unsaved input is kept when the drawer is closed. */
export function EditSource(props: {
  place: AgentPlace
  source: Source
  onDelete: (source: { sourceId: string; name: string }) => void
}) {
  const { place, source } = props
  const formId = useId()
  const [edits, setEdits] = useKeptEdits(source.sourceId, none)
  const [loaded, setLoaded] = useKeptLoaded(source.sourceId, undefined)
  const [checked, setChecked] = useState(false)
  const original = useMemo(() => asEdited(source.pairs), [source.pairs])
  const name = edits.name ?? source.name
  const content = edits.content ?? source.content
  const pairs = edits.pairs ?? original
  const edited = Object.keys(edits).length > 0
  const edit = (change: Edits) => {
    if (!edited) setLoaded(asLoaded())
    setEdits({ ...edits, ...change })
  }
  const save = useSave(place, source, loaded, () => {
    setEdits(none)
    setChecked(false)
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name.trim() === '' || (edits.pairs && !isComplete(pairs))) return
    if (edits.content !== undefined && edits.content.trim() === '') return
    save.mutate({
      name: name.trim(),
      ...(edits.content === undefined ? {} : { content }),
      ...(edits.pairs ? { pairs: filledPairs(pairs) } : {}),
    })
  }

  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        <TextInput
          label={t('Name')}
          required
          maxLength={300}
          {...dirOf(name)}
          value={name}
          onChange={(event) => edit({ name: event.currentTarget.value })}
          error={problemOf(save.error, 'name') ?? (name.trim() === '' && t('Please enter a name.'))}
        />
        {source.kind === 'text' && (
          <Textarea
            label={t('Text')}
            {...heightFor(content, 8, 24)}
            {...dirOf(content)}
            value={content}
            onChange={(event) => edit({ content: event.currentTarget.value })}
            error={
              problemOf(save.error, 'content') ?? (content.trim() === '' && t('Please enter some text.'))
            }
          />
        )}
        {source.kind === 'qa' && (
          <PairsEditor pairs={pairs} checked={checked} onChange={(given) => edit({ pairs: given })} />
        )}
        {source.kind === 'document' && <DocumentText source={source} />}
        <AddFailed error={save.error} fields={['name', 'content']} />
        <DrawerFooter
          left={
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => props.onDelete(source)}
            >
              {t('Delete')}
            </Button>
          }
        >
          {edited && (
            <Button variant="default" onClick={() => setEdits(none)}>
              {t('Discard edits')}
            </Button>
          )}
          <Button type="submit" form={formId} loading={save.isPending} disabled={!edited}>
            {t('Save')}
          </Button>
        </DrawerFooter>
      </Stack>
    </form>
  )
}

function useSave(place: AgentPlace, source: Source, loaded: Loaded | undefined, onSaved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { name: string; content?: string; pairs?: { question: string; answer: string }[] }) =>
      client.call('knowledge.edit', { params: { ...place, sourceId: source.sourceId }, body }, { loaded }),
    onSuccess: async (_, body) => {
      await queryClient.invalidateQueries({ queryKey: knowledgeKey(place) })
      noticeSuccess(t('{name} was saved', { name: body.name }))
      onSaved()
    },
  })
}

function DocumentText(props: { source: Source }) {
  const { content } = props.source
  const [whole, setWhole] = useState(content.length <= LONG)
  if (isWaiting(props.source))
    return <Text c="dimmed">{t('The text appears here once the document has been read.')}</Text>
  if (content === '') return null
  return (
    <Stack gap="xs" align="flex-start">
      <Textarea
        label={t('Document text')}
        description={t(
          'As read from the file. To change it, delete this source and add the updated document.',
        )}
        readOnly
        dir="auto"
        w="100%"
        {...heightFor(content, 6, 20)}
        value={whole ? content : `${content.slice(0, LONG)}…`}
      />
      {!whole && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {tCount(content.length, 'Show all {count} character', 'Show all {count} characters')}
        </Button>
      )}
    </Stack>
  )
}

/** Characters above which a text area does not resize itself: measuring a longer text on every key is too slow. */
const LONG = 20_000

function heightFor(text: string, least: number, most: number) {
  return text.length <= LONG ? { autosize: true, minRows: least, maxRows: most } : { rows: most }
}

const asEdited = (pairs: Source['pairs']): Pair[] =>
  (pairs ?? []).map((pair, place) => ({ ...pair, id: String(place) }))
