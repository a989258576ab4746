import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeError, noticeSuccess } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'
import { useMay } from '../access/use-may.ts'
import { useWorkspace } from '../navigation/places.ts'
import styles from './deletion-bar.module.css'

/** Shown while the workspace waits for its deletion, at the height that the frame keeps for it. */
export function DeletionBar(props: { deletedAt: string; height: number }) {
  const { region, workspaceId } = useWorkspace()
  const mayKeep = useMay()('workspace.delete')
  const queryClient = useQueryClient()
  const keep = useMutation({
    mutationFn: () => client.call('workspaces.keep', { params: { region, workspaceId } }),
    async onSuccess() {
      await queryClient.invalidateQueries(sessionQuery())
      noticeSuccess('The workspace is kept. Its agents answer again.')
    },
    onError: (error) => noticeError(error),
  })
  const at = new Date(props.deletedAt)
  return (
    <Group className={styles.bar} h={props.height} gap="sm" wrap="nowrap" role="region" aria-label="Deletion">
      <Text size="sm" className={styles.words}>
        <b>
          This workspace will be deleted on{' '}
          <time dateTime={props.deletedAt} title={at.toLocaleString()}>
            {at.toLocaleDateString(undefined, { dateStyle: 'long' })}
          </time>
          .
        </b>{' '}
        <span className={styles.more}>
          Agents don’t answer, and nothing can be changed.{!mayKeep && ' Its owner can keep it until then.'}
        </span>
      </Text>
      {mayKeep && (
        <Button size="compact-sm" variant="default" loading={keep.isPending} onClick={() => keep.mutate()}>
          Keep workspace
        </Button>
      )}
    </Group>
  )
}
