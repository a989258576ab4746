import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactTime } from '../../design/dates/moment.tsx'
import { MomentField } from '../../design/dates/moment-field.tsx'
import { messageOf } from '../../server/client.ts'
import styles from './audit.module.css'
import { stateAtQuery, type Workspace } from './queries.ts'
import { Tree } from './tree.tsx'

/** The state of a stream at any past time, replayed from its events. */
export function StateAt(props: { workspace: Workspace; stream: string; eventAt: string }) {
  const [at, setAt] = useState(props.eventAt)
  const state = useQuery({
    ...stateAtQuery(props.workspace, props.stream, at),
    placeholderData: (former) => former,
  })
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="sm">
        <MomentField
          label="State at"
          value={new Date(at)}
          // The field has a resolution of one second: include everything within the selected second.
          onChange={(chosen) => setAt(new Date(chosen.getTime() + 999).toISOString())}
        />
        <Button variant="default" onClick={() => setAt(props.eventAt)} disabled={at === props.eventAt}>
          At this event
        </Button>
        <Button variant="default" onClick={() => setAt(new Date().toISOString())}>
          Now
        </Button>
      </Group>
      {state.isPending && <Skeleton height={160} radius="md" />}
      {state.isError && (
        <Alert color="yellow" role="status">
          {messageOf(state.error)}
        </Alert>
      )}
      {state.data && !state.isError && (
        <>
          <Text size="xs" c="dimmed">
            {props.stream} after revision {state.data.revision}, {exactTime(new Date(state.data.at))}
          </Text>
          <div className={styles.tree}>
            <Tree name="state" value={state.data.state} />
          </div>
        </>
      )}
    </Stack>
  )
}
