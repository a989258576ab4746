import { Stack, Textarea } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { fieldText, labelAndHelp } from '../../store/agent-fields.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { TextField } from './fields.tsx'
import { PictureField } from './picture-field.tsx'

export function CoreSettings(draft: AgentDraft) {
  const { agent, edit } = draft
  return (
    <Stack gap="md">
      <Section title="Identity" explanation="How the agent introduces itself, here and in the widget.">
        <TextField draft={draft} name="title" />
        <Textarea
          {...labelAndHelp('description')}
          maxLength={fieldText('description').limits.maxLength}
          autosize
          minRows={1}
          maxRows={5}
          value={agent.description ?? ''}
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <PictureField
          name="roundedImageURL"
          shape="circle"
          value={agent.roundedImageURL ?? ''}
          initialsOf={agent.title ?? ''}
          onChange={(roundedImageURL) => edit({ roundedImageURL })}
        />
        <PictureField
          name="squareImageURL"
          shape="square"
          value={agent.squareImageURL ?? ''}
          initialsOf={agent.title ?? ''}
          onChange={(squareImageURL) => edit({ squareImageURL })}
        />
      </Section>
    </Stack>
  )
}
