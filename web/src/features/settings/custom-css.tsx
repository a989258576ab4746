import { SettingSection } from '../../design/setting-row.tsx'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { CssEditor } from './css-editor.tsx'
import { FieldRow } from './fields.tsx'

/** CSS of the agent, applied within the chat only. */
export function CustomCss({ agent, edit }: AgentDraft) {
  const { label, limits } = fieldText('ADVANCED_customCSS')
  return (
    <SettingSection title="CSS">
      <FieldRow name="ADVANCED_customCSS" size="wide">
        <CssEditor
          label={label}
          placeholder={'.header {\n  border-radius: 0;\n}'}
          maxLength={limits.maxLength ?? Number.POSITIVE_INFINITY}
          value={agent.ADVANCED_customCSS ?? ''}
          onChange={(ADVANCED_customCSS) => edit({ ADVANCED_customCSS })}
        />
      </FieldRow>
    </SettingSection>
  )
}
