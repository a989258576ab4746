import type { CommandContext } from './command-handling.ts'

/**
 * The context of one of several commands to which one cause leads: each has an idempotency key of its own, which is the same
 * each time.
 */
export function atStep<Context extends Pick<CommandContext, 'cause'>>(
  context: Context,
  step: string,
): Context {
  const { cause } = context
  return { ...context, cause: { ...cause, command: `${cause.command}/${step}` } }
}
