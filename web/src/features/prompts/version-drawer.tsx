import { Button, SegmentedControl, Text } from '@mantine/core'
import type { PromptView } from '@parley/contracts/integration/prompt-endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { type PromptPlace, promptVersionQuery } from '../../server/prompts.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { usePromptAct } from './use-prompt-act.ts'

/** A version of a prompt: its text, and how it differs from others. */
export function VersionDrawer(props: {
  place: PromptPlace
  prompt: PromptView
  version: number
  onPublish: () => void
  onClose: () => void
}) {
  const { place, prompt, version } = props
  const manages = useMay()('prompt.manage')
  const nth = prompt.versions.findIndex((one) => one.version === version)
  const shown = prompt.versions[nth]
  const previous = prompt.versions[nth + 1]?.version
  const others = [
    ...(previous === undefined ? [] : [{ value: previous, label: `Since version ${previous}` }]),
    ...(prompt.published === version || prompt.published === previous
      ? []
      : [{ value: prompt.published, label: `Against published (${prompt.published})` }]),
    ...([previous, prompt.published, version].includes(prompt.version)
      ? []
      : [{ value: prompt.version, label: `Against newest (${prompt.version})` }]),
  ]
  const [other, setOther] = useState(previous)
  const restore = usePromptAct(place, 'restore', {
    tell: (_, made) => `Version ${version} was restored as version ${made}.`,
    onDone: props.onClose,
  })
  return (
    <FramedDrawer
      width="wide"
      title={`Version ${version}`}
      kind={shown && exactTime(new Date(shown.savedAt))}
      onClose={props.onClose}
      footer={
        manages && (
          <>
            {version !== prompt.version && (
              <Button
                variant="default"
                loading={restore.isPending}
                onClick={() => restore.mutate({ version })}
              >
                Restore
              </Button>
            )}
            {version !== prompt.published && <Button onClick={props.onPublish}>Publish …</Button>}
          </>
        )
      }
    >
      {shown?.note && (
        <Text>
          <bdi>{shown.note}</bdi>
        </Text>
      )}
      {others.length > 0 && (
        <SegmentedControl
          fullWidth
          aria-label="What is shown"
          value={other === undefined ? 'text' : String(other)}
          onChange={(value) => setOther(value === 'text' ? undefined : Number(value))}
          data={[
            { value: 'text', label: 'Text' },
            ...others.map(({ value, label }) => ({ value: String(value), label })),
          ]}
        />
      )}
      <Differences place={place} from={other} to={version} />
    </FramedDrawer>
  )
}

type Compared = { place: PromptPlace; from: number | undefined; to: number }

function useTexts({ place, from, to }: Compared) {
  const before = useQuery({ ...promptVersionQuery(place, from ?? to), enabled: from !== undefined })
  const after = useQuery(promptVersionQuery(place, to))
  return { before, after }
}

/** Whether `Differences` has the height that it keeps. */
export function useDifferencesLoaded(compared: Compared): boolean {
  const { before, after } = useTexts(compared)
  return !after.isLoading && !before.isLoading
}

/** What changes from one version to another; the text of `to` where `from` is undefined. */
export function Differences(props: Compared) {
  const { from } = props
  const { before, after } = useTexts(props)
  const failed = [after, ...(from === undefined ? [] : [before])].find(({ isError }) => isError)
  if (failed)
    return (
      <FailedList
        title="The version could not be loaded"
        error={failed.error}
        onRetry={() => failed.refetch()}
      />
    )
  if (after.data === undefined || (from !== undefined && before.data === undefined))
    return <LoadingRows rows={2} />
  if (from !== undefined && before.data === after.data) return <Text c="dimmed">The texts are the same.</Text>
  return <BeforeAndAfter before={from === undefined ? undefined : before.data} after={after.data} />
}
