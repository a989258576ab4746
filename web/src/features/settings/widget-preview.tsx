import { Alert, Anchor, Button, Drawer, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useElementSize } from '@mantine/hooks'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { client, messageOf } from '../../server/client.ts'
import { useAgentPlace } from '../../shell/places.ts'
import styles from './widget-preview.module.css'

const route = getRouteApi('/app/$region/agents/$agentId/settings')

/** A website just wide enough not to count as a phone, and a phone. */
const screens = { website: { width: 520, height: 720 }, phone: { width: 390, height: 720 } } as const
type Screen = keyof typeof screens

/** Debounce of edits, in ms. */
const restMs = 400

/** The preview beside the settings, on phones behind a button that stays in view. */
export function PreviewBeside(props: { agent: AgentDocument }) {
  const onPhone = useOnPhone()
  const [opened, sheet] = useDisclosure(false)
  if (!onPhone) return <WidgetPreview {...props} />
  return (
    <>
      <Button
        variant="default"
        radius="xl"
        leftSection={<IconEye size={16} />}
        onClick={sheet.open}
        className={styles.open}
      >
        Preview
      </Button>
      <Drawer opened={opened} onClose={sheet.close} position="bottom" size="92%" title="Preview" radius="lg">
        <WidgetPreview {...props} />
      </Drawer>
    </>
  )
}

/**
 * The real widget with the unpublished edits, in a frame without network access: no load is counted and no conversation
 * started.
 */
function WidgetPreview({ agent }: { agent: AgentDocument }) {
  const [screen, setScreen] = useState<Screen>('website')
  const { ref, width } = useElementSize()
  const { frame, shown, problem } = usePreview(agent)
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
      <Caption problem={problem} />
    </figure>
  )
}

function Caption({ problem }: { problem: string | undefined }) {
  const navigate = route.useNavigate()
  const talk = () => navigate({ search: (search) => ({ ...search, showDebugger: true }) })
  if (problem)
    return (
      <Alert component="figcaption" color="yellow" mt="xs" p="xs">
        Your last edits are not shown: {problem}
      </Alert>
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
  const { region, agentId } = useAgentPlace()
  const [draft] = useDebouncedValue(agent, restMs)
  const preview = useQuery({
    queryKey: ['widget-preview', region, agentId, draft],
    queryFn: ({ signal }) =>
      client.call('conversations.preview', { params: { region, agentId }, body: draft }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
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
      if (source === frame.current?.contentWindow && data === 'preview-ready') show()
    }
    addEventListener('message', hear)
    if (preview.data) show()
    return () => removeEventListener('message', hear)
  }, [preview.data])

  return { frame, shown, problem: preview.error ? messageOf(preview.error) : undefined }
}
