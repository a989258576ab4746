/** Inputs for settings of an agent, each by the name of its field, whose entry gives label, help, limits and fallback. */
import { Input, NumberInput, Slider, Switch, Text, TextInput } from '@mantine/core'
import {
  type AgentFieldOf,
  editOf,
  effectiveAt,
  fieldText,
  labelAndHelp,
  numberAt,
  valueAt,
} from '../../store/agent-fields.ts'
import { fieldProblem } from '../../store/draft-problems.ts'
import type { AgentDraft } from '../../store/use-agent-draft.ts'

/** `description` replaces the help of the field. */
type Props<Name> = { draft: AgentDraft; name: Name; description?: string }

export function SwitchField({ draft, name, ...own }: Props<AgentFieldOf<boolean>>) {
  const value = effectiveAt(draft.agent, name)
  return (
    <Switch
      {...labelAndHelp(name)}
      {...own}
      checked={value === true}
      onChange={(event) => draft.edit(editOf(draft.agent, name, event.currentTarget.checked))}
    />
  )
}

/** A whole number, or with `decimals` a fraction. `max` where the field itself has no limit. */
export function NumberField(
  props: Props<AgentFieldOf<number>> & { max?: number; step?: number; decimals?: number },
) {
  const { draft, name, step = 1, decimals = 0, ...own } = props
  const { limits, message } = fieldText(name)
  return (
    <NumberInput
      {...labelAndHelp(name)}
      maw={360}
      max={limits.max}
      {...own}
      // A field with a message of its own shows it, instead of another number than was typed.
      min={message ? undefined : limits.min}
      step={step}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      thousandSeparator=","
      value={numberAt(draft.agent, name) ?? ''}
      error={fieldProblem(draft.agent, name)}
      onChange={(typed) => typeof typed === 'number' && draft.edit(editOf(draft.agent, name, typed))}
    />
  )
}

export function TextField(
  props: Props<AgentFieldOf<string>> & { placeholder?: string; type?: string; short?: boolean },
) {
  const { draft, name, short, ...own } = props
  const { required, limits } = fieldText(name)
  const value = valueAt(draft.agent, name)
  return (
    <TextInput
      {...labelAndHelp(name)}
      {...own}
      required={required}
      maw={short ? 360 : undefined}
      maxLength={limits.maxLength}
      value={typeof value === 'string' ? value : ''}
      error={fieldProblem(draft.agent, name)}
      onChange={(event) => draft.edit(editOf(draft.agent, name, event.currentTarget.value))}
    />
  )
}

/** A number by its place between the limits of its field. */
export function SliderField({ draft, name, step }: Props<AgentFieldOf<number>> & { step: number }) {
  const { label, limits } = fieldText(name)
  const { min = 0, max = 1 } = limits
  const value = numberAt(draft.agent, name) ?? min
  return (
    <Input.Wrapper {...labelAndHelp(name)} labelElement="div" maw={360}>
      <Slider
        mt="xs"
        min={min}
        max={max}
        step={step}
        value={value}
        label={(shown) => shown.toFixed(2)}
        thumbLabel={label}
        onChange={(moved) => draft.edit(editOf(draft.agent, name, Math.round(moved * 100) / 100))}
      />
      <Text size="xs" c="dimmed" mt="xs" className="tabular">
        Now {value.toFixed(2)}
      </Text>
    </Input.Wrapper>
  )
}
