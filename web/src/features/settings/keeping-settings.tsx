import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField } from './fields.tsx'

/** Retention of conversations on the server and in the browsers of visitors. */
export function Keeping(draft: AgentDraft) {
  return (
    <Section title="Keeping conversations">
      <SwitchField
        draft={draft}
        name="recordChatHistory"
        label="Keep the history"
        description="Otherwise a conversation is in no list, and is erased an hour after its last message"
        fallback
      />
      <NumberField
        draft={draft}
        name="retentionDays"
        label="Erase after"
        description="Days after its last message that a conversation is erased; 0 keeps it"
        max={3650}
      />
      <SwitchField
        draft={draft}
        name="chatForget"
        label="Forget visitors"
        description="Their browser keeps nothing of the chat from one page to the next"
      />
    </Section>
  )
}
