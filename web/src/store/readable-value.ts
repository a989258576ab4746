/** Values of an agent's fields as lines that people read, to compare them. */
import { nodeName } from '@parley/contracts/agent/node-names.ts'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { weekdays } from '@parley/contracts/agent/opening-hours.ts'
import { isRecord } from '@parley/contracts/is-record.ts'
import { same } from '@parley/contracts/same.ts'
import { locale, t } from '../design/language.ts'
import { listed } from '../design/lists/listed.ts'
import { customThemeOf, paletteIn, primaryOf, stepToHex } from '../design/theme/custom-theme.ts'
import { fieldLabel, fieldTextOf } from './agent-fields.ts'
import type { DraftConflict } from './draft-merge.ts'
import { captures, days, formFieldTypes, operatorWords, transforms } from './field-choices.ts'

type Readable = { before: string; after: string }

/** The name of a function by its id. */
type ToolName = (id: string) => string | undefined

/** Both values of a field that differ, each as text; an empty one for a value that says nothing. */
export function readableChange(
  field: string,
  before: unknown,
  after: unknown,
  toolName: ToolName = () => undefined,
): Readable {
  if (field === 'nodes' && isNodes(before ?? []) && isNodes(after ?? []))
    return nodeChange(nodesOf(before), nodesOf(after), toolName)
  if (field === 'assignedToolsIds') {
    const names = (ids: unknown) =>
      Array.isArray(ids) ? ids.map((id) => `- ${toolName(String(id)) ?? id}`).join('\n') : ''
    return { before: names(before), after: names(after) }
  }
  const [first, last] = [textOf(field, before), textOf(field, after)]
  if (before !== undefined && after !== undefined) return { before: first, after: last }
  const unset = textOf(field, fieldTextOf(field)?.fallback)
  // What applies without a value, unless it looks the same as the value.
  if (before === undefined) return { before: unset === last ? '' : unset, after: last }
  return { before: first, after: unset === first ? '' : unset }
}

/** What each side of a conflict made of the value from which both began. `nodes`: those of the flow, by whose names it leads on. */
export function readableConflict(
  { path, nodeId, base, mine, theirs }: DraftConflict,
  nodes: readonly AgentNode[],
  toolName: ToolName = () => undefined,
): Record<'mine' | 'theirs', Partial<Readable>> {
  const side = (after: unknown): Partial<Readable> => {
    if (nodeId === undefined) return readableChange(path, base, after, toolName)
    return {
      ...(base === undefined ? {} : { before: partOfFlow(base, nodes, toolName) }),
      ...(after === undefined ? {} : { after: partOfFlow(after, nodes, toolName) }),
    }
  }
  return { mine: side(mine), theirs: side(theirs) }
}

/** The name of a value within a document or another state, by its path: `document.nodes[n1].text` is `Nodes: Text`. */
export function pathLabel(path: string): string {
  const last = path.endsWith(']') ? undefined : /[^.]+$/.exec(path)?.[0]
  const field = /^document\.(.+)$/.exec(path)?.[1]?.replace(/\[([^\]]*)\]/g, '.$1')
  const label = field === undefined ? undefined : fieldLabel(field)
  if (field === undefined || label === undefined || label === field)
    return spaced(last ?? /([^.[\]]+)(?:\[[^\]]*\])+$/.exec(path)?.[1] ?? path)
  if (last === undefined || fieldTextOf(field)) return label
  return `${label}: ${field.startsWith('nodes.') ? nameOfPart(last) : spaced(last)}`
}

/** A value within a document or another state before and after a change; one that was not there is absent. */
export function readableAt(path: string, before: unknown, after: unknown): Partial<Readable> {
  const field = /^document\.(.+)$/.exec(path)?.[1]
  const shown = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (field?.startsWith('nodes[') && isNodes([value]))
      return nodeLines(value as AgentNode, [], () => undefined).join('\n')
    return field && fieldTextOf(field) ? textOf(field, value) : linesOf(value, nameOfPart, '').join('\n')
  }
  return {
    ...(before === undefined ? {} : { before: shown(before) }),
    ...(after === undefined ? {} : { after: shown(after) }),
  }
}

/** A node, or where it stands. */
function partOfFlow(value: unknown, nodes: readonly AgentNode[], toolName: ToolName): string {
  if (isNodes([value])) return nodeLines(value as AgentNode, nodes, toolName).join('\n')
  if (!isRecord(value)) return ''
  return Object.values(value)
    .map((place) => scalar(typeof place === 'number' ? Math.round(place) : place))
    .join(', ')
}

function textOf(field: string, value: unknown): string {
  if (field === 'openingHours' && isRecord(value)) return hoursLines(value).join('\n')
  if (field === 'customThemeJSONString' && typeof value === 'string') return themeLines(value)
  const none = fieldTextOf(field)?.none
  if (value === 0 && none) return t(none.label)
  // The label of this switch says the opposite of its name.
  if (field === 'aiDisclosure.off') return value === true ? t('Off') : t('On')
  return linesOf(value, (key) => nameIn(field, key), field).join('\n')
}

/** The lines of a value; those of its parts are indented where they take several. */
function linesOf(value: unknown, nameOf: (key: string) => string, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => itemLines(linesOf(item, nameOf, path)))
  if (!isRecord(value)) return scalar(value).split('\n')
  if (isTest(value)) return [testWords(value)]
  return Object.entries(value).flatMap(([key, part]) => {
    if (part === undefined || (Array.isArray(part) && part.length === 0)) return []
    const within = `${path}.${key}`
    const choice = choices[key]?.find(({ value }) => value === part)
    const lines = choice
      ? [t(choice.label)]
      : fieldTextOf(within)
        ? textOf(within, part).split('\n')
        : linesOf(part, nameOf, within)
    return isUnnamed(key) ? lines : named(nameOf(key), lines, Array.isArray(part))
  })
}

/** Lists and conditions of nodes, which need no name. */
const isUnnamed = (key: string) =>
  ['fields', 'values', 'headers', 'mappings', 'branches', 'test'].includes(key)

/** What is chosen in the editors of nodes. */
const choices: Record<string, readonly { value: string; label: string }[]> = {
  capture: captures,
  transform: transforms,
  type: formFieldTypes,
  when: days,
}

type Test = { variable: string; operator: keyof typeof operatorWords; value?: string }

const isTest = (value: object): value is Test =>
  'operator' in value && Object.hasOwn(operatorWords, String(value.operator))

const testWords = ({ variable, operator, value }: Test) =>
  t(operatorWords[operator].whole, { variable: variable || '…', value: value || '…' })

function itemLines([first = '', ...rest]: string[]): string[] {
  return [`- ${first}`, ...rest.map((line) => `  ${line}`)]
}

function named(name: string, lines: string[], structured: boolean): string[] {
  const [only = ''] = lines
  if (lines.length === 1 && !structured) return [`${name}: ${only}`]
  return [`${name}:`, ...lines.map((line) => `  ${line}`)]
}

function scalar(value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? t('On') : t('Off')
  if (typeof value === 'number') return value.toLocaleString(locale)
  return String(value)
}

/** `09:00` to `17:00` for each day, in the order of the week. */
function hoursLines(hours: Record<string, unknown>): string[] {
  const weekly = Array.isArray(hours.weekly) ? hours.weekly.filter(isRecord) : []
  const week = weekdays.map((day) => {
    const periods = weekly.filter((period) => period.day === day).map(({ from, to }) => `${from}–${to}`)
    return `${dayName(weekdays.indexOf(day))}: ${periods.length === 0 ? t('Closed') : listed(periods)}`
  })
  const holidays = Array.isArray(hours.holidays) ? hours.holidays.map(String) : []
  return [
    ...week,
    `${t('Time zone')}: ${scalar(hours.timeZone)}`,
    ...(holidays.length > 0 ? [`${t('Holidays')}: ${listed(holidays)}`] : []),
  ]
}

/** `nth`: from Monday. */
function dayName(nth: number): string {
  // The first of January 2024 was a Monday.
  const name = new Intl.DateTimeFormat(locale ?? 'en', { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + nth),
  )
  return `${name.charAt(0).toLocaleUpperCase(locale)}${name.slice(1)}`
}

/** The steps of the palette are left out where they are those of the primary colour. */
function themeLines(json: string): string {
  const primary = primaryOf(json)
  if (primary === undefined) return json
  const dark = /"themeType":\s*"dark"/.test(json)
  const palette = paletteIn(json) ?? []
  const usual = same(palette, customThemeOf(primary, dark ? 'dark' : 'light').nineColorPallet)
  return [
    `${t('Primary colour')}: ${primary}`,
    `${t('Dark mode')}: ${dark ? t('On') : t('Off')}`,
    ...(usual
      ? []
      : named(
          t('Palette'),
          palette.map((step) => `- ${stepToHex(step)}`),
          true,
        )),
  ].join('\n')
}

function nodeChange(before: readonly AgentNode[], after: readonly AgentNode[], toolName: ToolName): Readable {
  const was = new Map(before.map((node) => [node.id, node]))
  const hasMoved = (node: AgentNode) => {
    const earlier = was.get(node.id)
    return earlier !== undefined && !same(earlier.position, node.position)
  }
  return {
    before: before.flatMap((node) => nodeLines(node, before, toolName)).join('\n'),
    after: after
      .flatMap((node) => [
        ...nodeLines(node, after, toolName),
        ...(hasMoved(node) ? [`  ${t('Moved on the canvas')}`] : []),
      ])
      .join('\n'),
  }
}

/** A node by its name, then what is set in it. Other nodes that it leads to are named, too. */
function nodeLines(node: AgentNode, nodes: readonly AgentNode[], toolName: ToolName): string[] {
  const { id, type, title, position, ...settings } = node
  const nameOfId = (key: string, value: unknown) => {
    if (key === 'toolId') return toolName(String(value))
    const target = leading.has(key) ? nodes.find((other) => other.id === value) : undefined
    return target && `“${nodeName(target, t)}”`
  }
  return [
    nodeName(untold(node), t),
    ...linesOf(withNames(settings, nameOfId), nameOfPart, '').map((line) => `  ${line}`),
  ]
}

/** Without its text, which is a line of its own. */
const untold = (node: AgentNode): AgentNode =>
  node.type === 'message' || node.type === 'question' || node.type === 'end' ? { ...node, text: '' } : node

/** Parts that hold the ids of nodes. */
const leading = new Set(['next', 'gaveUp', 'notFound', 'onError', 'nodeIds', 'to'])

/** Without the ids of its parts, and with names for those of others. */
function withNames(
  value: unknown,
  nameOfId: (key: string, value: unknown) => string | undefined,
  key = '',
): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, nameOfId, key))
  if (!isRecord(value)) return nameOfId(key, value) ?? value
  const parts = Object.entries(value).filter(([name]) => name !== 'id')
  return Object.fromEntries(parts.map(([name, part]) => [name, withNames(part, nameOfId, name)]))
}

function nameIn(field: string, key: string): string {
  const path = `${field}.${key}`
  return fieldTextOf(path) ? fieldLabel(path) : nameOfPart(key)
}

/** What a part of a node or of another structured value is called; what has no name of its own by its key. */
function nameOfPart(key: string): string {
  const names: Record<string, () => string> = {
    body: () => t('Body'),
    code: () => t('Codes only'),
    buttons: () => t('Buttons'),
    capture: () => t('Answer type'),
    emergencies: () => t('Medical emergencies, in 13 languages'),
    from: () => t('Read from'),
    gaveUp: () => t('Gave up'),
    label: () => t('Label'),
    method: () => t('Method'),
    modelId: () => t('Model'),
    name: () => t('Name'),
    next: () => t('Then'),
    notFound: () => t('Not known'),
    onError: () => t('On error'),
    nodeIds: () => t('Nodes'),
    optional: () => t('Optional'),
    options: () => t('Choices'),
    otherwise: () => t('If empty'),
    path: () => t('Path'),
    phrases: () => t('Other trigger phrases'),
    prompt: () => t('Prompt'),
    required: () => t('Required'),
    saveTo: () => t('Save to'),
    tags: () => t('Tags'),
    text: () => t('Text'),
    retryText: () => t('If the answer is invalid'),
    takesQuestions: () => t('If the visitor asks a question instead'),
    to: () => t('Jump to'),
    toolId: () => t('Tool'),
    transform: () => t('Transform'),
    tries: () => t('Attempts'),
    type: () => t('Type'),
    url: () => t('Address'),
    value: () => t('Value'),
    variable: () => t('Variable'),
    when: () => t('Allowed dates'),
  }
  return names[key]?.() ?? spaced(key)
}

/** `submitLabel` as `Submit label`. */
function spaced(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

const isNodes = (value: unknown): value is AgentNode[] =>
  Array.isArray(value) && value.every((node) => isRecord(node) && 'id' in node && 'type' in node)

const nodesOf = (value: unknown): readonly AgentNode[] => (isNodes(value) ? value : [])
