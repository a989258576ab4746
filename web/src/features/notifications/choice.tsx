import { SegmentedControl } from '@mantine/core'
import { translated } from '../../design/language.ts'

/** Of labels beside each other, in signs, and the space around each: more do not fit a phone of 390 px. */
const longest = { row: 42, around: 4 }

/** One of a few options, below each other where their labels would be cut off. */
export function Choice<Value extends string>(props: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  const data = translated(props.options)
  const row = data.reduce((sum, { label }) => sum + label.length + longest.around, 0)
  return (
    <SegmentedControl
      fullWidth
      orientation={row > longest.row ? 'vertical' : 'horizontal'}
      aria-label={props.label}
      value={props.value}
      data={data}
      onChange={(value) => {
        const chosen = props.options.find((option) => option.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    />
  )
}
