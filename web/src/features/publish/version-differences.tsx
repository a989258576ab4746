import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { type ComparedVersion, VersionComparison } from '../../shell/agent/version-timeline.tsx'
import { changedFields } from '../../store/draft-comparison.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { FieldDifferences } from './field-differences.tsx'
import { versionQuery } from './queries.ts'

type Versions = { place: AgentPlace } & ComparedVersion

/** What a version changed of the one before, or what restoring it would change of the current one. */
export function VersionDifferences(props: Versions) {
  const { place, ...of } = props
  return (
    <VersionComparison
      {...of}
      sincePrevious={(previous) => <SincePrevious place={place} version={of.version} previous={previous} />}
      againstCurrent={<AgainstCurrent {...props} />}
    />
  )
}

function SincePrevious(props: { place: AgentPlace; version: number; previous: number }) {
  const before = useQuery(versionQuery(props.place, props.previous))
  const after = useQuery(versionQuery(props.place, props.version))
  const failed = [before, after].find(({ isError }) => isError)
  if (failed) return <Failed error={failed.error} onRetry={() => failed.refetch()} />
  if (!before.data || !after.data) return <LoadingRows rows={2} />
  const fields = changedFields(before.data.data, after.data.data)
  if (fields.length === 0)
    return <Text c="dimmed">{t('Identical to version {version}.', { version: props.previous })}</Text>
  return <FieldDifferences fields={fields} before={before.data.data} after={after.data.data} />
}

function AgainstCurrent(props: Versions) {
  const { server } = useAgentDraft(props.place)
  const version = useQuery(versionQuery(props.place, props.version))
  if (version.isPending) return <LoadingRows rows={2} />
  if (version.isError) return <Failed error={version.error} onRetry={() => version.refetch()} />
  const then = version.data.data
  // Versions contain no secrets; restoring leaves secrets unchanged.
  const differing = changedFields(server, then).filter((field) => Object.hasOwn(then, field))
  if (differing.length === 0) return <Text c="dimmed">{t('Identical to the current version.')}</Text>
  return <FieldDifferences fields={differing} before={server} after={then} />
}

function Failed(props: { error: unknown; onRetry: () => void }) {
  return <FailedList title={t('The version could not be loaded')} {...props} />
}
