import { Switch, Textarea, TextInput } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** Texts before and around the conversation. */
export function Greeting({ agent, edit }: AgentDraft) {
  const silent = agent.proactiveMessage === 'none'
  const disclosure = agent.aiDisclosure ?? {}
  return (
    <Section title="Greeting" explanation="What visitors read before and around the conversation.">
      <Switch
        label="Show a proactive message"
        description="A bubble beside the launcher, one second after the page has loaded"
        checked={!silent}
        onChange={(event) =>
          edit({
            proactiveMessage: event.currentTarget.checked ? '👋 Hi, how can I help you today?' : 'none',
          })
        }
      />
      {!silent && (
        <Textarea
          label="Proactive message"
          autosize
          minRows={1}
          maxLength={2000}
          value={agent.proactiveMessage ?? ''}
          onChange={(event) => edit({ proactiveMessage: event.currentTarget.value })}
        />
      )}
      <Switch
        label="Tell visitors that they talk to an AI"
        description="Required by law in the European Union"
        checked={!disclosure.off}
        onChange={(event) =>
          edit({ aiDisclosure: { ...disclosure, off: event.currentTarget.checked ? undefined : true } })
        }
      />
      {!disclosure.off && (
        <TextInput
          label="Wording of the notice"
          placeholder="The widget's own words in the visitor's language"
          maxLength={500}
          value={disclosure.text ?? ''}
          onChange={(event) =>
            edit({ aiDisclosure: { ...disclosure, text: event.currentTarget.value || undefined } })
          }
        />
      )}
      <TextInput
        label="Branding"
        description="A line at the foot of the chat. Markdown works; leave it empty for none."
        maxLength={2000}
        value={agent.branding ?? ''}
        onChange={(event) => edit({ branding: event.currentTarget.value })}
      />
    </Section>
  )
}
