import { TagsInput } from '@mantine/core'
import { SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { fieldText } from '../../store/agent-fields.ts'
import { fieldProblem } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow } from './fields.tsx'

/** The websites that may embed the agent. */
export function AllowedWebsites({ agent, edit }: AgentDraft) {
  return (
    <SettingSection
      title={t('Allowed websites')}
      explanation={t(
        'Leave empty to allow any page. With an entry, all other pages are refused, including requests that don’t state their origin.',
      )}
    >
      <FieldRow name="allowedOrigins">
        {(texts) => (
          <TagsInput
            {...texts}
            placeholder="https://"
            maxTags={fieldText('allowedOrigins').limits.maxItems}
            clearable
            value={agent.allowedOrigins ?? []}
            error={fieldProblem(agent, 'allowedOrigins', t)}
            onChange={(allowedOrigins) => edit({ allowedOrigins })}
          />
        )}
      </FieldRow>
    </SettingSection>
  )
}
