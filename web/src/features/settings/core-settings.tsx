import { Stack, Textarea, TextInput } from '@mantine/core'
import { Section } from '../../design/page.tsx'
import { problemsOf } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'
import { PictureField } from './picture-field.tsx'

export function CoreSettings({ agent, edit }: AgentDraft) {
  return (
    <Stack gap="md">
      <Section title="Identity" explanation="How the agent introduces itself, here and in the widget.">
        <TextInput
          label="Agent Name"
          required
          maxLength={200}
          value={agent.title ?? ''}
          error={problemsOf(agent).title}
          onChange={(event) => edit({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="One line below the name"
          maxLength={2000}
          autosize
          minRows={1}
          maxRows={5}
          value={agent.description ?? ''}
          onChange={(event) => edit({ description: event.currentTarget.value })}
        />
        <PictureField
          label="Picture"
          description="A circle beside what the agent says"
          shape="circle"
          value={agent.roundedImageURL ?? ''}
          name={agent.title ?? ''}
          onChange={(roundedImageURL) => edit({ roundedImageURL })}
        />
        <PictureField
          label="Square picture"
          description="Where a link to the chat is shared; without it, the one above"
          shape="square"
          value={agent.squareImageURL ?? ''}
          name={agent.title ?? ''}
          onChange={(squareImageURL) => edit({ squareImageURL })}
        />
      </Section>
    </Stack>
  )
}
