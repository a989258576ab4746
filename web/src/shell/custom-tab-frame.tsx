import { Anchor, Box, Center, Text, VisuallyHidden } from '@mantine/core'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import { useEffect, useRef } from 'react'
import { t } from '../design/language.ts'
import styles from './custom-tab-frame.module.css'

/** Whether the page is that of a preview (`client-preview`), whose frame may hold no page of this server. */
const inPreview = document.documentElement.dataset.clientPreview !== undefined

/** A custom tab as it is saved, which fills the page. */
export function CustomTabFrame({ tab }: { tab: CustomTab }) {
  return (
    <Box className={styles.page}>
      <title>{tab.label}</title>
      <VisuallyHidden component="h1">{tab.label}</VisuallyHidden>
      {inPreview ? (
        <InPreview tab={tab} />
      ) : tab.pageType === 'html' ? (
        <HtmlFrame tab={tab} />
      ) : (
        <PageFrame tab={tab} />
      )}
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
          {t('Open in a new window')}
        </Anchor>
      </Box>
    </>
  )
}

/** The tab's HTML without its script, or what it leads to. */
function InPreview({ tab: { pageType, label, htmlContent, iframeUrl } }: { tab: CustomTab }) {
  return (
    <>
      {pageType === 'html' ? (
        <iframe title={label} sandbox="" srcDoc={htmlContent} className={styles.frame} />
      ) : (
        <Center className={styles.frame}>{iframeUrl}</Center>
      )}
      <Box className={styles.below}>
        <Text size="xs" c="dimmed">
          {pageType === 'html'
            ? 'Scripts do not run in the preview. Open the tab to see them.'
            : 'Other websites are not loaded in the preview. Open the tab to see them.'}
        </Text>
      </Box>
    </>
  )
}
