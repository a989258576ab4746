import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import {
  asTemplateName,
  creatableCategories,
  INVALID_TEMPLATE,
  MOST_OF_TEMPLATE_BODY,
  MOST_OF_TEMPLATE_BUTTON,
  MOST_OF_TEMPLATE_HEADER,
  MOST_OF_TEMPLATE_NAME,
  MOST_TEMPLATE_BUTTONS,
  placesOfVariables,
  templateLanguages,
} from '@parley/contracts/channel/template-names.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { noticeSuccess } from '../../../design/notices/notices.ts'
import { ProblemAlert } from '../../../design/notices/problem-alert.tsx'
import { client, messageOf } from '../../../server/client.ts'
import { problemsIn } from '../../../server/problems-in.ts'
import { TemplatePreview } from '../../../shell/agent/template-preview.tsx'
import { useAgentPlace } from '../../../shell/navigation/places.ts'
import { templatesQuery } from '../../../shell/whatsapp-templates.ts'

type ButtonKind = 'quick-reply' | 'url' | 'phone'
/** `value`: the address or the phone number. */
type ButtonFields = { id: string; kind: ButtonKind; text: string; value: string }

const kinds: { value: ButtonKind; label: string }[] = [
  { value: 'quick-reply', label: 'Quick reply' },
  { value: 'url', label: 'Website' },
  { value: 'phone', label: 'Phone number' },
]
const categoryLabels = { UTILITY: 'Utility', MARKETING: 'Marketing' }
const empty = {
  name: '',
  language: 'en',
  category: 'UTILITY' as keyof typeof categoryLabels,
  header: '',
  body: '',
}

/** The form of a new template (part 1 §2), which Meta then reviews. */
export function CreateTemplate({ channelId, onClose }: { channelId: string; onClose: () => void }) {
  const place = useAgentPlace()
  const queryClient = useQueryClient()
  const [fields, setFields] = useState(empty)
  const [buttons, setButtons] = useState<ButtonFields[]>([])
  const [samples, setSamples] = useState<Record<string, string>>({})
  const header = fields.header.trim()
  const shown = { ...(header === '' ? {} : { header }), body: fields.body.trim() }
  const places = placesOfVariables({ ...shown, buttons: [] })
  const create = useMutation({
    mutationFn: () =>
      client.call('channels.createTemplate', {
        params: { ...place, channelId },
        body: {
          ...{ name: fields.name, language: fields.language, category: fields.category },
          bodyText: shown.body,
          ...(header === '' ? {} : { headerText: header }),
          buttons: buttons.map(asGiven),
          samples: Object.fromEntries(
            places.flatMap((one) => (samples[one]?.trim() ? [[one, samples[one].trim()]] : [])),
          ),
        },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(templatesQuery(place, channelId))
      noticeSuccess('Template created successfully')
      onClose()
    },
  })
  const problems = problemsIn(create.error)
  const change = (changed: Partial<typeof empty>) => {
    setFields((former) => ({ ...former, ...changed }))
    create.reset()
  }
  const changeButton = (id: string, changed: Partial<ButtonFields>) => {
    setButtons((former) => former.map((one) => (one.id === id ? { ...one, ...changed } : one)))
    create.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const buttonProblem = [...problems.keys()].find((field) => field.startsWith('buttons'))
  const sampleProblem = [...problems.keys()].find((field) => field.startsWith('samples'))
  return (
    <Paper withBorder p="md" mt="sm">
      <form onSubmit={submit} noValidate aria-label="Create Template">
        <Stack gap="sm">
          {create.error && (
            <ProblemAlert>
              {problems.size > 0 ? INVALID_TEMPLATE : `Error occurred: ${messageOf(create.error)}`}
            </ProblemAlert>
          )}
          <TextInput
            label="Name"
            description="Lowercase, with underscores instead of spaces."
            placeholder="order_update"
            required
            maxLength={MOST_OF_TEMPLATE_NAME}
            autoComplete="off"
            spellCheck={false}
            value={fields.name}
            error={problems.get('name')}
            onChange={(event) => change({ name: asTemplateName(event.currentTarget.value) })}
          />
          <Group grow align="flex-start">
            <Select
              label="Language"
              searchable
              allowDeselect={false}
              data={templateLanguages}
              value={fields.language}
              error={problems.get('language')}
              onChange={(language) => language && change({ language })}
            />
            <Select
              label="Category"
              allowDeselect={false}
              data={creatableCategories.map((value) => ({ value, label: categoryLabels[value] }))}
              value={fields.category}
              error={problems.get('category')}
              onChange={(category) => category && change({ category: category as typeof fields.category })}
            />
          </Group>
          <TextInput
            label="Header text"
            maxLength={MOST_OF_TEMPLATE_HEADER}
            value={fields.header}
            error={problems.get('headerText')}
            onChange={(event) => change({ header: event.currentTarget.value })}
          />
          <Textarea
            label="Body text"
            description="Variables are numbered: {{1}}, {{2}}."
            placeholder="Hello {{1}}, your order {{2}} is on its way."
            required
            autosize
            minRows={3}
            maxLength={MOST_OF_TEMPLATE_BODY}
            value={fields.body}
            error={problems.get('bodyText')}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
          {places.length > 0 && (
            <Stack gap="xs" role="group" aria-label="Samples">
              <Text size="sm" fw={500}>
                Samples
                <Text component="span" size="xs" c="dimmed" display="block" fw={400}>
                  Meta needs one for each variable. Give no real person’s data.
                </Text>
              </Text>
              {places.map((one) => (
                <TextInput
                  key={one}
                  label={variableLabel(one)}
                  required
                  maxLength={200}
                  value={samples[one] ?? ''}
                  onChange={(event) => {
                    const { value } = event.currentTarget
                    setSamples((former) => ({ ...former, [one]: value }))
                    create.reset()
                  }}
                />
              ))}
              {sampleProblem && (
                <Text size="xs" c="red" role="alert">
                  {problems.get(sampleProblem)}
                </Text>
              )}
            </Stack>
          )}
          {buttons.map((button, nth) => (
            <ButtonRow
              key={button.id}
              nth={nth + 1}
              button={button}
              onChange={(changed) => changeButton(button.id, changed)}
              onRemove={() => {
                setButtons((former) => former.filter(({ id }) => id !== button.id))
                create.reset()
              }}
            />
          ))}
          {buttonProblem && (
            <Text size="xs" c="red" role="alert">
              {problems.get(buttonProblem)}
            </Text>
          )}
          {buttons.length < MOST_TEMPLATE_BUTTONS && (
            <Button
              variant="subtle"
              size="compact-sm"
              w="fit-content"
              leftSection={<IconPlus size={15} />}
              onClick={() =>
                setButtons((former) => [
                  ...former,
                  { id: crypto.randomUUID(), kind: 'quick-reply', text: '', value: '' },
                ])
              }
            >
              Add button
            </Button>
          )}
          {shown.body !== '' && (
            <TemplatePreview
              template={{ ...shown, buttons: buttons.map(({ kind, text }) => ({ kind, text })) }}
              values={samples}
            />
          )}
          <Group gap="xs">
            <Button type="submit" size="xs" loading={create.isPending}>
              Create Template
            </Button>
            <Button variant="default" size="xs" onClick={onClose}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  )
}

function ButtonRow(props: {
  nth: number
  button: ButtonFields
  onChange: (changed: Partial<ButtonFields>) => void
  onRemove: () => void
}) {
  const { nth, button, onChange } = props
  return (
    <Paper withBorder p="xs" role="group" aria-label={`Button ${nth}`}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <Select
          label={`Button ${nth}`}
          flex={1}
          allowDeselect={false}
          data={kinds}
          value={button.kind}
          onChange={(kind) => kind && onChange({ kind: kind as ButtonKind })}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove button ${nth}`}
          onClick={props.onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <TextInput
        label="Label"
        mt="xs"
        required
        maxLength={MOST_OF_TEMPLATE_BUTTON}
        value={button.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      {button.kind !== 'quick-reply' && (
        <TextInput
          label={button.kind === 'url' ? 'Address' : 'Phone number'}
          mt="xs"
          required
          type={button.kind === 'url' ? 'url' : 'tel'}
          maxLength={button.kind === 'url' ? 2_000 : 21}
          value={button.value}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
    </Paper>
  )
}

function asGiven({ kind, text, value }: ButtonFields) {
  switch (kind) {
    case 'quick-reply':
      return { kind, text: text.trim() }
    case 'url':
      return { kind, text: text.trim(), url: value.trim() }
    case 'phone':
      return { kind, text: text.trim(), phone: value.replace(/[\s().-]/g, '') }
  }
}

function variableLabel(place: string): string {
  const [part, name] = place.split('.')
  return part === 'header' ? `Header {{${name}}}` : `{{${name}}}`
}
