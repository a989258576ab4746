import { Alert, Anchor, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import styles from '../../design/pages/preview-beside.module.css'
import { messageOf } from '../../server/client.ts'
import { partPicked, usePicking } from './css/picking.ts'
import { usePreviewed } from './previewed.ts'

const route = getRouteApi('/app/$region/agents/$agentId/settings')

/** A website just wide enough not to count as a phone, and a phone. */
const screens = { website: { width: 520, height: 720 }, phone: { width: 390, height: 720 } } as const
type Screen = keyof typeof screens

/**
 * The real widget with the unpublished edits, in a frame without network access: no load is counted and no conversation
 * started.
 */
export function WidgetPreview({ agent }: { agent: AgentDocument }) {
  const [screen, setScreen] = useState<Screen>('website')
  const { ref, width } = useElementSize()
  const { frame, shown, problem } = usePreview(agent)
  const picking = usePicking()
  const size = screens[screen]
  const scale = width / size.width
  return (
    <figure className={styles.preview} aria-label="Preview">
      <SegmentedControl
        fullWidth
        size="xs"
        mb="xs"
        aria-label="Preview size"
        value={screen}
        onChange={(value) => setScreen(value === 'phone' ? 'phone' : 'website')}
        data={[
          { value: 'website', label: 'Website' },
          { value: 'phone', label: 'Phone' },
        ]}
      />
      <div ref={ref} className={styles.screen} style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        <iframe
          // The widget checks only once whether it is on a phone.
          key={screen}
          ref={frame}
          title="Preview of the widget"
          src="/widget/preview/page"
          sandbox="allow-scripts allow-same-origin"
          style={{ ...size, transform: `scale(${scale})` }}
        />
        {!shown && <Skeleton className={styles.loading} radius={0} />}
      </div>
      <Caption problem={problem} picking={picking} />
    </figure>
  )
}

function Caption({ problem, picking }: { problem: string | undefined; picking: boolean }) {
  const navigate = route.useNavigate()
  const talk = () => navigate({ search: (search) => ({ ...search, showDebugger: true }) })
  if (problem)
    return (
      <Alert component="figcaption" color="yellow" mt="xs" p="xs">
        Your last edits are not shown: {problem}
      </Alert>
    )
  if (picking)
    return (
      <Text component="figcaption" size="xs" mt="xs" role="status">
        Click a part of the chat to write CSS for it. Esc ends this.
      </Text>
    )
  return (
    <Text component="figcaption" size="xs" c="dimmed" mt="xs">
      The widget with your unpublished edits. Nothing written here is sent;{' '}
      <Anchor component="button" type="button" size="xs" underline="always" onClick={talk}>
        talk to the agent in the test panel
      </Anchor>
      .
    </Text>
  )
}

/** Updates the frame when the draft changes. */
function usePreview(agent: AgentDocument) {
  const preview = usePreviewed(agent)
  const picking = usePicking()
  const frame = useRef<HTMLIFrameElement>(null)
  const newest = useRef(preview.data)
  newest.current = preview.data ?? newest.current
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const show = () => {
      if (!newest.current) return
      frame.current?.contentWindow?.postMessage(newest.current, location.origin)
      setShown(true)
    }
    const hear = ({ source, data }: MessageEvent) => {
      if (source !== frame.current?.contentWindow) return
      if (data === 'preview-ready') show()
      else if ('picked' in Object(data)) partPicked(data.picked)
    }
    addEventListener('message', hear)
    if (preview.data) show()
    return () => removeEventListener('message', hear)
  }, [preview.data])

  useEffect(() => {
    if (shown) frame.current?.contentWindow?.postMessage({ pick: picking }, location.origin)
  }, [shown, picking])

  return { frame, shown, problem: preview.error ? messageOf(preview.error) : undefined }
}
