import { lazy, Suspense } from 'react'
import { SettingSection, SettingsWhile } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { NumberField, SwitchField, TextField } from './fields.tsx'

const OpeningHoursSettings = lazy(() => import('./opening-hours-settings.tsx'))

/** When a person of the team takes over, and what visitors are told. */
export function HandoffSettings(draft: AgentDraft) {
  const handoff = {
    on: draft.agent.enableHumanHandoff === true,
    needs: t(fieldText('enableHumanHandoff').label),
  }
  return (
    <>
      <SettingSection
        title={t('Human handoff')}
        explanation={t('Let visitors ask for a person on your team.')}
      >
        <SwitchField draft={draft} name="enableHumanHandoff" />
        <SettingsWhile {...handoff}>
          <SwitchField draft={draft} name="smartHandoff" />
          <SwitchField draft={draft} name="alwaysShowHandoff" />
          <SwitchField draft={draft} name="showHandoffEvenIfOffline" />
          <SwitchField draft={draft} name="manualControl" />
          <NumberField draft={draft} name="handoffTimeoutMinutes" />
        </SettingsWhile>
      </SettingSection>
      {/* What stands below the opening hours waits for them too: otherwise it would move when they arrive. */}
      <Suspense>
        <OpeningHoursSettings {...draft} />
        <SettingsWhile {...handoff}>
          <SettingSection
            title={t('Popup')}
            explanation={t('What the chat shows. Leave empty for the default in the visitor’s language.')}
          >
            <TextField
              draft={draft}
              name="UIhandoffTitle"
              placeholder={t('Would you rather talk to a person?')}
            />
            <TextField
              draft={draft}
              name="UIhandoffSubtitle"
              placeholder={t('Somebody from our team will join this chat.')}
            />
            <SwitchField draft={draft} name="fixedHandoffPopup" />
          </SettingSection>
        </SettingsWhile>
      </Suspense>
    </>
  )
}
