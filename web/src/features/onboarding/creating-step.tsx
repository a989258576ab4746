import { Alert, Button, Loader, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { Region } from '@parley/contracts/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../design/language.ts'
import { client, messageOf } from '../../server/client.ts'
import type { Progress } from '../../shell/workspace/onboarding-progress.ts'

/** Part 2 §9. */
const RETRY_AFTER_S = 30

/** Waits for the agent with the elapsed seconds. Asked again, the server finds the same agent by its key. */
export function CreatingStep(props: {
  region: Region
  progress: Progress
  onMade: (made: NonNullable<Progress['made']>) => void
  onBack: () => void
}) {
  const { region } = props
  const { company, choices, creationKey = '' } = props.progress
  return (
    <Creating
      of={[region, creationKey]}
      create={async () => {
        if (!choices) throw new Error('The brand is missing.')
        const call = { params: { region }, body: { company, brandingChoices: choices } }
        const made = await client.call('onboarding.createPersonalizedAgent', call, {
          idempotencyKey: creationKey,
        })
        return { agentId: made.agentId, questions: made.questions }
      }}
      onMade={props.onMade}
      instead={
        <Button variant="default" onClick={props.onBack}>
          Back to Branding
        </Button>
      }
    />
  )
}

/** `of`: what tells this creation from others; `instead`: what can be done where it failed, besides trying again. */
export function Creating<Made>(props: {
  of: readonly string[]
  create: () => Promise<Made>
  onMade: (made: Made) => void
  instead: ReactNode
}) {
  const { of, create, onMade } = props
  const [attempt, setAttempt] = useState(1)
  const { data, error, isFetching } = useQuery({
    queryKey: ['personal-agent', ...of, attempt],
    queryFn: create,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const seconds = useSeconds(attempt)
  const tryAgain = () => setAttempt(attempt + 1)
  useEffect(() => {
    if (data) onMade(data)
  }, [data, onMade])

  if (error && !isFetching)
    return (
      <Stack gap="md">
        <Alert color="red" role="alert" title={t('Your agent could not be created')}>
          {messageOf(error)}
        </Alert>
        <Button onClick={tryAgain}>{t('Try Again')}</Button>
        {props.instead}
      </Stack>
    )
  return (
    <Stack align="center" gap="sm" py="xl">
      <Loader size="md" aria-hidden />
      <Text fw={500} role="status">
        {t('Creating your agent...')}
      </Text>
      <Text c="dimmed" size="sm" ta="center">
        {t('It reads the main pages of your website. This may take up to a minute.')}
      </Text>
      <Text size="sm" ff="monospace" aria-hidden>
        {t('{seconds} s', { seconds })}
      </Text>
      <VisuallyHidden role="status">
        {seconds >= 10
          ? t('Still working after {seconds} seconds.', { seconds: Math.floor(seconds / 10) * 10 })
          : ''}
      </VisuallyHidden>
      {seconds >= RETRY_AFTER_S && (
        <Stack align="center" gap={6}>
          <Text size="sm">{t('Taking longer than expected?')}</Text>
          <Button variant="default" onClick={tryAgain}>
            {t('Try Again')}
          </Button>
        </Stack>
      )}
    </Stack>
  )
}

/** Seconds since the attempt began. */
function useSeconds(attempt: number): number {
  const [{ of, began, now }, setTime] = useState(() => ({ of: attempt, began: Date.now(), now: Date.now() }))
  useEffect(() => {
    const tick = () =>
      setTime((time) => ({
        of: attempt,
        began: time.of === attempt ? time.began : Date.now(),
        now: Date.now(),
      }))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [attempt])
  return of === attempt ? Math.floor((now - began) / 1000) : 0
}
