import { Anchor, Box, VisuallyHidden } from '@mantine/core'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { IconLayoutOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Page } from '../../design/page.tsx'
import { EmptyList, FailedList, LoadingRows } from '../../design/states.tsx'
import { useWorkspace } from '../../shell/places.ts'
import styles from './custom-tab-page.module.css'
import { agencyQuery } from './queries.ts'

const route = getRouteApi('/app/$region/c/$')

/** A custom tab of the agency as it is saved (part 2 §2.1). */
export function CustomTabPage() {
  const { _splat = '' } = route.useParams()
  const place = useWorkspace()
  const agency = useQuery(agencyQuery(place))
  const href = `/${_splat}`.toLowerCase().replace(/\/$/, '')
  const tab = agency.data?.customTabs.find((one) => one.href.toLowerCase() === href)
  if (tab) return <Shown key={JSON.stringify(tab)} tab={tab} />
  return (
    <Page title="Custom tab">
      {agency.isPending && <LoadingRows rows={1} height={320} />}
      {agency.isError && (
        <FailedList
          title="The tab could not be loaded"
          error={agency.error}
          onRetry={() => agency.refetch()}
        />
      )}
      {agency.data !== undefined && (
        <EmptyList
          icon={<IconLayoutOff size={24} />}
          title="There is no tab here"
          explanation={`The agency has no saved tab with the URL ${href}.`}
        />
      )}
    </Page>
  )
}

function Shown({ tab }: { tab: CustomTab }) {
  return (
    <Box className={styles.page}>
      <title>{tab.label}</title>
      <VisuallyHidden component="h1">{tab.label}</VisuallyHidden>
      {tab.pageType === 'html' ? <HtmlFrame tab={tab} /> : <PageFrame tab={tab} />}
    </Box>
  )
}

/** The tab's HTML and script in a sandbox, which has an origin of its own (`custom-tab-pages.ts` of the host). */
function HtmlFrame({ tab }: { tab: CustomTab }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const { htmlContent: html, jsContent: js } = tab
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      const within = frame.current?.contentWindow
      if (!within || source !== within || data !== 'custom-tab-ready') return
      removeEventListener('message', hear)
      // The frame's origin is opaque, so it can't be named.
      within.postMessage({ html, js }, '*')
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [html, js])
  return (
    <iframe
      ref={frame}
      title={tab.label}
      src="/custom-tab/html"
      sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      className={styles.frame}
    />
  )
}

/** The page of another website. One that refuses to be framed can be opened by the link below it. */
function PageFrame({ tab }: { tab: CustomTab }) {
  return (
    <>
      <iframe
        title={tab.label}
        src={`/custom-tab/page#${encodeURIComponent(tab.iframeUrl)}`}
        referrerPolicy="no-referrer"
        className={styles.frame}
      />
      <Box className={styles.below}>
        <Anchor href={tab.iframeUrl} target="_blank" rel="noreferrer" size="xs">
          Open in a new window
        </Anchor>
      </Box>
    </>
  )
}
