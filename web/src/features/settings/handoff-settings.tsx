import { Stack } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField, TextField } from './fields.tsx'

const OpeningHoursSettings = lazy(() => import('./opening-hours-settings.tsx'))

/** When a person of the team takes over, and what visitors are told. */
export function HandoffSettings(draft: AgentDraft) {
  const { enableHumanHandoff } = draft.agent
  return (
    <Stack gap="md">
      <Section title="Human handoff" explanation="Visitors may ask for a person of your team.">
        <SwitchField draft={draft} name="enableHumanHandoff" />
        {enableHumanHandoff && (
          <>
            <SwitchField draft={draft} name="smartHandoff" />
            <SwitchField draft={draft} name="alwaysShowHandoff" />
            <SwitchField draft={draft} name="showHandoffEvenIfOffline" />
            <SwitchField draft={draft} name="manualControl" />
            <NumberField draft={draft} name="handoffTimeoutMinutes" />
          </>
        )}
      </Section>
      <Suspense>
        <OpeningHoursSettings {...draft} />
      </Suspense>
      {enableHumanHandoff && (
        <Section
          title="Popup"
          explanation="What the chat offers a visitor. Left empty, it speaks the visitor's language."
        >
          <TextField draft={draft} name="UIhandoffTitle" placeholder="Would you rather talk to a person?" />
          <TextField
            draft={draft}
            name="UIhandoffSubtitle"
            placeholder="Somebody from our team will join this chat."
          />
          <SwitchField draft={draft} name="fixedHandoffPopup" />
        </Section>
      )}
    </Stack>
  )
}
