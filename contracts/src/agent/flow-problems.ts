/**
 * Finds problems of a node flow, with messages that name the node. The agent's decider refuses to save a flow with an
 * error; the nodes page shows errors and warnings beside the node while it is edited. Pure, and without zod.
 */
import { PLACE, unknownVariables, VARIABLE } from './flow-variables.ts'
import { nodeName } from './node-names.ts'
import type { AgentNode } from './nodes.ts'

export type FlowProblem = {
  /** Empty if the problem concerns the whole flow. */
  nodeId: string
  /** A flow with warnings may be saved. */
  level: 'error' | 'warning'
  message: string
}

export type FlowSurroundings = {
  /** The workspace's tools; not checked if absent. */
  toolIds?: readonly string[]
}

/** Returns the problems, errors first, each level in the order of the nodes; empty if there are none. */
export function flowProblems(
  nodes: readonly AgentNode[],
  surroundings: FlowSurroundings = {},
): FlowProblem[] {
  if (nodes.length === 0) return []
  const problems: FlowProblem[] = []
  const add = (level: FlowProblem['level'], node: AgentNode | undefined, message: string) =>
    problems.push({ nodeId: node?.id ?? '', level, message })

  const byId = new Map<string, AgentNode>()
  for (const node of nodes) {
    if (byId.has(node.id))
      add('error', node, `“${nodeName(node)}” has the same id as “${nodeName(byId.get(node.id)!)}”.`)
    else byId.set(node.id, node)
  }
  alone(nodes, 'start', add)
  alone(nodes, 'default', add)
  if (!nodes.some(({ type }) => type === 'start'))
    add('error', undefined, 'The flow has no Start node, so that no conversation can begin.')

  for (const node of nodes) {
    for (const message of faultsOf(node)) add('error', node, `“${nodeName(node)}”: ${message}`)
    for (const { label, to } of exitsOf(node)) {
      const target = to === undefined ? undefined : byId.get(to)
      if (to !== undefined && !target)
        add('error', node, `“${nodeName(node)}”: ${label} leads to a node that is not there.`)
      else if (target && isOutsideFlow(target))
        add('error', node, `“${nodeName(node)}”: ${label} leads to ${outside[target.type]}.`)
      else if (to === undefined && mustGoOn(node, label))
        add('error', node, `“${nodeName(node)}”: ${label} leads nowhere. Lead it on, or to an End.`)
    }
    if (node.type === 'tool' && node.toolId && surroundings.toolIds?.includes(node.toolId) === false)
      add('error', node, `“${nodeName(node)}” calls a tool that does not exist any more.`)
  }
  for (const node of unreached(nodes, byId))
    add('error', node, `Nothing leads to “${nodeName(node)}”. Lead a node to it, or remove it.`)
  for (const loop of loops(nodes, byId)) {
    const [first, ...others] = loop
    const through = others.map((node) => `“${nodeName(node)}”`).join(', ')
    const way = others.length === 0 ? '' : ` through ${through}`
    add(
      'error',
      first,
      `“${nodeName(first!)}” leads back to itself${way} without the visitor saying anything.`,
    )
  }
  for (const { node, variable } of unknownVariables(nodes))
    add(
      node.type === 'map' ? 'error' : 'warning',
      node,
      `“${nodeName(node)}” uses {{${variable}}}, which no node sets${node.type === 'map' ? '.' : '. It is empty unless the page sets it.'}`,
    )
  return [...problems].sort((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'))
}

export type Exit = { label: string; to: string | undefined }

/** Types of nodes that no other node leads to, as told of a node that does. */
const outside: Partial<Record<AgentNode['type'], string>> = {
  note: 'a note, which does nothing',
  group: 'a group, which does nothing',
  'always-first': '“Always answer first”, which begins by itself',
}

/** Whether no other node leads to a node: a note, a group, or what answers by itself. */
export function isOutsideFlow({ type }: Pick<AgentNode, 'type'>): boolean {
  return outside[type] !== undefined
}

/** Returns every exit of a node. */
export function exitsOf(node: AgentNode): Exit[] {
  switch (node.type) {
    case 'end':
    case 'note':
    case 'group':
    case 'always-first':
      return []
    case 'jump':
      return [{ label: 'Jump to', to: node.to || undefined }]
    case 'buttons':
      return [
        ...node.buttons.map(({ label, next }) => ({ label: label || 'A button', to: next })),
        { label: 'Any other reply', to: node.next },
      ]
    case 'condition':
      return [
        ...node.branches.map(({ test, next }) => ({ label: test.variable || 'A branch', to: next })),
        { label: 'Otherwise', to: node.next },
      ]
    case 'question':
    case 'read-back':
      return [
        { label: 'Then', to: node.next },
        { label: 'Gave up', to: node.gaveUp },
      ]
    case 'knowledge':
      return [
        { label: 'Then', to: node.next },
        { label: 'Not known', to: node.notFound },
      ]
    case 'tool':
    case 'http':
      return [
        { label: 'Then', to: node.next },
        { label: 'On error', to: node.onError },
      ]
    default:
      return [{ label: 'Then', to: node.next }]
  }
}

/** Whether the exit must lead somewhere, because the visitor would otherwise wait for a message that never comes. */
function mustGoOn(node: AgentNode, label: string): boolean {
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
      return label === 'Then'
    default:
      return false
  }
}

function faultsOf(node: AgentNode): string[] {
  const faults: string[] = []
  const variable = (name: string | undefined) => {
    if (name !== undefined && !VARIABLE.test(name))
      faults.push('Use letters, digits and _ for a variable name')
  }
  switch (node.type) {
    case 'message':
      if (node.text.trim() === '') faults.push('It has nothing to say.')
      break
    case 'always-first':
      // Emergencies alone have an answer of the server's in the visitor's language.
      if (node.text.trim() === '' && (!node.emergencies || node.phrases?.length))
        faults.push('It has nothing to say.')
      if (!node.emergencies && !node.phrases?.length) faults.push('It has nothing to answer to.')
      break
    case 'question':
      if (node.text.trim() === '') faults.push('It asks nothing.')
      variable(node.variable)
      break
    case 'set-variable':
      variable(node.variable)
      break
    case 'read-back': {
      const names = node.values.map((value) => value.variable)
      for (const name of names) variable(name)
      if (new Set(names).size < names.length) faults.push('It reads the same variable back twice.')
      break
    }
    case 'condition':
      for (const { test } of node.branches) variable(test.variable)
      break
    case 'buttons': {
      variable(node.variable)
      const labels = node.buttons.map(({ label }) => label.trim().toLowerCase())
      if (labels.includes('')) faults.push('Every button needs a label')
      else if (new Set(labels).size < labels.length) faults.push('Two buttons have the same label.')
      break
    }
    case 'tool':
      if (node.toolId === '') faults.push('Choose the tool to call.')
      variable(node.saveTo)
      break
    case 'http':
      if (!isOpenAddress(node.url))
        faults.push('The address begins with http:// or https:// and a site without {{places}}.')
      if (node.headers.some(({ key }) => key.trim() === '')) faults.push('Every header needs a name.')
      variable(node.saveTo)
      break
    case 'map':
      for (const mapping of node.mappings) {
        variable(mapping.from)
        variable(mapping.saveTo)
        if (!isPath(mapping.path)) faults.push(`${mapping.path} is not a path such as items[0].name.`)
      }
      break
    case 'form': {
      const names = node.fields.map(({ name }) => name)
      for (const name of names) variable(name)
      if (new Set(names).size < names.length) faults.push('Two fields are kept in the same variable.')
      if (node.fields.some(({ label }) => label.trim() === '')) faults.push('Every field needs a label.')
      if (
        node.fields.some(
          ({ type, options }) => type === 'select' && !options?.some((one) => one.trim() !== ''),
        )
      )
        faults.push('A field to choose from needs choices.')
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

type Add = (level: FlowProblem['level'], node: AgentNode, message: string) => void

function alone(nodes: readonly AgentNode[], type: 'start' | 'default', add: Add): void {
  for (const node of nodes.filter((one) => one.type === type).slice(1))
    add('error', node, `There are two ${type === 'start' ? 'Start' : 'Fallback'} nodes; a flow has one.`)
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
