import { Skeleton, Stack, Text } from '@mantine/core'
import type { CampaignSettings, CampaignStep } from '@parley/contracts/campaign/settings.ts'
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import { useQuery } from '@tanstack/react-query'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { messageOf } from '../../../server/client.ts'
import { TemplateFields } from '../../../shell/agent/template-fields.tsx'
import { templatesQuery } from '../../../shell/whatsapp-templates.ts'
import type { CampaignPlace } from '../queries.ts'

/** The templates that the campaign's number of WhatsApp can send. */
export function useTemplates(
  { region }: CampaignPlace,
  { agentId, channelId = '', medium }: CampaignSettings,
) {
  const templates = useQuery({
    ...templatesQuery({ region, agentId }, channelId),
    enabled: medium === 'whatsapp',
  })
  return { ...templates, sendable: (templates.data ?? []).filter(({ sendable }) => sendable) }
}

/** The template of a step; undefined while none is chosen, or once Meta has it no more. */
export function templateIn({ template }: CampaignStep, templates: readonly TemplateView[]) {
  return templates.find(({ name, language }) => name === template?.name && language === template.language)
}

/** Chooses the template of a step. Values may hold variables of the recipient. */
export function TemplateText(props: {
  place: CampaignPlace
  settings: CampaignSettings
  step: CampaignStep
  readOnly: boolean
  onChange: (step: CampaignStep) => void
}) {
  const { step, readOnly, onChange } = props
  const { isLoading, error, sendable } = useTemplates(props.place, props.settings)
  if (isLoading) return <Skeleton height={120} />
  if (error) return <ProblemAlert>The templates could not be loaded: {messageOf(error)}</ProblemAlert>
  if (sendable.length === 0)
    return (
      <Text size="sm">
        There are no approved templates. Create one on the Channels page of the agent; Meta reviews it.
      </Text>
    )
  const values = step.template?.values ?? {}
  return (
    <Stack gap="sm">
      <TemplateFields
        templates={sendable}
        template={templateIn(step, sendable)}
        values={values}
        readOnly={readOnly}
        onTemplate={({ name, language, variables }) =>
          onChange({
            ...step,
            template: { name, language, values: Object.fromEntries(variables.map((place) => [place, ''])) },
          })
        }
        onValue={(place, value) =>
          step.template &&
          onChange({ ...step, template: { ...step.template, values: { ...values, [place]: value } } })
        }
      />
    </Stack>
  )
}
