import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { CopyField } from '../../design/copy-field.tsx'
import { Section } from '../../design/page.tsx'
import { DeleteAgentDialog } from '../../shell/delete-agent-dialog.tsx'
import { useAgentPlace } from '../../shell/places.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

export function AdvancedSettings({ server }: AgentDraft) {
  const place = useAgentPlace()
  const navigate = useNavigate()
  const [asking, question] = useDisclosure(false)
  const title = server.title ?? 'this agent'
  return (
    <Stack gap="md">
      <Section title="Agent ID" explanation="Names the agent in scripts and calls.">
        <CopyField value={place.agentId} label="Agent ID" />
      </Section>
      <Section title="Danger zone">
        <Group justify="space-between">
          <Text flex="1 1 260px">Delete the agent with its prompt, flow, knowledge and versions.</Text>
          <Button color="red" variant="outline" leftSection={<IconTrash size={16} />} onClick={question.open}>
            Delete agent
          </Button>
        </Group>
      </Section>
      {asking && (
        <DeleteAgentDialog
          place={place}
          title={title}
          onClose={question.close}
          onDeleted={() => navigate({ to: '/app/$region/agents', params: { region: place.region } })}
        />
      )}
    </Stack>
  )
}
