import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { noticeFailure } from '../../design/notices/notices.ts'
import { BrandMark } from '../../design/theme/brand-mark.tsx'
import { client } from '../../server/client.ts'
import { sessionQuery } from '../../server/queries.ts'
import { useSession } from '../../shell/navigation/places.ts'
import { onboardingKey } from '../../shell/workspace/onboarding-progress.ts'
import styles from './onboarding.module.css'
import { ReadyStep } from './ready-step.tsx'
import { ProgressDots, Steps } from './steps.tsx'
import { useProgress } from './use-progress.ts'

type Session = ReturnType<typeof useSession>

/** Part 2 §9: read models of other regions and processes follow. */
const PROPAGATION_MS = 2_000

const heads = {
  company: {
    title: 'Tell us about your company',
    purpose: 'Your first agent is made of your website: its look, its language, its answers.',
  },
  brand: { title: 'Confirm your brand', purpose: 'Visitors will see it in the chat.' },
  creating: { title: 'Your agent', purpose: undefined },
  ready: undefined,
}

/** As personal workspaces are named before anybody has named them. */
const isMadeUpName = (name: string) => /^Personal [A-Za-z0-9]{5}$/.test(name)

/** The first hour of an owner (part 2 §2.7): from the company's website to an agent that answers about it. */
export function OnboardingPage() {
  const onboarding = useProgress(onboardingKey)
  const { progress, change, clear, region, workspaceId } = onboarding
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const { made } = progress
  const named = useSession().workspaces.find((one) => one.workspaceId === workspaceId)?.workspaceName
  // A company replaces the name that a personal workspace was made with.
  const workspaceName =
    made && named !== undefined && isMadeUpName(named) && progress.company.name
      ? progress.company.name
      : undefined

  const finish = async (then: () => Promise<void>) => {
    setLeaving(true)
    try {
      // Whoever skips it has been shown nothing, so the guided tour is still to come.
      const internal = { isAgentOnboardingDone: true, ...(made && { completedDriverOnboarding: true }) }
      const body = { internal, ...(workspaceName && { workspaceName }) }
      await client.call('workspaces.save', { params: { region, workspaceId }, body })
    } catch {
      setLeaving(false)
      return noticeFailure('Failed to update workspace data')
    }
    clear()
    queryClient.setQueryData(sessionQuery().queryKey, (session) => session && withOnboardingDone(session))
    void queryClient.invalidateQueries({ queryKey: ['agents', region] })
    await then()
  }
  const withOnboardingDone = (session: Session): Session => ({
    ...session,
    workspaces: session.workspaces.map((one) =>
      one.workspaceId === workspaceId
        ? { ...one, isAgentOnboardingDone: true, ...(workspaceName && { workspaceName }) }
        : one,
    ),
  })
  const toDashboard = async () => {
    if (!made) return navigate({ to: '/app/$region/agents', params: { region } })
    await new Promise((resolve) => setTimeout(resolve, PROPAGATION_MS))
    await navigate({
      to: '/app/$region/agents/$agentId/nodes',
      params: { region, agentId: made.agentId },
      search: { showDebugger: false },
    })
  }
  const toIntegrations = () => navigate({ to: '/app/$region/integrations', params: { region } })
  const head = heads[progress.step]

  return (
    <main className={styles.page}>
      <title>Welcome</title>
      <BrandMark />
      <ProgressDots step={progress.step} />
      <div className={styles.column} data-wide={progress.step === 'ready' || undefined}>
        {progress.step === 'ready' && made ? (
          <ReadyStep
            region={region}
            made={made}
            name={progress.company.name}
            onIntegrations={() => void finish(toIntegrations)}
          />
        ) : (
          <Card padding="lg">
            <Stack gap="lg">
              {head && (
                <div>
                  <Title order={1}>{head.title}</Title>
                  {head.purpose && (
                    <Text c="dimmed" mt={4}>
                      {head.purpose}
                    </Text>
                  )}
                </div>
              )}
              <Steps onboarding={onboarding} />
            </Stack>
          </Card>
        )}
        <div className={styles.footer}>
          {progress.step === 'ready' && (
            <Button variant="default" onClick={() => change({ step: 'brand' })}>
              Back to Branding
            </Button>
          )}
          <Group gap="sm" ml="auto">
            {progress.step === 'ready' ? (
              <Button loading={leaving} onClick={() => void finish(toDashboard)}>
                Continue to Dashboard
              </Button>
            ) : (
              <Button
                variant="subtle"
                color="gray"
                loading={leaving}
                onClick={() => void finish(toDashboard)}
              >
                Skip & Go to Dashboard
              </Button>
            )}
          </Group>
        </div>
      </div>
    </main>
  )
}
