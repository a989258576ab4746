import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FailedList } from '../../design/notices/states.tsx'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import type { WorkspacePlace } from '../../server/queries.ts'
import { reportPreviewQuery } from './queries.ts'
import styles from './report.module.css'

/** The report as it is mailed. Nothing in it runs: its frame allows nothing. */
export function ReportPreview(props: {
  place: WorkspacePlace
  frequency: 'weekly' | 'monthly'
  onClose: () => void
}) {
  const preview = useQuery(reportPreviewQuery(props.place, props.frequency))
  return (
    <FramedDrawer
      title={preview.data?.subject ?? 'Report by mail'}
      kind="Preview"
      width="wide"
      onClose={props.onClose}
    >
      {preview.isError && !preview.data && (
        <FailedList
          title="The preview could not be loaded"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      )}
      {preview.isPending && <Skeleton height={560} radius="md" />}
      {preview.data && (
        <iframe title="Report" sandbox="" srcDoc={preview.data.html} className={styles.preview} />
      )}
    </FramedDrawer>
  )
}
