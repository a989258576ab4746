import { Badge, Loader } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconFileText,
  IconMessageQuestion,
  IconNotes,
} from '@tabler/icons-react'

export const kindWords = { text: 'Text', qa: 'Questions & answers', document: 'Document' } as const

const icons = { text: IconNotes, qa: IconMessageQuestion, document: IconFileText }

export function KindIcon(props: { kind: KnowledgeSourceView['kind'] }) {
  const Icon = icons[props.kind]
  return <Icon size={20} stroke={1.75} aria-hidden />
}

const statusWords = { INITIALIZED: 'Waiting', PENDING: 'Reading', SUCCESS: 'Ready', ERROR: 'Failed' } as const

export function StatusBadge(props: { status: KnowledgeSourceView['status'] }) {
  const words = statusWords[props.status]
  if (props.status === 'SUCCESS')
    return (
      <Badge variant="light" color="teal" leftSection={<IconCheck size={12} />}>
        {words}
      </Badge>
    )
  if (props.status === 'ERROR')
    return (
      <Badge variant="light" color="red" leftSection={<IconAlertTriangle size={12} />}>
        {words}
      </Badge>
    )
  return (
    <Badge variant="light" leftSection={<Loader size={10} color="var(--mantine-color-brand-light-color)" />}>
      {words}
    </Badge>
  )
}

/** What a person can do about a source that could not be read. */
export function adviceOn(source: Pick<KnowledgeSourceView, 'kind'>): string {
  return source.kind === 'document'
    ? 'Delete it, and add the file again once that is put right, or paste its text instead.'
    : 'Edit it and save, and it is read again.'
}
