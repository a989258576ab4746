/** Picks values out of a tool's answer, without code. Pure, and never throws. */
import type { Mapping } from '@parley/contracts/agent/nodes.ts'
import { isRecord } from '@parley/contracts/is-record.ts'
import { valueIn } from './values.ts'

const MOST_CHARACTERS = 8_000
const MOST_ENTRIES = 200

/** The variables that a map node sets; each mapping can use those before it. */
export function mapped(
  mappings: readonly Mapping[],
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const mapping of mappings) {
    const source = valueIn(Object.hasOwn(picked, mapping.from) ? picked : variables, mapping.from)
    const found = transformed(pick(parsed(source), mapping.path), mapping.transform)
    picked[mapping.saveTo] = (found === '' ? (mapping.otherwise ?? '') : found).slice(0, MOST_CHARACTERS)
  }
  return picked
}

/** The value at a path such as `items[0].name`; `[*]` gives a list with the value of each entry. */
export function pick(value: unknown, path: string): unknown {
  const steps = stepsOf(path)
  if (steps === undefined) return undefined
  return walk(value, steps)
}

/** The steps of a path; undefined if it is not valid. */
export function stepsOf(path: string): (string | number | '*')[] | undefined {
  const steps: (string | number | '*')[] = []
  const text = path.trim().replace(/^\$\.?/, '')
  const step = /\.?([^.[\]"']+)|\[(-?\d+|\*)\]|\["([^"]*)"\]|\['([^']*)'\]/y
  let at = 0
  while (at < text.length) {
    step.lastIndex = at
    const found = step.exec(text)
    if (!found) return undefined
    const [whole, name, index, quoted, single] = found
    if (index !== undefined) steps.push(index === '*' ? '*' : Number(index))
    else steps.push((name ?? quoted ?? single ?? '').trim())
    at += whole.length
  }
  return steps
}

function walk(value: unknown, steps: readonly (string | number | '*')[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (step === '*') {
    const entries = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
    const found = entries.slice(0, MOST_ENTRIES).map((entry) => walk(entry, rest))
    const flat = rest.includes('*') ? found.flat() : found
    return flat.filter((entry) => entry !== undefined && entry !== null)
  }
  if (typeof step === 'number') return Array.isArray(value) ? walk(value.at(step), rest) : undefined
  if (Array.isArray(value) && /^\d+$/.test(step)) return walk(value[Number(step)], rest)
  return isRecord(value) && Object.hasOwn(value, step) ? walk(value[step], rest) : undefined
}

function transformed(value: unknown, transform: Mapping['transform']): string {
  switch (transform) {
    case 'as-is':
      return asText(value)
    case 'trim':
      return asText(value).trim()
    case 'lower-case':
      return asText(value).toLowerCase()
    case 'upper-case':
      return asText(value).toUpperCase()
    case 'number':
      return numberIn(value, (number) => number)
    case 'round':
      return numberIn(value, Math.round)
    case 'count':
      return String(Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 0)
    case 'first':
      return asText(Array.isArray(value) ? value[0] : value)
    case 'last':
      return asText(Array.isArray(value) ? value.at(-1) : value)
    case 'list':
      return Array.isArray(value) ? value.map(asText).join(', ') : asText(value)
    case 'lines':
      return (Array.isArray(value) ? value : value === undefined ? [] : [value])
        .map((entry) => `- ${asText(entry)}`)
        .join('\n')
    case 'day': {
      const date = new Date(typeof value === 'number' ? (value < 1e11 ? value * 1000 : value) : asText(value))
      return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
    }
  }
}

export function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function numberIn(value: unknown, change: (number: number) => number): string {
  const found =
    typeof value === 'number' ? value : Number(/-?\d+(?:\.\d+)?/.exec(asText(value))?.[0] ?? Number.NaN)
  return Number.isFinite(found) ? String(change(found)) : ''
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text === '' ? undefined : text
  }
}
