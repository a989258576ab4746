/** Texts of campaigns with variables: `{{name}}`, or `{{name|there}}` with what stands there without a name. */

const PLACE = /\{\{([^{}|]{1,64})(?:\|([^{}|]{0,100}))?\}\}/g

/**
 * Returns the text for a recipient. A variable without value is replaced by what stands behind `|`, or by nothing. `{{name}}`
 * also finds the column `Name` of a list.
 */
export function renderedText(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(PLACE, (_, name: string, instead = '') => valueIn(name.trim(), variables) || instead)
}

/** The value of a variable, whatever the case of its name; empty if there is none. */
export function valueIn(name: string, variables: Readonly<Record<string, string>>): string {
  if (Object.hasOwn(variables, name)) return variables[name] ?? ''
  const wanted = name.toLowerCase()
  return Object.entries(variables).find(([other]) => other.toLowerCase() === wanted)?.[1] ?? ''
}

/** Returns a template whose values are as a recipient gets them. */
export function renderedTemplate<Template extends { values: Readonly<Record<string, string>> }>(
  template: Template,
  variables: Readonly<Record<string, string>>,
): Template {
  const values = Object.entries(template.values).map(([place, text]) => [
    place,
    renderedText(text, variables),
  ])
  return { ...template, values: Object.fromEntries(values) }
}

/** Returns the names of the variables of a text, each once. */
export function variablesIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name.trim()))]
}
