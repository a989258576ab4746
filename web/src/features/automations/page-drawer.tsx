import { Anchor, Text } from '@mantine/core'
import type { ChangedPageView } from '@parley/contracts/knowledge/crawl-endpoints.ts'
import { longestComparedText } from '@parley/contracts/knowledge/crawl-names.ts'
import { useQuery } from '@tanstack/react-query'
import { count } from '../../design/dates/moment.tsx'
import { FailedList, LoadingRows } from '../../design/notices/states.tsx'
import { BeforeAndAfter } from '../../design/pages/before-and-after.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { changeNames } from './crawl-words.ts'
import { changedPageQuery, type RunPlace } from './queries.ts'

type PageText = { text: string; cut: boolean } | undefined

/** The text of a page before and after a run, as agents were given it. */
export function PageDrawer(props: { place: RunPlace & { pageId: string }; onClose: () => void }) {
  const page = useQuery(changedPageQuery(props.place))
  return (
    <FramedDrawer
      width="wide"
      title={page.data ? page.data.title || page.data.url : '\u00a0'}
      kind={page.data ? changeNames[page.data.change] : '\u00a0'}
      onClose={props.onClose}
    >
      {page.isPending && <LoadingRows rows={3} height={80} />}
      {page.isError && (
        <FailedList title="The page could not be loaded" error={page.error} onRetry={() => page.refetch()} />
      )}
      {page.data && <Compared page={page.data} before={page.data.before} after={page.data.after} />}
    </FramedDrawer>
  )
}

function Compared({ page, before, after }: { page: ChangedPageView; before: PageText; after: PageText }) {
  return (
    <>
      <Anchor href={page.url} target="_blank" rel="noreferrer noopener" style={{ overflowWrap: 'anywhere' }}>
        {page.url}
      </Anchor>
      {page.reason && <Text>{page.reason}</Text>}
      {(before?.cut || after?.cut) && (
        <Text c="dimmed">The first {count(longestComparedText)} characters of the page are compared.</Text>
      )}
      {!before && !after ? (
        <Text c="dimmed">The texts of this page were erased.</Text>
      ) : before && after && before.text === after.text ? (
        <Text c="dimmed">The passages are the same.</Text>
      ) : (
        <BeforeAndAfter before={before?.text} after={after?.text} />
      )}
    </>
  )
}
