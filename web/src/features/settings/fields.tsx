/** Rows for settings of an agent, each by the name of its field, whose entry gives label, help, limits and fallback. */
import {
  NumberInput,
  Select,
  type SelectProps,
  Slider,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { ReactNode } from 'react'
import { LimitInput } from '../../design/fields/limit-input.tsx'
import { type RowTexts, SettingRow } from '../../design/fields/setting-row.tsx'
import { t } from '../../design/language.ts'
import { inHundredths, numberSeparators } from '../../design/words/number-format.ts'
import {
  type AgentFieldName,
  type AgentFieldOf,
  editOf,
  effectiveAt,
  fieldText,
  numberAt,
  valueAt,
} from '../../store/agent-fields.ts'
import { fieldProblem } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

type Props<Name> = { draft: AgentDraft; name: Name }

/** The row of a field. `label` and `help` replace those of the field, in the language that is shown. */
export function FieldRow(props: {
  name: AgentFieldName
  label?: string
  help?: string
  size?: 'short' | 'medium' | 'wide'
  grouped?: boolean
  children: ReactNode | ((texts: RowTexts) => ReactNode)
}) {
  const { name, ...own } = props
  const { label, help, words = '', name: elsewhere } = fieldText(name)
  return (
    <SettingRow
      name={name}
      label={t(label)}
      help={help && t(help)}
      words={`${t(elsewhere)} ${elsewhere} ${words} ${name}`}
      {...own}
    />
  )
}

export function SwitchField({ draft, name }: Props<AgentFieldOf<boolean>>) {
  const value = effectiveAt(draft.agent, name)
  return (
    <FieldRow name={name}>
      {(texts) => (
        <Switch
          {...texts}
          checked={value === true}
          onChange={(event) => draft.edit(editOf(draft.agent, name, event.currentTarget.checked))}
        />
      )}
    </FieldRow>
  )
}

/** A whole number, or with `decimals` a fraction. `max` where the field itself has no limit. */
export function NumberField(
  props: Props<AgentFieldOf<number>> & { max?: number; step?: number; decimals?: number },
) {
  const { draft, name, step = 1, decimals = 0, max } = props
  const { label, limits, message, none } = fieldText(name)
  const value = numberAt(draft.agent, name)
  if (none)
    return (
      <FieldRow name={name} size="short">
        {(texts) => (
          <LimitInput
            {...texts}
            name={t(label)}
            none={t(none.label)}
            instead={none.instead}
            max={max ?? limits.max}
            decimals={decimals}
            value={value === 0 ? undefined : value}
            error={fieldProblem(draft.agent, name, t)}
            onChange={(typed) => draft.edit(editOf(draft.agent, name, typed ?? 0))}
          />
        )}
      </FieldRow>
    )
  return (
    <FieldRow name={name} size="short">
      {(texts) => (
        <NumberInput
          {...texts}
          max={max ?? limits.max}
          // A field with a message of its own shows it, instead of another number than was typed.
          min={message ? undefined : limits.min}
          step={step}
          decimalScale={decimals}
          allowDecimal={decimals > 0}
          allowNegative={false}
          {...numberSeparators()}
          value={value ?? ''}
          error={fieldProblem(draft.agent, name, t)}
          onChange={(typed) => typeof typed === 'number' && draft.edit(editOf(draft.agent, name, typed))}
        />
      )}
    </FieldRow>
  )
}

/** What is written may be in another direction than the dashboard. */
export const directionOf = (text: unknown) => (text ? 'auto' : undefined)

export function TextField(
  props: Props<AgentFieldOf<string>> & { placeholder?: string; type?: string; help?: string },
) {
  const { draft, name, placeholder, type, ...row } = props
  const { required, limits } = fieldText(name)
  const value = valueAt(draft.agent, name)
  return (
    <FieldRow name={name} {...row}>
      {(texts) => (
        <TextInput
          {...texts}
          placeholder={placeholder}
          type={type}
          dir={directionOf(value)}
          required={required}
          maxLength={limits.maxLength}
          value={typeof value === 'string' ? value : ''}
          error={fieldProblem(draft.agent, name, t)}
          onChange={(event) => draft.edit(editOf(draft.agent, name, event.currentTarget.value))}
        />
      )}
    </FieldRow>
  )
}

/** A text of one or more lines. */
export function TextAreaField({ draft, name }: Props<AgentFieldOf<string>>) {
  const value = valueAt(draft.agent, name)
  return (
    <FieldRow name={name}>
      {(texts) => (
        <Textarea
          {...texts}
          autosize
          minRows={2}
          maxRows={6}
          dir={directionOf(value)}
          maxLength={fieldText(name).limits.maxLength}
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => draft.edit(editOf(draft.agent, name, event.currentTarget.value))}
        />
      )}
    </FieldRow>
  )
}

/** One of several values. */
export function SelectField(props: {
  name: AgentFieldName
  value: string
  data: NonNullable<SelectProps['data']>
  searchable?: boolean
  error?: ReactNode
  onChange: (value: string) => void
}) {
  const { name, onChange, ...own } = props
  return (
    <FieldRow name={name}>
      {(texts) => (
        <Select
          {...texts}
          {...own}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
        />
      )}
    </FieldRow>
  )
}

/** A number by its place between the limits of its field. */
export function SliderField({ draft, name, step }: Props<AgentFieldOf<number>> & { step: number }) {
  const { label, limits } = fieldText(name)
  const { min = 0, max = 1 } = limits
  const value = numberAt(draft.agent, name) ?? min
  return (
    <FieldRow name={name}>
      <Slider
        min={min}
        max={max}
        step={step}
        value={value}
        label={inHundredths}
        thumbLabel={t(label)}
        onChange={(moved) => draft.edit(editOf(draft.agent, name, Math.round(moved * 100) / 100))}
      />
      <Text size="xs" c="dimmed" mt="xs" ta="end" className="tabular">
        {t('Now {value}', { value: inHundredths(value) })}
      </Text>
    </FieldRow>
  )
}
