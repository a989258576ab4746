import { NumberInput, type NumberInputProps, Switch } from '@mantine/core'
import { useState } from 'react'
import { numberSeparators } from '../words/number-format.ts'

/**
 * A number, or none: a switch named `none`, such as “No limit”, and a field while it is off. `value`: undefined for none.
 * `instead`: the number that the field begins with.
 */
export function LimitInput(props: {
  label: NumberInputProps['label']
  description?: NumberInputProps['description']
  /** For screen readers, which hear the switch without its row. */
  name: string
  none: string
  instead: number
  value: number | undefined
  error?: NumberInputProps['error']
  max?: number | undefined
  decimals?: number
  onChange: (value: number | undefined) => void
}) {
  const { name, none, instead, value, decimals = 0, max, onChange, ...texts } = props
  const [last, setLast] = useState(value ?? instead)
  // As long as the text is no number of its own, such as `0.`
  const [typed, setTyped] = useState<string | number>()
  const least = decimals > 0 ? 10 ** -decimals : 1
  const unlimited = value === undefined
  return (
    <NumberInput
      {...texts}
      min={least}
      max={max}
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={false}
      {...numberSeparators()}
      value={typed ?? value}
      onBlur={() => setTyped(undefined)}
      onChange={(next) => {
        const number = typeof next === 'number' ? next : Number.NaN
        setTyped(number >= least ? undefined : next)
        if (!(number >= least)) return
        setLast(number)
        onChange(number)
      }}
      inputContainer={(input) => (
        <div>
          <Switch
            size="xs"
            mb={unlimited ? 0 : 'xs'}
            label={none}
            aria-label={`${name}: ${none}`}
            checked={unlimited}
            onChange={(event) => {
              setTyped(undefined)
              onChange(event.currentTarget.checked ? undefined : last)
            }}
          />
          {!unlimited && input}
        </div>
      )}
    />
  )
}
