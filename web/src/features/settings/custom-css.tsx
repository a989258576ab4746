import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { CssEditor } from './css-editor.tsx'

/** CSS of the agent, applied within the chat only. */
export function CustomCss({ agent, edit }: AgentDraft) {
  return (
    <Section
      title="Custom CSS"
      explanation="Applies inside the chat, never to the page around it, once published. Addresses of other sites are not fetched."
    >
      <CssEditor
        label="Custom CSS"
        placeholder={'.header {\n  border-radius: 0;\n}'}
        maxLength={50_000}
        value={agent.ADVANCED_customCSS ?? ''}
        onChange={(ADVANCED_customCSS) => edit({ ADVANCED_customCSS })}
      />
    </Section>
  )
}
