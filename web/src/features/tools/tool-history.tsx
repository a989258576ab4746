import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import type { ToolVersionSettings, ToolView } from '@parley/contracts/integration/tool.ts'
import { keptToolVersions } from '@parley/contracts/integration/tool-limits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { client } from '../../server/client.ts'
import { useCredentials } from '../../server/credentials.ts'
import { useLoaded } from '../../server/overwriting.ts'
import { useMay } from '../../shell/access/use-may.ts'
import {
  type ComparedVersion,
  VersionComparison,
  VersionTimeline,
} from '../../shell/agent/version-timeline.tsx'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { UsedByAgents, usedByWords } from '../../shell/used-by.tsx'
import { type ToolPlace, toolHistoryQuery, toolVersionQuery } from './queries.ts'
import { settingDifferences, settingLabel } from './tool-words.ts'

type Restoring = {
  /** Whether the form has changes that restoring replaces. */
  unsaved: boolean
  onRestored: (settings: ToolVersionSettings) => void
}

/** The agents that use a function, and its versions. */
export function ToolHistory({ tool, ...restoring }: Restoring & { tool: ToolView }) {
  const place = { region: useWorkspace().region, toolId: tool.id }
  const history = useQuery(toolHistoryQuery(place))
  if (history.isPending) return <LoadingRows rows={3} />
  if (history.isError)
    return (
      <FailedList
        title="The versions could not be loaded"
        error={history.error}
        onRetry={() => history.refetch()}
      />
    )
  const { agents, versions } = history.data
  return (
    <>
      <Stack gap="xs" component="section" aria-label="Used by">
        <Title order={2} size="h3">
          {usedByWords(agents.length)}
        </Title>
        {agents.length === 0 ? (
          <Text c="dimmed">
            Choose it among the functions of an agent, or in a node, and publish the agent. Any number of
            agents can use it.
          </Text>
        ) : (
          <UsedByAgents agents={agents} />
        )}
      </Stack>
      <Stack gap="sm" component="section" aria-label="Versions">
        <div>
          <Title order={2} size="h3">
            Versions
          </Title>
          <Text c="dimmed">Each save is a version. The latest {keptToolVersions} are kept.</Text>
        </div>
        <VersionTimeline
          versions={versions.map(({ changed = [], restoredFrom, ...version }) => ({
            ...version,
            changed: changed.map(settingLabel),
            remark: restoredFrom === undefined ? undefined : `Restored from version ${restoredFrom}`,
          }))}
          current={versions[0]?.version}
          differences={(of) => (
            <Differences
              {...{ place, ...of, ...restoring }}
              secretChanged={versions
                .find(({ version }) => version === of.version)
                ?.changed?.includes('serverUrlSecret')}
            />
          )}
        />
      </Stack>
    </>
  )
}

function Differences(
  props: Restoring & ComparedVersion & { place: ToolPlace; secretChanged: boolean | undefined },
) {
  const { place, secretChanged, unsaved, onRestored, ...of } = props
  return (
    <VersionComparison
      {...of}
      sincePrevious={(previous) => (
        <>
          {secretChanged && (
            <Text c="dimmed">The server URL secret was changed. It is not shown here either.</Text>
          )}
          <Between place={place} from={previous} to={of.version} silent={secretChanged} />
        </>
      )}
      againstCurrent={
        of.current !== undefined &&
        of.current !== of.version && (
          <>
            <Between place={place} from={of.current} to={of.version} />
            <Restore {...{ place, unsaved, onRestored }} version={of.version} current={of.current} />
          </>
        )
      }
    />
  )
}

/** What changes from one version to another. `silent`: says nothing where they are the same. */
function Between(props: { place: ToolPlace; from: number; to: number; silent?: boolean | undefined }) {
  const before = useQuery(toolVersionQuery(props.place, props.from))
  const after = useQuery(toolVersionQuery(props.place, props.to))
  const credentials = useCredentials()
  const failed = [before, after].find(({ isError }) => isError)
  if (failed)
    return (
      <FailedList
        title="The version could not be loaded"
        error={failed.error}
        onRetry={() => failed.refetch()}
      />
    )
  if (!before.data || !after.data) return <LoadingRows rows={2} />
  const nameOf = (id: string) =>
    credentials.data?.find(({ credentialId }) => credentialId === id)?.name ??
    (credentials.data ? 'A deleted credential' : id)
  const differences = settingDifferences(before.data, after.data, nameOf)
  if (differences.length === 0)
    return props.silent ? null : <Text c="dimmed">The settings are the same as in version {props.from}.</Text>
  return differences.map(({ label, ...values }) => (
    <div key={label}>
      <Text fw={500}>{label}</Text>
      <BeforeAndAfter {...values} />
    </div>
  ))
}

function Restore(props: Restoring & { place: ToolPlace; version: number; current: number }) {
  const { place, version, unsaved, onRestored } = props
  const before = useQuery(toolVersionQuery(place, props.current))
  const settings = useQuery(toolVersionQuery(place, version))
  const manages = useMay()('function.manage')
  const queryClient = useQueryClient()
  const loaded = useLoaded()
  const [removesApproval, setRemovesApproval] = useState(false)
  const restore = useMutation({
    mutationFn: () => {
      const query = removesApproval ? { approval: 'remove' as const } : {}
      return client.call('tools.restoreVersion', { params: { ...place, version }, query }, { loaded })
    },
    async onSuccess(made) {
      await Promise.all(
        [
          ['tools', place.region],
          ['tool-history', place.region, place.toolId],
        ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      noticeSuccess(`Version ${version} was restored as version ${made.version}`)
      if (settings.data)
        onRestored({ ...settings.data, ...(made.approvalKept ? { needsApproval: true } : {}) })
    },
    onError: (error) => noticeError(error),
  })
  if (!manages || !before.data || !settings.data) return null
  if (settingDifferences(before.data, settings.data, (id) => id).length === 0) return null
  const losesApproval = before.data.needsApproval === true && settings.data.needsApproval !== true
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        Restoring saves these settings as the next version. The server URL secret stays as it is.
      </Text>
      {losesApproval && (
        <Alert color="yellow">
          Version {version} did not need approval. Calls go on needing it, unless you remove it.
          <Checkbox
            mt="xs"
            label="Remove the approval: agents call this function without asking anybody"
            checked={removesApproval}
            onChange={(event) => setRemovesApproval(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {unsaved && <Alert color="yellow">Changes in the form that are not saved are replaced.</Alert>}
      <Group>
        <Button size="compact-sm" onClick={() => restore.mutate()} loading={restore.isPending}>
          Restore version {version}
        </Button>
      </Group>
    </Stack>
  )
}
