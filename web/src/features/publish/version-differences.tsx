import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { t } from '../../design/language.ts'
import { noticeFailure, noticeSuccess } from '../../design/notices.ts'
import { FailedList, LoadingRows } from '../../design/states.tsx'
import { client, messageOf } from '../../server/client.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { type AgentPlace, agentQuery } from '../../server/queries.ts'
import { type ComparedVersion, VersionComparison } from '../../shell/version-timeline.tsx'
import { changedFields } from '../../store/draft-comparison.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'
import { FieldDifferences } from './field-differences.tsx'
import { versionQuery, versionsQuery } from './queries.ts'

type Versions = { place: AgentPlace } & ComparedVersion

/** What a version changed of the one before, or what restoring it would change of the current one. */
export function VersionDifferences(props: Versions & { onRestored: () => void }) {
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

function AgainstCurrent(props: Versions & { onRestored: () => void }) {
  const { server } = useAgentDraft(props.place)
  const version = useQuery(versionQuery(props.place, props.version))
  if (version.isPending) return <LoadingRows rows={2} />
  if (version.isError) return <Failed error={version.error} onRetry={() => version.refetch()} />
  const then = version.data.data
  // Versions contain no secrets; restoring leaves secrets unchanged.
  const differing = changedFields(server, then).filter((field) => Object.hasOwn(then, field))
  if (differing.length === 0) return <Text c="dimmed">{t('Identical to the current version.')}</Text>
  return (
    <>
      <FieldDifferences fields={differing} before={server} after={then} />
      <Restore {...props} />
    </>
  )
}

function Failed(props: { error: unknown; onRetry: () => void }) {
  return <FailedList title={t('The version could not be loaded')} {...props} />
}

function Restore(props: { place: AgentPlace; version: number; onRestored: () => void }) {
  const { changed } = useAgentDraft(props.place)
  const queryClient = useQueryClient()
  const loaded = useLoaded()
  const restore = useMutation({
    mutationFn: () =>
      client.call(
        'agents.restoreVersion',
        { params: { ...props.place, version: props.version } },
        { loaded },
      ),
    onSuccess: async () => {
      await queryClient.invalidateQueries(agentQuery(props.place))
      void queryClient.invalidateQueries(versionsQuery(props.place))
      noticeSuccess(t('Version {version} restored and published', { version: props.version }))
      props.onRestored()
    },
    onError: (error) => noticeFailure(t('Error: {reason}', { reason: messageOf(error) })),
  })
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        {t('Restoring publishes this version as a new one. The history is kept.')}
        {changed.length > 0 && ` ${t('Your unpublished edits stay on top of it.')}`}
      </Text>
      <Group>
        <Button size="compact-sm" onClick={() => restore.mutate()} loading={restore.isPending}>
          {t('Restore version {version}', { version: props.version })}
        </Button>
      </Group>
    </Stack>
  )
}
