/** The versions of a thing, of which each can be compared with the one before and with the current one. */
import { Badge, Button, Group, SegmentedControl, Stack, Text, Timeline } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Moment } from '../../design/dates/moment.tsx'
import { t } from '../../design/language.ts'
import { listed } from '../../design/lists/listed.ts'
import { withParts } from '../../design/words/sentence.tsx'

export type ListedVersion = {
  version: number
  savedAt: string
  savedBy?: string | undefined
  /** What changed since the version before, in words. */
  changed: readonly string[]
  /** More about it. */
  remark?: string | undefined
}

export type ComparedVersion = {
  version: number
  /** The listed version before it. */
  previous: number | undefined
  current: number | undefined
}

/** Newest first. `current`: the one in use; undefined if that is none of them. `differences`: of the one that is viewed. */
export function VersionTimeline(props: {
  versions: readonly ListedVersion[]
  current: number | undefined
  differences: (of: ComparedVersion) => ReactNode
  /** What can be done with a version that is not the current one. */
  actions?: (version: number) => ReactNode
}) {
  const { versions, current } = props
  const [viewed, setViewed] = useState<number>()
  return (
    <Timeline bulletSize={14} lineWidth={2} active={0}>
      {versions.map((one, nth) => {
        const { version } = one
        const previous = versions[nth + 1]?.version
        const isViewed = viewed === version
        return (
          <Timeline.Item
            key={version}
            title={<VersionTitle version={version} current={version === current} />}
          >
            <Stack gap={6}>
              <Text size="xs" c="dimmed">
                {one.savedBy ? (
                  withParts('{when} by {name}', {
                    when: <Moment at={one.savedAt} />,
                    name: <bdi>{one.savedBy}</bdi>,
                  })
                ) : (
                  <Moment at={one.savedAt} />
                )}
                {one.remark !== undefined && ` · ${one.remark}`}
              </Text>
              {one.changed.length > 0 && <Text>{listed(one.changed)}</Text>}
              {(version !== current || previous !== undefined) && (
                <Group gap="xs">
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => setViewed(isViewed ? undefined : version)}
                    aria-expanded={isViewed}
                  >
                    {isViewed ? t('Hide changes') : t('View changes')}
                  </Button>
                  {version !== current && props.actions?.(version)}
                </Group>
              )}
              {isViewed && props.differences({ version, previous, current })}
            </Stack>
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

function VersionTitle(props: { version: number; current: boolean }) {
  return (
    <Group gap="xs">
      <Text fw={500}>{t('Version {version}', { version: props.version })}</Text>
      {props.current && (
        <Badge size="sm" variant="light">
          {t('Current')}
        </Badge>
      )}
    </Group>
  )
}

/** What a version changed of the one before, or what restoring it would change of the current one; one of them is shown. */
export function VersionComparison(
  props: ComparedVersion & { sincePrevious: (previous: number) => ReactNode; againstCurrent: ReactNode },
) {
  const { version, previous, current } = props
  const [other, setOther] = useState<'previous' | 'current'>(previous === undefined ? 'current' : 'previous')
  return (
    <Stack gap="sm" mt="xs">
      {previous !== undefined && version !== current && (
        <div>
          <Text size="xs" c="dimmed" mb={4} aria-hidden>
            {t('Compare version {version}', { version })}
          </Text>
          <SegmentedControl
            fullWidth
            aria-label={t('Compare version {version}', { version })}
            value={other}
            onChange={(value) => setOther(value === 'current' ? 'current' : 'previous')}
            data={[
              { value: 'previous', label: t('With version {version}', { version: previous }) },
              {
                value: 'current',
                label:
                  current === undefined
                    ? t('With current')
                    : t('With current ({version})', { version: current }),
              },
            ]}
          />
        </div>
      )}
      {other === 'previous' && previous !== undefined ? props.sincePrevious(previous) : props.againstCurrent}
    </Stack>
  )
}
