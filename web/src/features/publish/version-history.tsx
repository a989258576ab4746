import { Badge, Box, Button, Group, Stack, Text, Timeline } from '@mantine/core'
import type { AgentVersionView } from '@parley/contracts/agent/endpoints.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FramedDrawer } from '../../design/framed-drawer.tsx'
import { t } from '../../design/language.ts'
import { listed } from '../../design/listed.ts'
import { Moment } from '../../design/moment.tsx'
import { withParts } from '../../design/sentence.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/states.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { fieldLabel } from '../../store/agent-fields.ts'
import { versionsQuery } from './queries.ts'
import { VersionDifferences } from './version-differences.tsx'

/** Up to 20 versions, newest first. Each can be compared with the one before and the current one, and restored. */
export function VersionHistory(props: { place: AgentPlace }) {
  const navigate = useNavigate()
  const versions = useQuery(versionsQuery(props.place))
  const [viewed, setViewed] = useState<number>()
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, panel: undefined }) })
  const items = versions.data?.items
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
        <Timeline bulletSize={14} lineWidth={2} active={0}>
          {items.map((version, nth) => (
            <Timeline.Item key={version.version} title={<VersionTitle version={version} />}>
              <VersionBody
                place={props.place}
                version={version}
                previous={items[nth + 1]?.version}
                current={items.find(({ current }) => current)?.version}
                viewed={viewed === version.version}
                onView={() => setViewed(viewed === version.version ? undefined : version.version)}
                onRestored={close}
              />
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </FramedDrawer>
  )
}

function VersionTitle(props: { version: AgentVersionView }) {
  return (
    <Group gap="xs">
      <Text fw={500}>{t('Version {version}', { version: props.version.version })}</Text>
      {props.version.current && (
        <Badge size="sm" variant="light">
          {t('Current')}
        </Badge>
      )}
    </Group>
  )
}

function VersionBody(props: {
  place: AgentPlace
  version: AgentVersionView
  previous: number | undefined
  current: number | undefined
  viewed: boolean
  onView: () => void
  onRestored: () => void
}) {
  const { version, previous, current } = props
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        {version.savedBy ? (
          withParts('{when} by {name}', {
            when: <Moment at={version.savedAt} />,
            name: <bdi>{version.savedBy}</bdi>,
          })
        ) : (
          <Moment at={version.savedAt} />
        )}
      </Text>
      {version.changed.length > 0 && <Text>{listed(version.changed.map(fieldLabel))}</Text>}
      {(!version.current || previous !== undefined) && (
        <Box>
          <Button size="compact-sm" variant="default" onClick={props.onView} aria-expanded={props.viewed}>
            {props.viewed ? t('Hide changes') : t('View changes')}
          </Button>
        </Box>
      )}
      {props.viewed && (
        <VersionDifferences
          place={props.place}
          version={version.version}
          previous={previous}
          current={current}
          onRestored={props.onRestored}
        />
      )}
    </Stack>
  )
}
