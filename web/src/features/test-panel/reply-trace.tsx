import { Alert, Box, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { Trace } from '@parley/contracts/conversation/trace.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { count } from '../../design/dates/moment.tsx'
import { client, messageOf } from '../../server/client.ts'
import type { AgentPlace } from '../../server/queries.ts'
import styles from './reply-trace.module.css'
import { OneStep, time } from './trace-step.tsx'

export type Traced = { place: AgentPlace; conversationId: string; nodes: readonly AgentNode[] }

/** Retry interval: a trace becomes available shortly after its reply. */
const againMs = 400
const mostTries = 20

const traceQuery = ({ place, conversationId }: Traced, messageId: string) =>
  queryOptions({
    queryKey: ['trace', place.region, place.agentId, conversationId, messageId],
    queryFn: async ({ signal }) => {
      const { traces } = await client.call(
        'conversations.trace',
        { params: { ...place, conversationId } },
        { signal },
      )
      return traces.find((one) => one.messageId === messageId)?.trace ?? null
    },
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < mostTries ? againMs : false,
    staleTime: 0,
  })

/** The trace of a reply, step by step, opened below the reply. */
export function ReplyTrace(props: { traced: Traced; messageId: string }) {
  const [opened, setOpened] = useState(false)
  const id = useId()
  const trace = useQuery({ ...traceQuery(props.traced, props.messageId), enabled: opened })
  return (
    <Box className={styles.trace}>
      <UnstyledButton
        className={styles.toggle}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <IconChevronRight size={14} className={styles.chevron} aria-hidden />
        How this reply was generated
      </UnstyledButton>
      <Box id={id}>
        {opened && (
          <>
            {trace.isError && (
              <Alert color="red" p="xs" mt="xs" role="alert">
                {messageOf(trace.error)}
              </Alert>
            )}
            {!trace.data && !trace.isError && <Loader size="xs" mt="xs" aria-label="Loading the trace" />}
            {trace.data && <Steps trace={trace.data} nodes={props.traced.nodes} />}
          </>
        )}
      </Box>
    </Box>
  )
}

function Steps({ trace, nodes }: { trace: Trace; nodes: readonly AgentNode[] }) {
  const whole = Math.max(1, trace.tookMs)
  return (
    <Stack gap="xs" mt="xs">
      <dl className={styles.figures}>
        <Figure label="Time" value={time(trace.tookMs)} />
        <Figure label="Tokens" value={`${count(trace.inputTokens)} in, ${count(trace.outputTokens)} out`} />
        <Figure label="Cost" value={`${count(trace.cost)} ${trace.cost === 1 ? 'credit' : 'credits'}`} />
        <Figure label="Model" value={modelNames[trace.modelId] ?? trace.modelId} />
      </dl>
      <ol className={styles.steps}>
        {trace.steps.map((step, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a trace never change
          <OneStep key={nth} step={step} whole={whole} nodes={nodes} />
        ))}
      </ol>
    </Stack>
  )
}

const modelNames: Record<string, string> = { 'built-in': 'None', vf: 'Third party' }

function Figure(props: { label: string; value: string }) {
  return (
    <div>
      <Text component="dt" size="xs" c="dimmed">
        {props.label}
      </Text>
      <Text component="dd" m={0} size="sm" fw={500} className="tabular">
        {props.value}
      </Text>
    </div>
  )
}
