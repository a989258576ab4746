import { Switch, Textarea, TextInput } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { fieldText, labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { TextField } from './fields.tsx'

/** Texts before and around the conversation. */
export function Greeting(draft: AgentDraft) {
  const { agent, edit } = draft
  const silent = agent.proactiveMessage === 'none'
  const message = fieldText('proactiveMessage')
  const disclosure = agent.aiDisclosure ?? {}
  return (
    <Section title="Greeting" explanation="What visitors read before and around the conversation.">
      <Switch
        label="Show a proactive message"
        description={message.help}
        checked={!silent}
        onChange={(event) =>
          edit({
            proactiveMessage: event.currentTarget.checked ? '👋 Hi, how can I help you today?' : 'none',
          })
        }
      />
      {!silent && (
        <Textarea
          label={message.label}
          autosize
          minRows={1}
          maxLength={message.limits.maxLength}
          value={agent.proactiveMessage ?? ''}
          onChange={(event) => edit({ proactiveMessage: event.currentTarget.value })}
        />
      )}
      <Switch
        {...labelAndHelp('aiDisclosure.off')}
        checked={!disclosure.off}
        onChange={(event) =>
          edit({ aiDisclosure: { ...disclosure, off: event.currentTarget.checked ? undefined : true } })
        }
      />
      {!disclosure.off && (
        <TextInput
          {...labelAndHelp('aiDisclosure.text')}
          placeholder="The widget's own words in the visitor's language"
          maxLength={fieldText('aiDisclosure.text').limits.maxLength}
          value={disclosure.text ?? ''}
          onChange={(event) =>
            edit({ aiDisclosure: { ...disclosure, text: event.currentTarget.value || undefined } })
          }
        />
      )}
      <TextField draft={draft} name="branding" />
    </Section>
  )
}
