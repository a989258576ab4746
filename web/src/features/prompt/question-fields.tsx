import { Checkbox, NativeSelect, SimpleGrid } from '@mantine/core'
import { t, translated } from '../../design/language.ts'
import { type Choice, captures, codes, days, questions } from '../../store/field-choices.ts'
import { type Change, type NodeOf, TriesField, VariableField, Words } from './node-inputs.tsx'

type Question = NodeOf<'question'>
const asksForDay = (capture: Question['capture']) => capture === 'date' || capture === 'date-time'

/** The settings of a question. */
export function QuestionFields({ node, onChange }: { node: Question; onChange: Change }) {
  return (
    <>
      <Words
        label={t('Question')}
        value={node.text}
        most={8000}
        onChange={(text) => onChange({ ...node, text })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          label={t('Answer type')}
          data={translated(captures)}
          value={node.capture}
          onChange={(event) => onChange(expecting(node, event.currentTarget.value))}
        />
        <VariableField value={node.variable} onChange={(variable) => onChange({ ...node, variable })} />
      </SimpleGrid>
      {asksForDay(node.capture) && (
        <ChoiceField
          label={t('Allowed dates')}
          description={t(
            '“3 May” is read as the next one, with “Today or earlier” as the last one. A day that does not fit is asked for again.',
          )}
          choices={days}
          value={node.when}
          onChange={(when) => onChange({ ...node, when })}
        />
      )}
      {node.capture === 'text' && (
        <>
          <ChoiceField
            label={t('Codes only')}
            description={t(
              'Such as an order number, for which no sentence fits. A variable called order_number takes a code.',
            )}
            choices={codes}
            value={node.code}
            onChange={(code) => onChange({ ...node, code })}
          />
          <ChoiceField
            label={t('If the visitor asks a question instead')}
            description={t('A variable called question or message takes the question as the answer.')}
            choices={questions}
            value={node.takesQuestions}
            onChange={(takesQuestions) => onChange({ ...node, takesQuestions })}
          />
        </>
      )}
      <Checkbox
        label={t('Optional')}
        description={t('Visitors can skip the question. The variable is then empty.')}
        checked={node.optional === true}
        onChange={(event) => onChange({ ...node, optional: event.currentTarget.checked || undefined })}
      />
      <Words
        label={t('If the answer is invalid')}
        placeholder={t('Optional')}
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
      data={choices.map(({ value, label }) => ({ value, label: t(label) }))}
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
