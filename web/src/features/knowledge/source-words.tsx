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
import { t } from '../../design/language.ts'
import { statusWords } from './knowledge-words.ts'

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

export function StatusBadge(props: { status: KnowledgeSourceView['status'] }) {
  const words = t(statusWords[props.status])
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
    return t('Check the address, then refresh it.')
  return source.kind === 'document'
    ? t('Fix the file and add it again, or paste its text instead.')
    : t('Edit and save it to try again.')
}
