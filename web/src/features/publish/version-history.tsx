import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { EmptyList, FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { VersionTimeline } from '../../shell/agent/version-timeline.tsx'
import { fieldLabel } from '../../store/agent-fields.ts'
import { versionsQuery } from './queries.ts'
import { RestoreVersion } from './restore-version.tsx'
import { VersionDifferences } from './version-differences.tsx'

/** Up to 20 versions, newest first. Each can be compared with the one before and the current one; every other than the current one can be restored. */
export function VersionHistory(props: { place: AgentPlace }) {
  const navigate = useNavigate()
  const versions = useQuery(versionsQuery(props.place))
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, panel: undefined }) })
  const items = versions.data?.items
  const current = items?.find((version) => version.current)?.version
  return (
    <FramedDrawer onClose={close} title={t('Version History')}>
      <Text c="dimmed">{t('A version is saved each time you publish. The latest 20 are listed.')}</Text>
      {versions.isPending && <LoadingRows rows={5} />}
      {versions.isError && (
        <FailedList
          title={t('The versions could not be loaded')}
          error={versions.error}
          onRetry={() => versions.refetch()}
        />
      )}
      {items?.length === 0 && (
        <EmptyList
          icon={<IconHistory size={24} />}
          title={t('No versions yet')}
          explanation={t('Publish the agent to save its first version.')}
        />
      )}
      {items && items.length > 0 && (
        <VersionTimeline
          versions={items.map((version) => ({ ...version, changed: version.changed.map(fieldLabel) }))}
          current={current}
          differences={(of) => <VersionDifferences place={props.place} {...of} />}
          actions={(version) => (
            <RestoreVersion place={props.place} version={version} current={current} onRestored={close} />
          )}
        />
      )}
    </FramedDrawer>
  )
}
