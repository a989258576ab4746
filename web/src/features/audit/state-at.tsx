import { Alert, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { exactTime } from '../../design/moment.tsx'
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
        <TextInput
          type="datetime-local"
          step={1}
          label="State at"
          value={localTime(at)}
          onChange={(event) => {
            const moment = new Date(event.currentTarget.value)
            // The input has a resolution of one second: include everything within the selected second.
            if (!Number.isNaN(moment.getTime())) setAt(new Date(moment.getTime() + 999).toISOString())
          }}
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

/** Formats a timestamp for a `datetime-local` input, in the time zone of the browser. */
function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
