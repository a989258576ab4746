import { Switch } from '@mantine/core'
import { t } from '../../design/language.ts'
import { labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { LongText } from './long-text.tsx'

/** The message after the first messages, unless the agent waits for the visitor's own words (part 1 §2, Channels). */
export function LaunchMessage(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <LongText {...draft} name="vg_initPrompt" withCards placeholder={t('Ask me anything about …')}>
      <Switch
        {...labelAndHelp('smartInit', t)}
        checked={agent.smartInit === true}
        onChange={(event) => edit({ smartInit: event.currentTarget.checked })}
      />
    </LongText>
  )
}
