import { PLACE } from '@parley/contracts/agent/flow-variables.ts'
import { valueIn } from '@parley/contracts/campaign/rendered-text.ts'

type Visitor = {
  name?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  fields: Readonly<Record<string, string>>
  variables: Readonly<Record<string, string>>
}

/** A canned response for a visitor. Variables that nothing is known of stay, so that they are filled in by hand. */
export function cannedText(text: string, { name, email, phone, fields, variables }: Visitor): string {
  const known = { ...variables, ...fields }
  const person = { name, email, phone }
  return text.replace(PLACE, (place, variable: string) => {
    const own = Object.entries(person).find(([field]) => field === variable.toLowerCase())?.[1]
    return own || valueIn(variable, known) || place
  })
}

/** The variables that still stand in a text, as they are written there. */
export function unfilledIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([place]) => place))]
}
