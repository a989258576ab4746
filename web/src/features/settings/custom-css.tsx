import { Section } from '../../design/page.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { CssEditor } from './css-editor.tsx'

/** CSS of the agent, applied within the chat only. */
export function CustomCss({ agent, edit }: AgentDraft) {
  const { label, help, limits } = fieldText('ADVANCED_customCSS')
  return (
    <Section title={label} explanation={help}>
      <CssEditor
        label={label}
        placeholder={'.header {\n  border-radius: 0;\n}'}
        maxLength={limits.maxLength ?? Number.POSITIVE_INFINITY}
        value={agent.ADVANCED_customCSS ?? ''}
        onChange={(ADVANCED_customCSS) => edit({ ADVANCED_customCSS })}
      />
    </Section>
  )
}
