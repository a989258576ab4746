import { Alert } from '@mantine/core'
import { leftOutWords, missingPromptsWords, useExpanded, useMissingPrompts } from '../../server/prompts.ts'

/** What is wrong with the references of a prompt to the library. */
export function ReferenceProblems({ text }: { text: string }) {
  const { leavesOut } = useExpanded(text)
  const missing = useMissingPrompts({ vg_systemPrompt: text })
  return (
    <>
      {leavesOut && (
        <Alert color="yellow" role="alert" mt="xs">
          {leftOutWords}
        </Alert>
      )}
      {missing > 0 && (
        <Alert color="yellow" role="alert" mt="xs">
          {missingPromptsWords(missing)}
        </Alert>
      )}
    </>
  )
}
