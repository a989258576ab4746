import { Switch } from '@mantine/core'
import { initialNodes } from '@parley/contracts/agent/initial-content.ts'
import { useNavigate } from '@tanstack/react-router'
import { t } from '../../design/language.ts'
import { Section } from '../../design/pages/page.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/**
 * Whether the agent follows its nodes or answers from its prompt alone. The nodes stay in the draft either way; an agent
 * that never had any begins with those of a new one.
 */
export function FlowSwitch({ agent, edit }: AgentDraft) {
  const params = useAgentPlace()
  const navigate = useNavigate()
  const change = (enableNodes: boolean) => {
    const none = (agent.nodes ?? []).length === 0
    edit({ enableNodes, ...(enableNodes && none ? { nodes: initialNodes } : {}) })
    const to = enableNodes ? '/app/$region/agents/$agentId/nodes' : '/app/$region/agents/$agentId/prompt'
    void navigate({ to, params, search: ({ showDebugger }) => ({ showDebugger }) })
  }
  return (
    <Section title={t('Conversation')}>
      <Switch
        {...labelAndHelp('enableNodes', t)}
        label={t('Use a node flow')}
        checked={agent.enableNodes === true}
        onChange={(event) => change(event.currentTarget.checked)}
      />
    </Section>
  )
}
