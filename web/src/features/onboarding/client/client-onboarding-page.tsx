import { Button, Card, Group, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { t } from '../../../design/language.ts'
import { noticeError } from '../../../design/notices/notices.ts'
import { client } from '../../../server/client.ts'
import type { SignedInClient } from '../../../server/client-session.ts'
import { sessionQuery } from '../../../server/queries.ts'
import { ClientFooter, ClientLogo } from '../../../shell/client-area/client-parts.tsx'
import { SettingUp } from '../../../shell/client-area/whole-screen.tsx'
import { useSession } from '../../../shell/navigation/places.ts'
import styles from '../onboarding.module.css'
import { GoalsStep } from './goals-step.tsx'
import { OwnAgentReady } from './own-agent-ready.tsx'
import { OwnAgentStep } from './own-agent-step.tsx'
import { OwnCompanyStep } from './own-company-step.tsx'

export type Onboarding = NonNullable<ClientSessionView['onboarding']>
type ClientData = ClientSessionView['clientData']
type Step = 'welcome' | 'goals' | 'company' | 'agent' | 'ready'

const nameOf = (step: Step): string =>
  ({
    welcome: t('Welcome'),
    goals: t('Goals'),
    company: t('Company'),
    agent: t('Agent'),
    ready: t('Done'),
  })[step]

/** What a client that signed up goes through before its dashboard opens (part 2 §2.1), by the steps of its agency. */
export function ClientOnboardingPage() {
  const { client: signedIn } = useSession()
  const session = signedIn?.session
  // Completed, it leads to the dashboard.
  if (!signedIn || !session?.onboarding) return <SettingUp agency={signedIn?.agency} />
  return <Steps signedIn={signedIn} session={session} onboarding={session.onboarding} />
}

function Steps(props: { signedIn: SignedInClient; session: ClientSessionView; onboarding: Onboarding }) {
  const { session, onboarding } = props
  const { agency } = props.signedIn
  const { clientData } = session
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const steps = stepsOf(onboarding)
  const [step, setStep] = useState(() => resumedAt(steps, clientData))
  const save = useMutation({
    /** `next`: the step that follows; the dashboard if there is none. */
    mutationFn: async ({ answers, next }: { answers: Answers; next: Step | undefined }) => {
      await saveAnswers(queryClient, next ? answers : { ...answers, isCompleted: true })
      if (next) setStep(next)
      else await navigate({ to: '/app', replace: true })
    },
    onError: (error) => noticeError(error),
  })
  const at = step ? steps.indexOf(step) : steps.length
  const [previous, following] = [steps[at - 1], steps[at + 1]]
  const goOn = (answers: Answers = {}) => save.mutate({ answers, next: following })
  const finish = () => save.mutate({ answers: {}, next: undefined })
  const back = previous && step !== 'ready' && (
    <Button variant="default" onClick={() => setStep(previous)}>
      {t('Back')}
    </Button>
  )
  const company = companyOf(clientData)
  const [agentId] = clientData.widgetIDs

  return (
    <main className={styles.page} data-part="page">
      <title>{`${t('Welcome')} · ${agency.name}`}</title>
      <ClientLogo agency={agency} />
      {steps.length > 1 && (
        <ol className={styles.dots} aria-label={t('Steps')}>
          {steps.map((one) => (
            <li key={one} className={styles.dot} aria-current={one === step ? 'step' : undefined}>
              <VisuallyHidden>{nameOf(one)}</VisuallyHidden>
            </li>
          ))}
        </ol>
      )}
      <div className={styles.column}>
        <Card padding="lg">
          {step === undefined && (
            <Question title={t('You are all set')} purpose={t('Your dashboard is ready.')}>
              <Go loading={save.isPending} onClick={finish}>
                {t('Continue to Dashboard')}
              </Go>
            </Question>
          )}
          {step === 'welcome' && (
            <Question
              title={t('Welcome, {name}', { name: clientData.name })}
              purpose={t('A few short questions, and your dashboard at {agency} is ready.', {
                agency: agency.name,
              })}
            >
              <Go loading={save.isPending} onClick={() => goOn()}>
                {t('Get started')}
              </Go>
            </Question>
          )}
          {step === 'goals' && (
            <Question title={t('What do you want to achieve?')} purpose={t('Choose as many as you like.')}>
              <GoalsStep
                chosen={clientData.onboardingState.goals}
                saving={save.isPending}
                before={back}
                onDone={(goals) => goOn({ goals })}
              />
            </Question>
          )}
          {step === 'company' && (
            <Question title={t('Tell us about your company')}>
              <OwnCompanyStep
                company={company}
                onboarding={onboarding}
                saving={save.isPending}
                before={back}
                onDone={(given) => goOn({ company: given })}
              />
            </Question>
          )}
          {step === 'agent' && (
            <Question
              title={t('Your AI agent')}
              purpose={
                company.website === ''
                  ? t('It answers your visitors in the name of your company.')
                  : t('It is made of what your website says, and answers your visitors from there.')
              }
            >
              <OwnAgentStep
                clientId={clientData.ID}
                company={company}
                onboarding={onboarding}
                before={back}
                onMade={() => goOn()}
                onSkip={finish}
              />
            </Question>
          )}
          {step === 'ready' && (
            <Question title={t('Your agent is ready')}>
              {agentId !== undefined && (
                <OwnAgentReady place={{ region: session.region, agentId }} onboarding={onboarding} />
              )}
              <Go loading={save.isPending} onClick={finish}>
                {t('Continue to Dashboard')}
              </Go>
            </Question>
          )}
        </Card>
      </div>
      <ClientFooter agency={agency} />
    </main>
  )
}

function Question(props: { title: string; purpose?: string; children: ReactNode }) {
  return (
    <Stack gap="lg">
      <div style={{ overflowWrap: 'anywhere' }}>
        <Title order={1}>{props.title}</Title>
        {props.purpose && (
          <Text c="dimmed" mt={4}>
            {props.purpose}
          </Text>
        )}
      </div>
      {props.children}
    </Stack>
  )
}

function Go(props: { loading: boolean; onClick: () => void; children: string }) {
  return (
    <Group justify="flex-end">
      <Button {...props} />
    </Group>
  )
}

function stepsOf(onboarding: Onboarding): Step[] {
  const { showTestTextAgent, showWidgetScript, showAgentCreationStep } = onboarding
  const shown: Record<Step, boolean> = {
    welcome: onboarding.showWelcomeStep,
    goals: onboarding.showGoalsStep,
    company: onboarding.showCompanyInfoStep,
    agent: showAgentCreationStep,
    ready: showAgentCreationStep && (showTestTextAgent || showWidgetScript),
  }
  return (Object.keys(shown) as Step[]).filter((step) => shown[step])
}

/** The step after those that were answered before; undefined where none is left. */
function resumedAt(steps: readonly Step[], { onboardingState, widgetIDs }: ClientData): Step | undefined {
  const { goals, companyName, companyWebsite, companyDescription } = onboardingState
  const answered: Record<Step, boolean> = {
    welcome: false,
    goals: goals.length > 0,
    company: [companyName, companyWebsite, companyDescription].some((text) => text !== ''),
    agent: widgetIDs.length > 0,
    ready: false,
  }
  const last = steps.findLastIndex((step) => answered[step])
  return steps[last + 1]
}

const companyOf = ({ onboardingState: { companyName, companyWebsite, companyDescription } }: ClientData) => ({
  name: companyName,
  website: companyWebsite,
  description: companyDescription,
})

type Answers = {
  goals?: ClientData['onboardingState']['goals']
  company?: { name: string; website: string; description: string }
  isCompleted?: true
}

async function saveAnswers(queryClient: QueryClient, answers: Answers): Promise<void> {
  if (Object.keys(answers).length > 0) await client.call('clientAuth.saveOnboarding', { body: answers })
  await queryClient.refetchQueries(sessionQuery())
}
