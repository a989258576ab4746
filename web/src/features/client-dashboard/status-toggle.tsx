import { Group, Switch, Text } from '@mantine/core'
import type { ClientStatus } from '@parley/contracts/client/statuses.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { t } from '../../design/language.ts'
import { noticeError } from '../../design/notices/notices.ts'
import { client } from '../../server/client.ts'
import { openView } from '../../server/client-view.ts'
import { sessionQuery } from '../../server/queries.ts'
import styles from './client-dashboard.module.css'

/**
 * Whether the client answers visitors now. It is online again whenever its dashboard loads (part 2 §4), unless `ofNobody`:
 * the agency's admin has no status.
 */
export function useClientStatus(
  { ID: clientId, status }: { ID: string; status: ClientStatus },
  { ofNobody }: { ofNobody: boolean },
) {
  const queryClient = useQueryClient()
  const set = useMutation({
    mutationFn: (to: ClientStatus) => client.call('clientAuth.status', { body: { clientId, status: to } }),
    onSuccess: () => queryClient.invalidateQueries(sessionQuery()),
    onError: (error) => noticeError(error),
  })
  const loaded = useRef(false)
  const { mutate } = set
  useEffect(() => {
    if (!openView && !ofNobody && !loaded.current && status !== 'online') mutate('online')
    loaded.current = true
  }, [status, mutate, ofNobody])
  const isSetOnline = !openView && set.isIdle
  return { status: set.isPending ? set.variables : isSetOnline ? 'online' : status, set: mutate }
}

export function StatusToggle({ status, set }: ReturnType<typeof useClientStatus>) {
  return (
    <Group gap="xs" wrap="nowrap" component="label" data-part="status">
      <Switch
        size="sm"
        color="teal"
        aria-label={t('Online')}
        // Whoever views as the client sees it alone.
        disabled={openView !== undefined}
        checked={status === 'online'}
        onChange={(event) => set(event.currentTarget.checked ? 'online' : 'offline')}
      />
      {/* The state says it already to whoever can't see it. */}
      <Text aria-hidden className={styles.status}>
        {status === 'online' ? t('Online') : t('Offline')}
      </Text>
    </Group>
  )
}
