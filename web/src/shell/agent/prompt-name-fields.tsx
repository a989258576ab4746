import { TextInput } from '@mantine/core'
import { longestPromptDescription, longestPromptName } from '@parley/contracts/integration/prompt-names.ts'
import { ProblemAlert } from '../../design/notices/problem-alert.tsx'
import { ApiError, messageOf } from '../../server/client.ts'

/** The name and the description of a prompt of the library, and what is wrong with them. */
export function PromptNameFields(props: {
  name: string
  description: string
  /** Of the call that saves them. */
  error: Error | null
  placeholder?: string
  onName: (name: string) => void
  onDescription: (description: string) => void
}) {
  const { error, placeholder } = props
  const ofName = error instanceof ApiError && error.field === 'name'
  return (
    <>
      {error && !ofName && <ProblemAlert>{messageOf(error)}</ProblemAlert>}
      <TextInput
        label="Name"
        {...(placeholder !== undefined && { placeholder })}
        maxLength={longestPromptName}
        data-autofocus
        error={ofName && messageOf(error)}
        value={props.name}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      <TextInput
        label="Description"
        description="Optional. What it is for, so that others find it."
        maxLength={longestPromptDescription}
        value={props.description}
        onChange={(event) => props.onDescription(event.currentTarget.value)}
      />
    </>
  )
}
