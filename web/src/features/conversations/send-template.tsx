import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../design/language.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../server/client.ts'
import { TemplateFields } from '../../shell/agent/template-fields.tsx'
import { TemplatePreview } from '../../shell/agent/template-preview.tsx'
import { useAgentPlace } from '../../shell/navigation/places.ts'
import { contactTemplatesQuery, conversationQuery } from './queries.ts'

/** Sends an approved template of WhatsApp to the contact of a conversation, at any time. */
export function SendTemplate({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const templates = useQuery(contactTemplatesQuery(useAgentPlace(), conversationId))
  return (
    <Modal opened onClose={onClose} title={t('Send a template')}>
      {templates.isLoading && <Loader size="sm" aria-label={t('Loading')} />}
      {templates.isError && (
        <ProblemAlert>
          {t('The templates could not be loaded.')} {messageOf(templates.error)}
        </ProblemAlert>
      )}
      {templates.data?.length === 0 && <Text size="sm">{t('There are no approved templates.')}</Text>}
      {templates.data && templates.data.length > 0 && (
        <Fill templates={templates.data} conversationId={conversationId} onClose={onClose} />
      )}
    </Modal>
  )
}

function Fill(props: { templates: TemplateView[]; conversationId: string; onClose: () => void }) {
  const { templates, conversationId } = props
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [templateId, setTemplateId] = useState(templates[0]!.templateId)
  const [values, setValues] = useState<Record<string, string>>({})
  // Sent again after a lost answer, it is the same message.
  const [id, setId] = useState(() => crypto.randomUUID())
  const template = templates.find((one) => one.templateId === templateId) ?? templates[0]!
  const isFilled = template.variables.every((one) => (values[one] ?? '').trim() !== '')
  const send = useMutation({
    mutationFn: () =>
      client.call('channels.sendTemplate', {
        params: { ...place, conversationId },
        body: {
          ...{ id, templateId: template.templateId },
          values: Object.fromEntries(template.variables.map((one) => [one, values[one]!.trim()])),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(conversationQuery(place, conversationId))
      props.onClose()
    },
  })
  const changed = () => {
    setId(crypto.randomUUID())
    send.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isFilled) send.mutate()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        {send.error && <ProblemAlert>{messageOf(send.error)}</ProblemAlert>}
        <TemplateFields
          templates={templates}
          template={template}
          values={values}
          onTemplate={(chosen) => {
            setTemplateId(chosen.templateId)
            setValues({})
            changed()
          }}
          onValue={(place, value) => {
            setValues((former) => ({ ...former, [place]: value }))
            changed()
          }}
        />
        <TemplatePreview template={template} values={values} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={props.onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" disabled={!isFilled} loading={send.isPending}>
            {t('Send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
