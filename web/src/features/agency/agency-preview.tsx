import { Alert, Group, SegmentedControl, Stack, Text, useComputedColorScheme } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { customThemeIn } from '@parley/contracts/agency/custom-theme.ts'
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import type { WhiteLabelView } from '@parley/contracts/agency/white-label-endpoints.ts'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import styles from '../../design/preview-beside.module.css'
import { client, messageOf } from '../../server/client.ts'
import { useWorkspace } from '../../shell/places.ts'
import { ClientDashboard } from './client/client-dashboard.tsx'
import { ClientFrame } from './client/client-frame.tsx'
import { ClientSignIn } from './client/client-sign-in.tsx'

const screens = { desktop: { width: 900, height: 680 }, phone: { width: 390, height: 760 } } as const

/** Debounce of edits of the CSS, which the server cleans, in ms. */
const restMs = 400

/** The pages of the agency's clients with the unsaved settings, in both schemes and on a phone. */
export function AgencyPreview({
  agency,
  webFont,
}: {
  agency: AgencyView & Pick<WhiteLabelView, 'poweredBy'>
  webFont: WebFont | undefined
}) {
  const own = useComputedColorScheme('light')
  const [page, setPage] = useState('sign-in')
  const [chosen, setScheme] = useState<string>()
  const [screen, setScreen] = useState<keyof typeof screens>('desktop')
  const { ref, width } = useElementSize()
  const { css, problem } = useCleanCss(agency.customCSS)
  const size = screens[screen]
  const scale = Math.min(1, width / size.width)
  const scheme = chosen ?? customThemeIn(agency.customThemeJSONString)?.scheme ?? own
  const title = page === 'sign-in' ? 'Preview of the sign-in page' : 'Preview of the dashboard'
  return (
    <figure className={styles.preview} aria-label="Preview">
      <Stack gap="xs" mb="xs">
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Previewed page"
          value={page}
          onChange={setPage}
          data={[
            { value: 'sign-in', label: 'Sign-in page' },
            { value: 'dashboard', label: 'Dashboard' },
          ]}
        />
        <Group gap="xs" grow>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Colour scheme of the preview"
            value={scheme}
            onChange={setScheme}
            data={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Preview size"
            value={screen}
            onChange={(value) => setScreen(value === 'phone' ? 'phone' : 'desktop')}
            data={[
              { value: 'desktop', label: 'Desktop' },
              { value: 'phone', label: 'Phone' },
            ]}
          />
        </Group>
      </Stack>
      <div
        ref={ref}
        className={styles.screen}
        // Its height follows from its width before that is measured, so that nothing below it moves.
        style={{ aspectRatio: `${size.width} / ${size.height}`, maxHeight: size.height }}
      >
        <ClientFrame
          title={title}
          agency={agency}
          webFont={webFont}
          css={css}
          scheme={scheme === 'dark' ? 'dark' : 'light'}
          style={{
            ...size,
            transform: `scale(${scale})`,
            marginInlineStart: Math.max(0, (width - size.width * scale) / 2),
          }}
        >
          {page === 'sign-in' ? <ClientSignIn agency={agency} /> : <ClientDashboard agency={agency} />}
        </ClientFrame>
      </div>
      {problem ? (
        <Alert component="figcaption" color="yellow" mt="xs" p="xs">
          Your last edits of the CSS are not shown: {problem}
        </Alert>
      ) : (
        <Text component="figcaption" size="xs" c="dimmed" mt="xs">
          What your clients will see, with your unsaved changes. Names and figures are made up.
        </Text>
      )}
    </figure>
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
