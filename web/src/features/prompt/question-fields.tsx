import { Checkbox, NativeSelect, SimpleGrid } from '@mantine/core'
import { type Change, type NodeOf, TriesField, VariableField, Words } from './node-inputs.tsx'

type Question = NodeOf<'question'>
type Choice<Value> = readonly { value: string; label: string; means: Value }[]

const captures = [
  { value: 'text', label: 'Any text' },
  { value: 'name', label: 'A name' },
  { value: 'email', label: 'An e-mail address' },
  { value: 'phone', label: 'A phone number' },
  { value: 'number', label: 'A number' },
  { value: 'date', label: 'A date' },
  { value: 'date-time', label: 'A date and a time' },
  { value: 'money', label: 'An amount of money' },
  { value: 'yes-no', label: 'Yes or no' },
] as const satisfies readonly { value: Question['capture']; label: string }[]

const days: Choice<Question['when']> = [
  { value: '', label: 'Any day', means: undefined },
  { value: 'future', label: 'Today or later', means: 'future' },
  { value: 'past', label: 'Today or earlier', means: 'past' },
]

const codes: Choice<boolean | undefined> = [
  { value: '', label: 'Decided by the variable’s name', means: undefined },
  { value: 'yes', label: 'Always', means: true },
  { value: 'no', label: 'Never', means: false },
]

const questions: Choice<boolean | undefined> = [
  { value: '', label: 'Decided by the variable’s name', means: undefined },
  { value: 'yes', label: 'Treat it as the answer', means: true },
  { value: 'no', label: 'Answer it, then ask again', means: false },
]

const asksForDay = (capture: Question['capture']) => capture === 'date' || capture === 'date-time'

/** The settings of a question. */
export function QuestionFields({ node, onChange }: { node: Question; onChange: Change }) {
  return (
    <>
      <Words
        label="Question"
        value={node.text}
        most={8000}
        onChange={(text) => onChange({ ...node, text })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label="Answer type"
          data={[...captures]}
          value={node.capture}
          onChange={(event) => onChange(expecting(node, event.currentTarget.value))}
        />
        <VariableField value={node.variable} onChange={(variable) => onChange({ ...node, variable })} />
      </SimpleGrid>
      {asksForDay(node.capture) && (
        <ChoiceField
          label="Allowed dates"
          description="“3 May” is read as the next one, with “Today or earlier” as the last one. A day that does not fit is asked for again."
          choices={days}
          value={node.when}
          onChange={(when) => onChange({ ...node, when })}
        />
      )}
      {node.capture === 'text' && (
        <>
          <ChoiceField
            label="Codes only"
            description="Such as an order number, for which no sentence fits. A variable called order_number takes a code."
            choices={codes}
            value={node.code}
            onChange={(code) => onChange({ ...node, code })}
          />
          <ChoiceField
            label="If the visitor asks a question instead"
            description="A variable called question or message takes the question as the answer."
            choices={questions}
            value={node.takesQuestions}
            onChange={(takesQuestions) => onChange({ ...node, takesQuestions })}
          />
        </>
      )}
      <Checkbox
        label="Optional"
        description="Visitors can skip the question. The variable is then empty."
        checked={node.optional === true}
        onChange={(event) => onChange({ ...node, optional: event.currentTarget.checked || undefined })}
      />
      <Words
        label="If the answer is invalid"
        placeholder="Optional"
        value={node.retryText ?? ''}
        most={2000}
        onChange={(retryText) => onChange({ ...node, retryText: retryText || undefined })}
      />
      <TriesField value={node.tries} onChange={(tries) => onChange({ ...node, tries })} />
    </>
  )
}

function ChoiceField<Value>(props: {
  label: string
  description: string
  choices: Choice<Value>
  value: Value
  onChange: (value: Value) => void
}) {
  const { choices } = props
  return (
    <NativeSelect
      label={props.label}
      description={props.description}
      data={choices.map(({ value, label }) => ({ value, label }))}
      value={choices.find(({ means }) => means === props.value)?.value ?? ''}
      onChange={(event) => {
        const chosen = choices.find(({ value }) => value === event.currentTarget.value)
        if (chosen) props.onChange(chosen.means)
      }}
    />
  )
}

/** The question with another kind of answer, without the settings that apply to the former kind only. */
function expecting(node: Question, value: string): Question {
  const capture = captures.find((one) => one.value === value)?.value ?? 'text'
  const { when, code, takesQuestions, ...rest } = node
  if (capture === 'text') return { ...rest, capture, code, takesQuestions }
  return asksForDay(capture) ? { ...rest, capture, when } : { ...rest, capture }
}
