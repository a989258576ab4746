import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FramedDrawer } from '../../design/pages/framed-drawer.tsx'
import { wizardKey } from '../../shell/workspace/onboarding-progress.ts'
import { Proof } from './proof.tsx'
import { ProgressDots, Steps } from './steps.tsx'
import { useProgress } from './use-progress.ts'

/** The Agent Wizard (part 1 §2): company-info, branding, success. */
export function AgentWizard() {
  const onboarding = useProgress(wizardKey)
  const { progress, change, clear, region } = onboarding
  const navigate = useNavigate()
  const { made } = progress
  const exit = () => navigate({ to: '.', search: (search) => ({ ...search, newAgent: true }) })
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, newAgent: undefined }) })
  const back = () => {
    if (progress.step === 'company') return exit()
    change({ step: progress.step === 'brand' ? 'company' : 'brand' })
  }
  const open = () => {
    if (!made) return
    clear()
    return navigate({
      to: '/app/$region/agents/$agentId/overview',
      params: { region, agentId: made.agentId },
      search: { showDebugger: true },
    })
  }

  return (
    <FramedDrawer
      title="Agent Wizard"
      kind="Create an AI agent from your website"
      onClose={() => {
        if (made) clear()
        void close()
      }}
      footer={progress.step === 'ready' && <Button onClick={open}>Open your agent</Button>}
    >
      <Group justify="space-between">
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Back" onClick={() => void back()}>
          <IconArrowLeft size={18} />
        </ActionIcon>
        <ProgressDots step={progress.step} />
      </Group>
      {progress.step === 'ready' && made ? (
        <Stack gap="md">
          <Text fw={500} role="status">
            Your agent is ready
          </Text>
          <Proof region={region} agentId={made.agentId} questions={made.questions} />
        </Stack>
      ) : (
        <Steps onboarding={onboarding} ownBack />
      )}
    </FramedDrawer>
  )
}
