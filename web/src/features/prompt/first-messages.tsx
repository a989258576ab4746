import { Group, Textarea } from '@mantine/core'
import { t } from '../../design/language.ts'
import { AddButton, RemoveButton } from '../../design/lists/list-buttons.tsx'
import { Section } from '../../design/pages/page.tsx'
import { dirOf } from '../../design/theme/direction.ts'
import { fieldText } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** The first messages of the agent, before the visitor writes. */
export function FirstMessages({ agent, edit }: AgentDraft) {
  const { label, help, limits } = fieldText('vg_initMessages')
  const messages = agent.vg_initMessages ?? []
  const put = (changed: string[]) => edit({ vg_initMessages: changed })
  return (
    <Section title={t(label)} explanation={help && t(help)}>
      {messages.map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id, only an index
        <Group key={index} wrap="nowrap" align="flex-start" gap="xs">
          <Textarea
            aria-label={t('First message {number}', { number: index + 1 })}
            flex={1}
            autosize
            minRows={1}
            maxRows={8}
            maxLength={8000}
            {...dirOf(message)}
            value={message}
            onChange={(event) => put(messages.with(index, event.currentTarget.value))}
          />
          <RemoveButton
            label={t('Remove first message {number}', { number: index + 1 })}
            onClick={() => put(messages.toSpliced(index, 1))}
          />
        </Group>
      ))}
      <AddButton
        label={t('Add message')}
        disabled={limits.maxItems !== undefined && messages.length >= limits.maxItems}
        onClick={() => put([...messages, ''])}
      />
    </Section>
  )
}
