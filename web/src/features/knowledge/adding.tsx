import { Alert, Button, Stack, TagsInput, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { t } from '../../design/language.ts'
import { noticeSuccess } from '../../design/notices/notices.ts'
import { DrawerFooter } from '../../design/pages/framed-drawer.tsx'
import { dirOf } from '../../design/theme/direction.ts'
import { ApiError, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { knowledgeKey } from './queries.ts'

/** A mutation that adds a source by the given call. A failed call keeps the input. */
export function useAdd(place: AgentPlace, name: string, onAdded: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSuccess: () => {
      noticeSuccess(t('{name} was added and is being read', { name }))
      void queryClient.invalidateQueries({ queryKey: knowledgeKey(place) })
      onAdded()
    },
  })
}

/** Returns the server's error for one field. */
export function problemOf(error: unknown, field: string): string | undefined {
  return error instanceof ApiError && error.field === field ? t(error.message) : undefined
}

/** A form that adds a source: fields, tags, errors that belong to none of `fields`, and the button. */
export function AddForm(props: {
  add: { error: unknown; isPending: boolean }
  fields: readonly string[]
  tags: string[]
  onTags: (tags: string[]) => void
  label: string
  onSubmit: () => void
  children: ReactNode
}) {
  const { error, isPending } = props.add
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  return (
    <form id={formId} onSubmit={submit} noValidate>
      <Stack gap="md">
        {props.children}
        <Tags value={props.tags} onChange={props.onTags} />
        <AddFailed error={error} fields={props.fields} />
        <DrawerFooter>
          <Button type="submit" form={formId} loading={isPending}>
            {props.label}
          </Button>
        </DrawerFooter>
      </Stack>
    </form>
  )
}

/** Shows an error that belongs to none of `fields`. */
export function AddFailed(props: { error: unknown; fields: readonly string[] }) {
  if (!props.error || props.fields.some((field) => problemOf(props.error, field))) return null
  return (
    <Alert color="red" role="alert">
      {t('Error: {reason}', { reason: messageOf(props.error) })}
    </Alert>
  )
}

/** The name of a source in the list. An empty name is an error once the form is `checked`. */
export function NameField(props: {
  value: string
  placeholder: string
  error: unknown
  checked: boolean
  onChange: (name: string) => void
}) {
  const missed = props.checked && props.value.trim() === ''
  return (
    <TextInput
      label={t('Name')}
      required
      data-autofocus
      placeholder={props.placeholder}
      maxLength={300}
      {...dirOf(props.value)}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      error={problemOf(props.error, 'name') ?? (missed && t('Please enter a name.'))}
    />
  )
}

export function Tags(props: { value: string[]; onChange: (tags: string[]) => void }) {
  return (
    <TagsInput
      label={t('Tags')}
      description={t('Helps you filter a long list. Press Enter after each.')}
      maxTags={20}
      value={props.value}
      onChange={(tags) => props.onChange(tags.map((tag) => tag.trim().slice(0, 50)).filter(Boolean))}
      clearable
      clearButtonProps={{ 'aria-label': t('Remove all tags') }}
    />
  )
}
