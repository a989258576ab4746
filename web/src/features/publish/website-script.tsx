import { Alert, Badge, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { CopyField } from '../../design/fields/copy-field.tsx'
import { t } from '../../design/language.ts'
import type { AgentPlace } from '../../server/queries.ts'
import { containerScript, frameEmbed, websiteScript } from '../../shell/agent/website-script.ts'
import { useAgentDraft } from '../../store/use-agent-draft.ts'

export function WebsiteScript(props: { place: AgentPlace }) {
  const navigate = useNavigate()
  const { changed, agent } = useAgentDraft(props.place)
  const embeds = embedsOf(props.place)
  const fitting = agent.ui?.widgetType === 'inline' ? t('Inline in a container') : t('Website Script')
  const close = () => navigate({ to: '.', search: (search) => ({ ...search, panel: undefined }) })
  return (
    <Modal opened onClose={close} title={t('Website Script')} size="lg">
      <Stack>
        {embeds.map(({ label, use, value }) => (
          <Stack key={label} gap={6}>
            <Group gap="xs">
              <Text fw={600}>{label}</Text>
              {label === fitting && <Badge variant="light">{t('Matches this agent’s widget type')}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {use}
            </Text>
            <CopyField value={value} label={label} />
          </Stack>
        ))}
        <List size="sm" c="dimmed">
          <List.Item>{t('A script loads after your page and never delays it.')}</List.Item>
          <List.Item>
            {t('Pages with a Content-Security-Policy need {origin} in script-src and frame-src.', {
              origin: window.location.origin,
            })}
          </List.Item>
        </List>
        {changed.length > 0 && (
          <Alert icon={<IconInfoCircle size={18} />} color="yellow">
            {t('Visitors see the last published version. Publish to show your edits.')}
          </Alert>
        )}
      </Stack>
    </Modal>
  )
}

function embedsOf(place: AgentPlace) {
  const { origin } = window.location
  return [
    {
      label: t('Website Script'),
      use: t('Put this line before the closing body tag of every page that should show the agent.'),
      value: websiteScript(place, origin),
    },
    {
      label: t('Inline in a container'),
      use: t('Put these lines where the chat should appear. It fills the container and has no launcher.'),
      value: containerScript(place, origin),
    },
    {
      label: t('Frame'),
      use: t('For pages that don’t allow third-party scripts.'),
      value: frameEmbed(place, origin),
    },
  ]
}
