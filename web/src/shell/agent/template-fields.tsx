import { Select, TextInput } from '@mantine/core'
import type { TemplateView } from '@parley/contracts/channel/template.ts'
import { MOST_OF_VARIABLE } from '@parley/contracts/channel/template-names.ts'
import { t } from '../../design/language.ts'

/** Chooses an approved template of WhatsApp, and fills in its variables. Nothing is filled in of another one. */
export function TemplateFields(props: {
  templates: readonly TemplateView[]
  template: TemplateView | undefined
  values: Readonly<Record<string, string>>
  readOnly?: boolean
  onTemplate: (template: TemplateView) => void
  onValue: (place: string, value: string) => void
}) {
  const { templates, template, values, readOnly = false } = props
  return (
    <>
      <Select
        label={t('Template')}
        description={t('Meta has approved these texts. They can be sent at any time.')}
        searchable
        allowDeselect={false}
        readOnly={readOnly}
        data={templates.map(({ templateId: value, name, language }) => ({
          value,
          label: `${name} (${language})`,
        }))}
        value={template?.templateId ?? null}
        onChange={(chosen) => {
          const one = templates.find(({ templateId }) => templateId === chosen)
          if (one) props.onTemplate(one)
        }}
      />
      {template?.variables.map((place) => (
        <TextInput
          key={place}
          label={labelOf(place)}
          required
          maxLength={MOST_OF_VARIABLE}
          dir="auto"
          readOnly={readOnly}
          value={values[place] ?? ''}
          onChange={(event) => props.onValue(place, event.currentTarget.value)}
        />
      ))}
    </>
  )
}

/** `place`: such as `body.1` or `button.0.1`. */
function labelOf(place: string): string {
  const name = place.split('.').at(-1) ?? ''
  if (place.startsWith('header.')) return t('Header variable {name}', { name })
  if (place.startsWith('button.')) return t('Button variable {name}', { name })
  return t('Variable {name}', { name })
}
