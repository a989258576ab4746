/**
 * The names that the built-in templates speak of. Their texts have `{{business}}` and `{{agent}}` in place of them, which
 * are replaced when an agent is created.
 */

export type TemplateNames = {
  /** The business whose visitors the agent talks to. */
  business: string
  /** What the agent is called. */
  agent: string
}

/** Replaces the placeholders in every text of a value. */
export function withNames<Value>(value: Value, names: TemplateNames): Value
export function withNames(value: unknown, names: TemplateNames): unknown {
  if (typeof value === 'string')
    // Once for both, so that a placeholder in a name stays as it was typed.
    return value.replace(/\{\{(business|agent)\}\}/g, (_, name: keyof TemplateNames) => names[name])
  if (Array.isArray(value)) return value.map((item) => withNames(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withNames(item, names)]))
}
