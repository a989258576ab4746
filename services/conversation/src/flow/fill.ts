/** Fills `{{variable}}` placeholders in a text, an address or a JSON body. */
const PLACE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g

type Variables = Readonly<Record<string, string>>

/**
 * Maximum characters that values may add to a template: a variable that contains itself twice doubles with every node.
 */
const MOST_FILLED = 60_000

/** Fills `{{variable}}` placeholders; a value can't open a fenced block. */
export function fill(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string) => valueFor(name).replace(/`{3,}/g, '"'))
}

/**
 * Fills an address. Each value is encoded as one part of it, so that none adds a parameter, a folder or another host.
 */
export function fillAddress(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string) => {
    const value = valueFor(name)
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
  return template.replace(PLACE, (place, name: string, at: number) => {
    for (; from < at; from++) {
      if (template[from] === '\\' && quoted) from++
      else if (template[from] === '"') quoted = !quoted
    }
    from = at + place.length
    const value = valueFor(name)
    if (quoted) return JSON.stringify(value).slice(1, -1)
    return isJson(value) ? value : JSON.stringify(value)
  })
}

/** The names of the variables in a template. */
export function placesIn(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name]) => name ?? '')
}

/** Returns the value, or an empty text; inherited properties such as `constructor` don't count. */
export function valueIn(variables: Variables, name: string): string {
  return Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
}

/** Returns a lookup that gives values until the maximum is reached. */
function valuesIn(variables: Variables): (name: string) => string {
  let room = MOST_FILLED
  return (name) => {
    const value = valueIn(variables, name).slice(0, room)
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
