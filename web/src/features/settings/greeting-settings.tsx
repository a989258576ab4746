import { Switch, Textarea, TextInput } from '@mantine/core'
import { SettingSection, SettingsWhile } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { directionOf, FieldRow, TextField } from './fields.tsx'

/** Texts before and around the conversation. */
export function Greeting(draft: AgentDraft) {
  const { agent, edit } = draft
  const showMessage = t('Show a proactive message')
  const silent = agent.proactiveMessage === 'none'
  const message = fieldText('proactiveMessage')
  const disclosure = agent.aiDisclosure ?? {}
  return (
    <SettingSection
      title={t('Greeting')}
      explanation={t('What visitors see before and around the conversation.')}
    >
      <FieldRow name="proactiveMessage" label={showMessage}>
        {(texts) => (
          <Switch
            {...texts}
            checked={!silent}
            onChange={(event) =>
              edit({
                proactiveMessage: event.currentTarget.checked ? '👋 Hi, how can I help you today?' : 'none',
              })
            }
          />
        )}
      </FieldRow>
      <SettingsWhile on={!silent} needs={showMessage}>
        <FieldRow name="proactiveMessage" help="">
          {(texts) => (
            <Textarea
              {...texts}
              autosize
              minRows={2}
              maxLength={message.limits.maxLength}
              dir={directionOf(agent.proactiveMessage)}
              value={silent ? '' : (agent.proactiveMessage ?? '')}
              onChange={(event) => edit({ proactiveMessage: event.currentTarget.value })}
            />
          )}
        </FieldRow>
      </SettingsWhile>
      <FieldRow name="aiDisclosure.off">
        {(texts) => (
          <Switch
            {...texts}
            checked={!disclosure.off}
            onChange={(event) =>
              edit({ aiDisclosure: { ...disclosure, off: event.currentTarget.checked ? undefined : true } })
            }
          />
        )}
      </FieldRow>
      <SettingsWhile on={!disclosure.off} needs={t(fieldText('aiDisclosure.off').label)}>
        <FieldRow name="aiDisclosure.text">
          {(texts) => (
            <TextInput
              {...texts}
              placeholder={t('The widget’s own words in the visitor’s language')}
              maxLength={fieldText('aiDisclosure.text').limits.maxLength}
              dir={directionOf(disclosure.text)}
              value={disclosure.text ?? ''}
              onChange={(event) =>
                edit({ aiDisclosure: { ...disclosure, text: event.currentTarget.value || undefined } })
              }
            />
          )}
        </FieldRow>
      </SettingsWhile>
      <TextField draft={draft} name="branding" />
    </SettingSection>
  )
}
