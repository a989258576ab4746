import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { SettingRow, SettingSection } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { useMay } from '../../shell/access/use-may.ts'
import { DeleteAgentDialog } from '../../shell/agent/delete-agent-dialog.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

export function AdvancedSettings({ server }: AgentDraft) {
  const place = useAgentPlace()
  const may = useMay()
  const navigate = useNavigate()
  const [asking, question] = useDisclosure(false)
  const title = server.title ?? 'this agent'
  return (
    <>
      <SettingSection title={t('Reference')}>
        <SettingRow
          label={t('Agent ID')}
          help={t('Identifies the agent in scripts and API calls.')}
          words="identifier key"
        >
          <CopyField value={place.agentId} label={t('Agent ID')} />
        </SettingRow>
      </SettingSection>
      {may('agent.delete') && (
        <SettingSection title="Danger zone">
          <SettingRow
            label="Delete this agent"
            help="With its prompt, flow, knowledge and versions"
            words="remove erase"
            size="button"
          >
            <Button
              color="red"
              variant="outline"
              leftSection={<IconTrash size={16} />}
              onClick={question.open}
            >
              Delete agent
            </Button>
          </SettingRow>
        </SettingSection>
      )}
      {asking && (
        <DeleteAgentDialog
          place={place}
          title={title}
          onClose={question.close}
          onDeleted={() => navigate({ to: '/app/$region/agents', params: { region: place.region } })}
        />
      )}
    </>
  )
}
