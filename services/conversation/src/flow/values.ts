/** The variables of a flow while it is executed. */
import { charactersIn, MOST_OF_A_VARIABLE } from '@parley/contracts/conversation/flow-state.ts'

/**
 * `former`: the variables that the flow has set so far. `known`: data of the visitor from other sources; the flow's own
 * variables take precedence. `characters`: the most that all of the flow's variables hold; the rest is cut.
 */
export function createValues(about: {
  former: Readonly<Record<string, string>>
  known: Readonly<Record<string, string>>
  characters: number
}) {
  const { former, known, characters } = about
  const variables: Record<string, string> = { ...former }
  return {
    /** The flow's own variables. */
    variables,
    all: (): Record<string, string> => ({ ...known, ...variables }),
    isAnswered: (name: string): boolean => Object.hasOwn(variables, name),
    keep(values: Readonly<Record<string, string>>): void {
      for (const [name, value] of Object.entries(values)) {
        const { [name]: _, ...others } = variables
        const left = characters - charactersIn(others) - name.length
        if (left >= 0) variables[name] = value.slice(0, Math.min(MOST_OF_A_VARIABLE, left))
      }
    },
  }
}

/** Returns the value, or an empty text; inherited properties such as `constructor` don't count. */
export function valueIn(variables: Readonly<Record<string, string>>, name: string): string {
  return Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
}
