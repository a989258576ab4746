import { SegmentedControl } from '@mantine/core'
import { SettingSection, SettingsWhile } from '../../design/setting-row.tsx'
import { fieldText, textAt } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { FieldRow, NumberField, SelectField, SwitchField, TextField } from './fields.tsx'

const shapes = [
  { value: 'popup', label: 'Popup in the corner' },
  { value: 'full-width', label: 'Full width' },
  { value: 'modal', label: 'Modal in the middle' },
  { value: 'inline', label: 'Inline in a container' },
] as const

const layouts = [
  { value: 'horizontal', label: 'Side by side' },
  { value: 'vertical', label: 'Stacked' },
  { value: 'in-footer', label: 'Above the field' },
] as const

/** Position of the widget on a page and its automatic behaviour. */
export function Placement(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <SettingSection title="On the page">
      <SelectField
        name="ui.widgetType"
        data={[...shapes]}
        value={textAt(agent, 'ui.widgetType')}
        onChange={(value) => {
          const widgetType = shapes.find((shape) => shape.value === value)?.value
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
    <SettingSection title="Messages">
      <NumberField draft={draft} name="messageDelayMS" step={100} />
      <NumberField draft={draft} name="delayBeforeSubmit" step={500} />
      <FieldRow name="buttonsLayout">
        <SegmentedControl
          fullWidth
          aria-label={fieldText('buttonsLayout').label}
          value={textAt(agent, 'buttonsLayout')}
          onChange={(value) => {
            const buttonsLayout = layouts.find((layout) => layout.value === value)?.value
            if (buttonsLayout) edit({ buttonsLayout })
          }}
          data={[...layouts]}
        />
      </FieldRow>
      <SwitchField draft={draft} name="scrollAnimation" />
      <SwitchField draft={draft} name="ui.enableFixedFeedbackBtns" />
      <SwitchField draft={draft} name="acceptFileUpload" />
      <SettingsWhile on={agent.acceptFileUpload === true} needs={fieldText('acceptFileUpload').label}>
        <SwitchField draft={draft} name="enableQuickFileUpload" />
      </SettingsWhile>
      <SwitchField draft={draft} name="enableAudioSupport" />
      <SettingsWhile on={agent.enableAudioSupport === true} needs={fieldText('enableAudioSupport').label}>
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
      <SettingsWhile on={shown} needs={fieldText('ui.showWhatsappButtonOnWeb').label}>
        <TextField
          draft={draft}
          name="whatsappPhoneNumber"
          {...(digits ? { help: `Leads to wa.me/${digits}` } : {})}
          type="tel"
        />
      </SettingsWhile>
    </SettingSection>
  )
}
