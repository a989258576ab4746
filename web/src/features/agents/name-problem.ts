import { t } from '../../design/language.ts'
import { ApiError, messageOf } from '../../server/client.ts'

/** What is wrong with the name of a new agent, by itself or as the server says (part 1 §5). */
export function nameProblem(leftEmpty: boolean, error: Error | null): string | undefined {
  if (leftEmpty) return t('Please provide a name for the agent.')
  return error && isAboutName(error) ? messageOf(error) : undefined
}

export const isAboutName = (error: Error) => error instanceof ApiError && error.field?.endsWith('agentName')
