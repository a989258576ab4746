import { Alert, List, Modal, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { CopyField } from '../../design/copy-field.tsx'
import type { AgentPlace } from '../../server/queries.ts'
import { websiteScript } from '../../shell/website-script.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'

export function WebsiteScript(props: { place: AgentPlace }) {
  const navigate = useNavigate()
  const { changed } = useAgentDraft(props.place)
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, panel: undefined }) })
  return (
    <Modal opened onClose={close} title="Website Script" size="lg">
      <Stack>
        <Text>Put this line before the closing body tag of every page that should show the agent.</Text>
        <CopyField value={websiteScript(props.place, window.location.origin)} label="Website Script" />
        <List size="sm" c="dimmed">
          <List.Item>It loads after your page and never delays it.</List.Item>
          <List.Item>
            Pages with a Content-Security-Policy need {window.location.origin} in script-src and frame-src.
          </List.Item>
        </List>
        {changed.length > 0 && (
          <Alert icon={<IconInfoCircle size={18} />} color="yellow">
            Visitors see the agent as it was last published. Publish to show them your edits.
          </Alert>
        )}
      </Stack>
    </Modal>
  )
}
