/**
 * Finds problems of a node flow, with messages that name the node. The agent's decider refuses to save a flow with an
 * error; the nodes page shows errors and warnings beside the node while it is edited. Pure, and without zod.
 */
import { PLACE, unknownVariables, VARIABLE } from './flow-variables.ts'
import { inEnglish, nodeName, type Say } from './node-names.ts'
import type { AgentNode } from './nodes.ts'

export type FlowProblem = {
  /** Empty if the problem concerns the whole flow. */
  nodeId: string
  /** A flow with warnings may be saved. */
  level: 'error' | 'warning'
  message: string
  /** The message without the names of nodes, which may change meanwhile. */
  key: string
}

type Values = Readonly<Record<string, string>>

export type FlowSurroundings = {
  /** The workspace's tools; not checked if absent. */
  toolIds?: readonly string[]
  /** What the messages are said in; English if absent. Texts begin with a capital or with the name of a node. */
  say?: Say
}

/** Returns the problems, errors first, each level in the order of the nodes; empty if there are none. */
export function flowProblems(
  nodes: readonly AgentNode[],
  surroundings: FlowSurroundings = {},
): FlowProblem[] {
  if (nodes.length === 0) return []
  const problems: FlowProblem[] = []
  const { say = inEnglish } = surroundings
  const name = (node: AgentNode) => nodeName(node, say)
  const add: Add = (level, node, text, values = {}, names = {}) => {
    const message = say(text, { ...values, ...(node && { node: name(node) }), ...names })
    problems.push({ nodeId: node?.id ?? '', level, message, key: say(text, values) })
  }

  const byId = new Map<string, AgentNode>()
  for (const node of nodes) {
    if (byId.has(node.id))
      add('error', node, '“{node}” has the same id as “{other}”.', {}, { other: name(byId.get(node.id)!) })
    else byId.set(node.id, node)
  }
  alone(nodes, 'start', add)
  alone(nodes, 'default', add)
  if (!nodes.some(({ type }) => type === 'start'))
    add('error', undefined, 'The flow has no Start node, so that no conversation can begin.')

  for (const node of nodes) {
    for (const fault of faultsOf(node, say)) add('error', node, '“{node}”: {fault}', { fault })
    for (const [nth, { label: exit, to }] of exitsOf(node, say).entries()) {
      const target = to === undefined ? undefined : byId.get(to)
      if (to !== undefined && !target)
        add('error', node, '“{node}”: {exit} leads to a node that is not there.', { exit })
      else if (target && isOutsideFlow(target)) add('error', node, outside[target.type] ?? '', { exit })
      else if (to === undefined && mustGoOn(node, nth))
        add('error', node, '“{node}”: {exit} leads nowhere. Lead it on, or to an End.', { exit })
    }
    if (node.type === 'tool' && node.toolId && surroundings.toolIds?.includes(node.toolId) === false)
      add('error', node, '“{node}” calls a tool that does not exist any more.')
  }
  for (const node of unreached(nodes, byId))
    add('error', node, 'Nothing leads to “{node}”. Lead a node to it, or remove it.')
  for (const loop of loops(nodes, byId)) {
    const [first, ...others] = loop
    const through = others.map((node) => `“${name(node)}”`).join(', ')
    if (others.length === 0)
      add('error', first, '“{node}” leads back to itself without the visitor saying anything.')
    else
      add(
        'error',
        first,
        '“{node}” leads back to itself through {others} without the visitor saying anything.',
        {},
        { others: through },
      )
  }
  for (const { node, variable } of unknownVariables(nodes))
    if (node.type === 'map')
      add('error', node, '“{node}” uses {{{variable}}}, which no node sets.', { variable })
    else
      add(
        'warning',
        node,
        '“{node}” uses {{{variable}}}, which no node sets. It is empty unless the page sets it.',
        { variable },
      )
  return [...problems].sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

type Exit = { label: string; to: string | undefined }

/** Types of nodes that no other node leads to, as told of a node that does. */
const outside: Partial<Record<AgentNode['type'], string>> = {
  note: '“{node}”: {exit} leads to a note, which does nothing.',
  group: '“{node}”: {exit} leads to a group, which does nothing.',
  'always-first': '“{node}”: {exit} leads to “Always answer first”, which begins by itself.',
}

/** Whether no other node leads to a node: a note, a group, or what answers by itself. */
export function isOutsideFlow({ type }: Pick<AgentNode, 'type'>): boolean {
  return outside[type] !== undefined
}

/** Returns every exit of a node. */
function exitsOf(node: AgentNode, say: Say = inEnglish): Exit[] {
  switch (node.type) {
    case 'end':
    case 'note':
    case 'group':
    case 'always-first':
      return []
    case 'jump':
      return [{ label: say('Jump to'), to: node.to || undefined }]
    case 'buttons':
      return [
        ...node.buttons.map(({ label, next }) => ({ label: label || say('A button'), to: next })),
        { label: say('Any other reply'), to: node.next },
      ]
    case 'condition':
      return [
        ...node.branches.map(({ test, next }) => ({ label: test.variable || say('A branch'), to: next })),
        { label: say('Otherwise'), to: node.next },
      ]
    case 'question':
    case 'read-back':
      return [
        { label: say('Then'), to: node.next },
        { label: say('Gave up'), to: node.gaveUp },
      ]
    case 'knowledge':
      return [
        { label: say('Then'), to: node.next },
        { label: say('Not known'), to: node.notFound },
      ]
    case 'tool':
    case 'http':
      return [
        { label: say('Then'), to: node.next },
        { label: say('On error'), to: node.onError },
      ]
    default:
      return [{ label: say('Then'), to: node.next }]
  }
}

/** Whether the exit must lead somewhere, because the visitor would otherwise wait for a message that never comes. */
function mustGoOn(node: AgentNode, nth: number): boolean {
  switch (node.type) {
    case 'form':
    case 'set-variable':
    case 'map':
    case 'jump':
    case 'condition':
      return true
    case 'question':
    case 'read-back':
    case 'tool':
    case 'http':
      return nth === 0
    default:
      return false
  }
}

function faultsOf(node: AgentNode, say: Say): string[] {
  const faults: string[] = []
  const fault = (text: string, values?: Values) => void faults.push(say(text, values))
  const variable = (name: string | undefined) => {
    if (name !== undefined && !VARIABLE.test(name)) fault('Use letters, digits and _ for a variable name')
  }
  switch (node.type) {
    case 'message':
      if (node.text.trim() === '') fault('It has nothing to say.')
      break
    case 'always-first':
      // Emergencies alone have an answer of the server's in the visitor's language.
      if (node.text.trim() === '' && (!node.emergencies || node.phrases?.length))
        fault('It has nothing to say.')
      if (!node.emergencies && !node.phrases?.length) fault('It has nothing to answer to.')
      break
    case 'question':
      if (node.text.trim() === '') fault('It asks nothing.')
      variable(node.variable)
      break
    case 'set-variable':
      variable(node.variable)
      break
    case 'read-back': {
      const names = node.values.map((value) => value.variable)
      for (const name of names) variable(name)
      if (new Set(names).size < names.length) fault('It reads the same variable back twice.')
      break
    }
    case 'condition':
      for (const { test } of node.branches) variable(test.variable)
      break
    case 'buttons': {
      variable(node.variable)
      const labels = node.buttons.map(({ label }) => label.trim().toLowerCase())
      if (labels.includes('')) fault('Every button needs a label')
      else if (new Set(labels).size < labels.length) fault('Two buttons have the same label.')
      break
    }
    case 'tool':
      if (node.toolId === '') fault('Choose the tool to call.')
      variable(node.saveTo)
      break
    case 'http':
      if (!isOpenAddress(node.url))
        fault('The address begins with http:// or https:// and a site without {{places}}.')
      if (node.headers.some(({ key }) => key.trim() === '')) fault('Every header needs a name.')
      variable(node.saveTo)
      break
    case 'map':
      for (const mapping of node.mappings) {
        variable(mapping.from)
        variable(mapping.saveTo)
        if (!isPath(mapping.path))
          fault('{path} is not a path such as items[0].name.', { path: mapping.path })
      }
      break
    case 'form': {
      const names = node.fields.map(({ name }) => name)
      for (const name of names) variable(name)
      if (new Set(names).size < names.length) fault('Two fields are kept in the same variable.')
      if (node.fields.some(({ label }) => label.trim() === '')) fault('Every field needs a label.')
      if (
        node.fields.some(
          ({ type, options }) => type === 'select' && !options?.some((one) => one.trim() !== ''),
        )
      )
        fault('A field to choose from needs choices.')
      break
    }
    default:
  }
  return [...new Set(faults)]
}

/** A variable, such as a visitor's answer, must not determine the site. */
function isOpenAddress(url: string): boolean {
  return /^https?:\/\/[^/?#{}\s@]+(?:[/?#]|$)/.test(url) && URL.canParse(url.replace(PLACE, 'x'))
}

export function isPath(path: string): boolean {
  return /^\$?\.?(?:[^.[\]"']+|\[(?:-?\d+|\*)\]|\["[^"]*"\]|\['[^']*'\])?(?:\.[^.[\]"']+|\[(?:-?\d+|\*)\]|\["[^"]*"\]|\['[^']*'\])*$/.test(
    path.trim(),
  )
}

type Add = (
  level: FlowProblem['level'],
  node: AgentNode | undefined,
  text: string,
  values?: Values,
  /** Names of other nodes. */
  names?: Values,
) => void

function alone(nodes: readonly AgentNode[], type: 'start' | 'default', add: Add): void {
  for (const node of nodes.filter((one) => one.type === type).slice(1))
    if (type === 'start') add('error', node, 'There are two Start nodes; a flow has one.')
    else add('error', node, 'There are two Fallback nodes; a flow has one.')
}

function unreached(nodes: readonly AgentNode[], byId: ReadonlyMap<string, AgentNode>): AgentNode[] {
  const reached = new Set<string>()
  const waiting = nodes.filter(({ type }) => type === 'start' || type === 'default').map(({ id }) => id)
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = byId.get(id)
    if (!node || reached.has(id)) continue
    reached.add(id)
    for (const { to } of exitsOf(node)) if (to !== undefined) waiting.push(to)
  }
  return nodes.filter((node) => !reached.has(node.id) && !isOutsideFlow(node))
}

/** Whether a node continues without waiting for the visitor. */
function passesOn({ type }: AgentNode): boolean {
  return ['start', 'message', 'condition', 'set-variable', 'map', 'tool', 'http', 'jump', 'default'].includes(
    type,
  )
}

/** Returns each loop of nodes that continue without the visitor, once. */
function loops(nodes: readonly AgentNode[], byId: ReadonlyMap<string, AgentNode>): AgentNode[][] {
  const found: AgentNode[][] = []
  const done = new Set<string>()
  const path: AgentNode[] = []
  const visit = (node: AgentNode) => {
    const at = path.indexOf(node)
    if (at >= 0) return void found.push(path.slice(at))
    if (done.has(node.id) || !passesOn(node)) return
    path.push(node)
    for (const { to } of exitsOf(node)) {
      const next = to === undefined ? undefined : byId.get(to)
      if (next) visit(next)
    }
    path.pop()
    done.add(node.id)
  }
  for (const node of nodes) visit(node)
  return found
}
