/** Filling `{{variable}}` places, in a text, an address or a JSON body. */
const PLACE = /\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g

type Variables = Readonly<Record<string, string>>

/** What values may add to a template in characters: a variable that holds itself twice doubles with every node. */
const MOST_FILLED = 60_000

/** Fills `{{variable}}` places; what a visitor said can't open a block of its own. */
export function fill(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string) => valueFor(name).replace(/`{3,}/g, '"'))
}

/** Fills an address: each value as a part of it, so that none adds a parameter, a folder or another site. */
export function fillAddress(template: string, variables: Variables): string {
  const valueFor = valuesIn(variables)
  return template.replace(PLACE, (_, name: string) => {
    const value = valueFor(name)
    // Dots alone would climb out of the folder.
    return /^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed())
  })
}

/** Fills a body. In a JSON one, a place within quotes takes a text, one outside of them a number, an object or a text. */
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

/** The variables that a template names. */
export function placesIn(template: string): string[] {
  return [...template.matchAll(PLACE)].map(([, name]) => name ?? '')
}

/** Empty where there is none; no variable comes with being an object, such as `constructor`. */
export function valueIn(variables: Variables, name: string): string {
  return Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
}

/** One value after the other, as long as there is room for them. */
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
