/** Inputs for settings of an agent, each by the name of its field. */
import { NumberInput, Switch, TextInput } from '@mantine/core'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

type SettingOf<Value> = {
  [Name in keyof AgentDocument]-?: NonNullable<AgentDocument[Name]> extends Value ? Name : never
}[keyof AgentDocument]

type Field<Name> = {
  draft: AgentDraft
  name: Name
  label: string
  description?: string
}

/** `fallback` is what the agent does if its document has no value. */
export function SwitchField(props: Field<SettingOf<boolean>> & { fallback?: boolean }) {
  const { draft, name, label, description, fallback = false } = props
  return (
    <Switch
      label={label}
      description={description}
      checked={draft.agent[name] ?? fallback}
      onChange={(event) => draft.edit({ [name]: event.currentTarget.checked })}
    />
  )
}

/** A whole number, or with `decimals` a fraction. */
export function NumberField(
  props: Field<SettingOf<number>> & { max: number; step?: number; decimals?: number; fallback?: number },
) {
  const { draft, name, label, description, max, step = 1, decimals = 0, fallback = 0 } = props
  return (
    <NumberInput
      label={label}
      description={description}
      maw={360}
      min={0}
      max={max}
      step={step}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      thousandSeparator=","
      value={draft.agent[name] ?? fallback}
      onChange={(value) => typeof value === 'number' && draft.edit({ [name]: value })}
    />
  )
}

export function TextField(
  props: Field<SettingOf<string>> & {
    maxLength: number
    placeholder?: string
    type?: string
    short?: boolean
  },
) {
  const { draft, name, label, description, maxLength, placeholder, type, short } = props
  return (
    <TextInput
      label={label}
      description={description}
      placeholder={placeholder}
      maw={short ? 360 : undefined}
      maxLength={maxLength}
      type={type}
      value={draft.agent[name] ?? ''}
      onChange={(event) => draft.edit({ [name]: event.currentTarget.value })}
    />
  )
}
