/**
 * Fills placeholders in a text, an address or a JSON body: `{{variable}}`, and `{{variable.path}}` for a part of a variable that holds
 * JSON, such as a tool's result.
 */
import { PLACE } from '@parley/contracts/agent/flow-variables.ts'
import { asText, parsed, pick } from './mapping.ts'
import { valueIn } from './values.ts'

type Variables = Readonly<Record<string, string>>

/**
 * Maximum characters that values may add to a template: a variable that contains itself twice doubles with every node.
 */
const MOST_FILLED = 60_000

/** Fills `{{variable}}` placeholders; a value can't open a fenced block. */
export function fill(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string, path: string) =>
    valueFor(name, path).replace(/`{3,}/g, '"'),
  )
}

/**
 * Fills an address. Each value is encoded as one part of it, so that none adds a parameter, a folder or another host.
 */
export function fillAddress(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string, path: string) => {
    const value = valueFor(name, path)
    // A value of dots alone would leave the folder.
    return /^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed())
  })
}

/** Fills a body. In JSON, a placeholder within quotes takes a text, one outside takes a number, an object or a text. */
export function fillBody(template: string, variables: Variables): string {
  if (!/^\s*[{[]/.test(template)) return fill(template, variables)
  const valueFor = valuesIn(variables)
  let quoted = false
  let from = 0
  return template.replace(PLACE, (place, name: string, path: string, at: number) => {
    for (; from < at; from++) {
      if (template[from] === '\\' && quoted) from++
      else if (template[from] === '"') quoted = !quoted
    }
    from = at + place.length
    const value = valueFor(name, path)
    if (quoted) return JSON.stringify(value).slice(1, -1)
    return isJson(value) ? value : JSON.stringify(value)
  })
}

/** Returns a lookup that gives values until the maximum is reached. */
function valuesIn(variables: Variables): (name: string, path: string) => string {
  let room = MOST_FILLED
  return (name, path) => {
    const whole = valueIn(variables, name)
    const value = (path === '' ? whole : asText(pick(parsed(whole), path))).slice(0, room)
    room -= value.length
    return value
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
