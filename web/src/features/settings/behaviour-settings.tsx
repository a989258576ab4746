import { SegmentedControl } from '@mantine/core'
import { SettingSection, SettingsWhile } from '../../design/fields/setting-row.tsx'
import { locale, t, translated } from '../../design/language.ts'
import { fieldText, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { buttonLayouts, widgetShapes } from './behaviour-words.ts'
import { FieldRow, NumberField, SelectField, SwitchField, TextField } from './fields.tsx'

/** Position of the widget on a page and its automatic behaviour. */
export function Placement(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <SettingSection title={t('On the page')}>
      <SelectField
        name="ui.widgetType"
        data={translated(widgetShapes)}
        value={textAt(agent, 'ui.widgetType')}
        onChange={(value) => {
          const widgetType = widgetShapes.find((shape) => shape.value === value)?.value
          if (widgetType) edit({ ui: { ...agent.ui, widgetType } })
        }}
      />
      <SwitchField draft={draft} name="autoOpenWidget" />
      <SwitchField draft={draft} name="autoStartWidget" />
      <SwitchField draft={draft} name="syncBrowser" />
      <SwitchField draft={draft} name="listenForUrlChanges" />
      <SwitchField draft={draft} name="vfSettings.enableIgnoreUrlPaths" />
    </SettingSection>
  )
}

/** How messages appear and what visitors can do with them. */
export function Messages(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <SettingSection title={t('Messages')}>
      <NumberField draft={draft} name="messageDelayMS" step={100} />
      <NumberField draft={draft} name="delayBeforeSubmit" step={500} />
      <FieldRow name="buttonsLayout">
        <SegmentedControl
          fullWidth
          // Most languages have longer words for them than there is room for beside each other.
          orientation={locale === undefined ? 'horizontal' : 'vertical'}
          aria-label={t(fieldText('buttonsLayout').label)}
          value={textAt(agent, 'buttonsLayout')}
          onChange={(value) => {
            const buttonsLayout = buttonLayouts.find((layout) => layout.value === value)?.value
            if (buttonsLayout) edit({ buttonsLayout })
          }}
          data={translated(buttonLayouts)}
        />
      </FieldRow>
      <SwitchField draft={draft} name="scrollAnimation" />
      <SwitchField draft={draft} name="ui.enableFixedFeedbackBtns" />
      <SwitchField draft={draft} name="acceptFileUpload" />
      <SettingsWhile on={agent.acceptFileUpload === true} needs={t(fieldText('acceptFileUpload').label)}>
        <SwitchField draft={draft} name="enableQuickFileUpload" />
      </SettingsWhile>
      <SwitchField draft={draft} name="offerNotifications" />
      <SwitchField draft={draft} name="enableAudioSupport" />
      <SettingsWhile on={agent.enableAudioSupport === true} needs={t(fieldText('enableAudioSupport').label)}>
        <TextField draft={draft} name="ui.voiceQuestionLabel" />
        <TextField draft={draft} name="ui.voiceContinueLabel" />
        <TextField draft={draft} name="ui.voiceDismissLabel" />
      </SettingsWhile>
    </SettingSection>
  )
}

/** The WhatsApp button beside the launcher. */
export function WhatsApp(draft: AgentDraft) {
  const { agent } = draft
  const shown = agent.ui?.showWhatsappButtonOnWeb ?? false
  const digits = (agent.whatsappPhoneNumber ?? '').replace(/\D/g, '')
  return (
    <SettingSection title="WhatsApp">
      <SwitchField draft={draft} name="ui.showWhatsappButtonOnWeb" />
      <SettingsWhile on={shown} needs={t(fieldText('ui.showWhatsappButtonOnWeb').label)}>
        <TextField
          draft={draft}
          name="whatsappPhoneNumber"
          {...(digits ? { help: t('Leads to {address}', { address: `wa.me/${digits}` }) } : {})}
          type="tel"
        />
      </SettingsWhile>
    </SettingSection>
  )
}
