import { Stack } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField, TextField } from './fields.tsx'

/** When a person of the team takes over, and what visitors are told. */
export function HandoffSettings(draft: AgentDraft) {
  const { enableHumanHandoff } = draft.agent
  return (
    <Stack gap="md">
      <Section title="Human handoff" explanation="Visitors may ask for a person of your team.">
        <SwitchField draft={draft} name="enableHumanHandoff" label="Visitors may ask for a person" />
        {enableHumanHandoff && (
          <>
            <SwitchField
              draft={draft}
              name="smartHandoff"
              label="Smart handoff"
              description="The agent itself asks for a person when it can't help or the visitor wants one"
            />
            <SwitchField
              draft={draft}
              name="alwaysShowHandoff"
              label="Offer it from the beginning"
              description="Otherwise after the visitor's first message"
            />
            <SwitchField
              draft={draft}
              name="showHandoffEvenIfOffline"
              label="Offer it while nobody is online"
              description="The request waits for whoever of the team comes first"
            />
            <SwitchField
              draft={draft}
              name="manualControl"
              label="The agent answers until a person takes over"
              description="Otherwise it falls silent as soon as a person is asked for"
            />
            <NumberField
              draft={draft}
              name="handoffTimeoutMinutes"
              label="Waiting time"
              description="Minutes until the agent goes on when nobody came; 0 waits for ever"
              max={10_080}
            />
          </>
        )}
      </Section>
      {enableHumanHandoff && (
        <Section
          title="Popup"
          explanation="What the chat offers a visitor. Left empty, it speaks the visitor's language."
        >
          <TextField
            draft={draft}
            name="UIhandoffTitle"
            label="Title"
            placeholder="Would you rather talk to a person?"
            maxLength={500}
          />
          <TextField
            draft={draft}
            name="UIhandoffSubtitle"
            label="Subtitle"
            placeholder="Somebody from our team will join this chat."
            maxLength={500}
          />
          <SwitchField
            draft={draft}
            name="fixedHandoffPopup"
            label="Keep the popup in sight"
            description="Otherwise a visitor may put it away"
          />
        </Section>
      )}
    </Stack>
  )
}
