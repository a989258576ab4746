import {
  Alert,
  Button,
  Group,
  Modal,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  useComputedColorScheme,
} from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { customThemeIn } from '@parley/contracts/agency/custom-theme.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { IconArrowsMaximize } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type Previewed,
  type PreviewedPage,
  previewAddress,
  type Scheme,
} from '../../client-preview/messages.ts'
import styles from '../../design/pages/preview-beside.module.css'
import { useOnPhone } from '../../design/use-on-phone.ts'
import { client, messageOf } from '../../server/client.ts'
import { useWorkspace } from '../../shell/navigation/places.ts'
import { type PreviewedAgency, previewedOf } from './previewed.ts'
import { useClientPreview } from './use-client-preview.ts'

const screens = { desktop: { width: 900, height: 680 }, phone: { width: 390, height: 760 } } as const
type Screen = keyof typeof screens
const titles: Record<PreviewedPage, string> = {
  'sign-in': 'Preview of the sign-in page',
  dashboard: 'Preview of the dashboard',
}

/** Debounce of edits of the CSS, which the server cleans, in ms. */
const restMs = 400

/**
 * The pages of the agency's clients with the unsaved settings, in both schemes and on a phone. They are the real ones, in a
 * frame of an opaque origin that calls nobody (`client-preview`).
 */
export function AgencyPreview(props: { agency: PreviewedAgency; webFont: WebFont | undefined }) {
  const { agency, webFont } = props
  const { region } = useWorkspace()
  const own = useComputedColorScheme('light')
  const [page, setPage] = useState<PreviewedPage>('sign-in')
  const [chosen, setScheme] = useState<Scheme>()
  const onPhone = useOnPhone()
  const [screen, setScreen] = useState<Screen>(onPhone ? 'phone' : 'desktop')
  const [large, setLarge] = useState(false)
  const { css, problem } = useCleanCss(agency.customCSS)
  const scheme = chosen ?? customThemeIn(agency.customThemeJSONString)?.scheme ?? own
  const shown = { ...previewedOf(agency, { region, css, webFont }), page, scheme }
  const framed = { shown, screen, onScheme: setScheme, onPage: setPage }
  const choices = (
    <>
      <Choice
        label="Previewed page"
        value={page}
        onChange={setPage}
        data={[
          { value: 'sign-in', label: 'Sign-in page' },
          { value: 'dashboard', label: 'Dashboard' },
        ]}
      />
      <Choice
        label="Colour scheme of the preview"
        value={scheme}
        onChange={setScheme}
        data={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <Choice
        label="Preview size"
        value={screen}
        onChange={setScreen}
        data={[
          { value: 'desktop', label: 'Desktop' },
          { value: 'phone', label: 'Phone' },
        ]}
      />
    </>
  )
  return (
    <figure className={styles.preview} aria-label="Preview">
      <div className={styles.choices}>{choices}</div>
      <Small {...framed} />
      {!onPhone && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          fullWidth
          leftSection={<IconArrowsMaximize size={14} />}
          onClick={() => setLarge(true)}
        >
          Open large
        </Button>
      )}
      <Modal
        opened={large}
        onClose={() => setLarge(false)}
        fullScreen
        title="Preview"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Group gap="xs" mb="xs" className={styles.row}>
          {choices}
        </Group>
        <Large {...framed} />
      </Modal>
      {problem ? (
        <Alert component="figcaption" color="yellow" mt="xs" p="xs">
          Your last edits of the CSS are not shown: {problem}
        </Alert>
      ) : (
        <Text component="figcaption" size="xs" c="dimmed" mt="xs">
          What your clients will see, with your unsaved changes. Names and figures are made up, and nothing is
          saved or sent.
        </Text>
      )}
    </figure>
  )
}

type Framed = {
  shown: Previewed
  screen: Screen
  onScheme: (scheme: Scheme) => void
  onPage: (page: PreviewedPage) => void
}

/** Beside the settings, as a whole. */
function Small(props: Framed) {
  const { ref, width } = useElementSize()
  const size = screens[props.screen]
  return (
    <div
      ref={ref}
      className={`${styles.screen} ${styles.whole}`}
      data-screen={props.screen}
      // Its height follows from its width before that is measured, so that nothing below it moves.
      style={{
        aspectRatio: `${size.width} / ${size.height}`,
        // In view as a whole, below the bars above it.
        maxHeight: `min(${size.height}px, max(320px, 100dvh - 276px))`,
      }}
    >
      <Frame {...props} size={size} scale={width / size.width} />
    </div>
  )
}

/** As large as it is for clients. */
function Large(props: Framed) {
  const { ref, width, height } = useElementSize()
  const { phone, desktop } = screens
  const scale = Math.min(1, width / desktop.width)
  const wide = { width: Math.max(width, desktop.width), height: height / (scale || 1) }
  const isPhone = props.screen === 'phone'
  return (
    <div ref={ref} className={styles.large}>
      <div
        className={`${styles.screen} ${styles.whole}`}
        data-screen={props.screen}
        style={isPhone ? { width: phone.width, height: phone.height } : { height: '100%' }}
      >
        <Frame {...props} size={isPhone ? phone : wide} scale={isPhone ? 1 : scale} />
      </div>
    </div>
  )
}

function Frame(props: Framed & { size: { width: number; height: number }; scale: number }) {
  const { shown, size, scale, onScheme, onPage } = props
  const { frame, state, attempt, tryAgain } = useClientPreview(shown, { onScheme, onPage })
  return (
    <>
      <iframe
        key={attempt}
        ref={frame}
        title={titles[shown.page]}
        src={previewAddress}
        sandbox="allow-scripts allow-forms"
        referrerPolicy="no-referrer"
        style={{ ...size, transform: `scale(${scale})` }}
      />
      {state === 'loading' && (
        <Skeleton className={styles.loading} radius={0} role="status" aria-label="Loading the preview" />
      )}
      {state === 'failed' && <NotLoaded onRetry={tryAgain} />}
    </>
  )
}

function Choice<Value extends string>(props: {
  label: string
  value: Value
  onChange: (value: Value) => void
  data: { value: Value; label: string }[]
}) {
  const { label, ...control } = props
  return <SegmentedControl fullWidth size="xs" aria-label={label} {...control} />
}

function NotLoaded({ onRetry }: { onRetry: () => void }): ReactNode {
  return (
    <Stack className={styles.failed} align="center" justify="center" gap="sm" p="md" role="alert">
      <Text ta="center">The preview could not be loaded.</Text>
      <Button variant="default" size="xs" onClick={onRetry}>
        Try again
      </Button>
    </Stack>
  )
}

/** The CSS as the server leaves it. */
function useCleanCss(customCSS: string): { css: string; problem: string | undefined } {
  const place = useWorkspace()
  const [asked] = useDebouncedValue(customCSS, restMs)
  const cleaned = useQuery({
    queryKey: ['agency-css', place.region, place.workspaceId, asked],
    enabled: asked.trim() !== '',
    queryFn: ({ signal }) => {
      const { region, workspaceId } = place
      return client.call(
        'agency.previewCss',
        { params: { region, workspaceId }, body: { customCSS: asked } },
        { signal },
      )
    },
    placeholderData: (former) => former,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
  const css = asked.trim() === '' ? '' : (cleaned.data?.customCSS ?? '')
  return { css, problem: cleaned.error ? messageOf(cleaned.error) : undefined }
}
