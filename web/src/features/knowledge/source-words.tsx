import { Badge, Loader } from '@mantine/core'
import type { KnowledgeSourceView } from '@parley/contracts/knowledge/endpoints.ts'
import {
  IconAlertTriangle,
  IconCheck,
  IconFileText,
  IconMessageQuestion,
  IconNotes,
  IconSitemap,
  IconWorld,
  IconWorldWww,
} from '@tabler/icons-react'

export const kindWords = {
  text: 'Text',
  qa: 'Questions & answers',
  document: 'Document',
  url: 'Web page',
  sitemap: 'Sitemap',
  site: 'Website',
} as const

/** Labels of the kinds of sources, as in the add drawer. */
export const wayWords = { website: 'Website', text: 'Text', qa: 'Q&A', document: 'Document' } as const

export const rateWords = {
  '6h': 'refreshed every 6 hours',
  '12h': 'refreshed every 12 hours',
  '24h': 'refreshed daily',
  '7d': 'refreshed weekly',
  never: 'not refreshed automatically',
} as const

export const rateOptions = [
  { value: 'never', label: 'Never' },
  { value: '6h', label: 'Every 6 hours' },
  { value: '12h', label: 'Every 12 hours' },
  { value: '24h', label: 'Every day' },
  { value: '7d', label: 'Every week' },
] as const

const icons = {
  text: IconNotes,
  qa: IconMessageQuestion,
  document: IconFileText,
  url: IconWorldWww,
  sitemap: IconSitemap,
  site: IconWorld,
}

export const isWebsite = (source: Pick<KnowledgeSourceView, 'sourceType'>): boolean =>
  source.sourceType === 'url'

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

/** What the user can do about a source that could not be processed. */
export function adviceOn(source: Pick<KnowledgeSourceView, 'kind'>): string {
  if (source.kind === 'url' || source.kind === 'sitemap' || source.kind === 'site')
    return 'Check the address, then refresh it.'
  return source.kind === 'document'
    ? 'Fix the file and add it again, or paste its text instead.'
    : 'Edit and save it to try again.'
}
