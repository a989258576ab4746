/** What can be chosen in the editors of nodes. Labels are shown in the language. */
import type { AgentNode, Mapping } from '@parley/contracts/agent/nodes.ts'
import type { FormField } from '@parley/contracts/conversation/blocks.ts'

type Question = Extract<AgentNode, { type: 'question' }>
type Operator = Extract<AgentNode, { type: 'condition' }>['branches'][number]['test']['operator']

export type Choice<Value> = readonly { value: string; label: string; means: Value }[]

/** The tests of a branch, and what each says of a variable. */
export const operatorWords = {
  is: { label: 'is', whole: '{variable} is {value}' },
  'is-not': { label: 'is not', whole: '{variable} is not {value}' },
  contains: { label: 'contains', whole: '{variable} contains {value}' },
  'is-set': { label: 'is set', whole: '{variable} is set' },
  'is-not-set': { label: 'is not set', whole: '{variable} is not set' },
  'greater-than': { label: 'is greater than', whole: '{variable} is greater than {value}' },
  'less-than': { label: 'is less than', whole: '{variable} is less than {value}' },
} as const satisfies Record<Operator, { label: string; whole: string }>

export const captures = [
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

export const days: Choice<Question['when']> = [
  { value: '', label: 'Any day', means: undefined },
  { value: 'future', label: 'Today or later', means: 'future' },
  { value: 'past', label: 'Today or earlier', means: 'past' },
]

export const codes: Choice<boolean | undefined> = [
  { value: '', label: 'Decided by the variable’s name', means: undefined },
  { value: 'yes', label: 'Always', means: true },
  { value: 'no', label: 'Never', means: false },
]

export const questions: Choice<boolean | undefined> = [
  { value: '', label: 'Decided by the variable’s name', means: undefined },
  { value: 'yes', label: 'Treat it as the answer', means: true },
  { value: 'no', label: 'Answer it, then ask again', means: false },
]

export const formFieldTypes = [
  { value: 'text', label: 'Text' },
  { value: 'long-text', label: 'Long text' },
  { value: 'name', label: 'Name' },
  { value: 'email', label: 'E-mail address' },
  { value: 'phone', label: 'Phone number' },
  { value: 'number', label: 'Number' },
  { value: 'date', label: 'Date' },
  { value: 'select', label: 'Choice' },
  { value: 'checkbox', label: 'Checkbox' },
] as const satisfies readonly { value: FormField['type']; label: string }[]

export const transforms = [
  { value: 'as-is', label: 'unchanged' },
  { value: 'trim', label: 'trimmed' },
  { value: 'lower-case', label: 'lower case' },
  { value: 'upper-case', label: 'upper case' },
  { value: 'number', label: 'as a number' },
  { value: 'round', label: 'rounded' },
  { value: 'count', label: 'count' },
  { value: 'first', label: 'first item' },
  { value: 'last', label: 'last item' },
  { value: 'list', label: 'joined with commas' },
  { value: 'lines', label: 'one per line' },
  { value: 'day', label: 'as a date' },
] as const satisfies readonly { value: Mapping['transform']; label: string }[]
