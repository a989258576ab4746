/**
 * Finds the Maps, Sets and arrays of a file that outlive a call and are added to: those of a module, of a class, of a
 * function that returns functions, and of a loop that runs until it is aborted. Judges by syntax alone: what is added
 * while the module or the function itself runs once is not counted, and a collection that is created empty and given
 * away counts as added to.
 */
import { parseSync } from 'vite'

export type LastingCollection = {
  line: number
  name: string
  /** `removes`: entries are removed in the same file; `declared`: a comment says why it cannot grow. */
  bounded: 'removes' | 'declared' | undefined
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Scope = { names: Map<string, Binding | undefined>; lasts: 'runs once' | 'loops' | undefined }
type Binding = {
  name: string
  node: Node
  empty: boolean
  scope: Scope
  adds: boolean
  removes: boolean
  givenAway: boolean
}

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/
const ADDING = new Set(['set', 'add', 'push', 'unshift', 'splice'])
const REMOVING = new Set(['delete', 'clear', 'shift', 'pop', 'splice'])
const COMMENT = /^\s*(?:\/\/|\/?\*)/
/** For example `// bounded: an entry for each region`, in the comment above the collection. */
const DECLARED = /\bbounded: \S/

export function lastingCollections(file: string, text: string): LastingCollection[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be parsed`)
  const bindings: Binding[] = []
  const scopes = new Map<Node, Scope>()
  /** Names of parameters from which entries are removed: of a collection given away under this name. */
  const removedByOthers = new Set<string>()
  /** How deep the walk is in handlers of failures: what only a failure removes stays after every success. */
  let inCatch = 0
  declare(program as unknown as Node, [])
  use(program as unknown as Node, [])
  const lines = text.split('\n')
  return bindings
    .filter(({ adds, scope }) => adds && scope.lasts)
    .map(({ name, node, ...one }) => {
      const line = text.slice(0, node.start).split('\n').length
      const removes = one.removes || (one.givenAway && removedByOthers.has(lastOf(name)))
      return { line, name, bounded: removes ? 'removes' : isDeclared(lines, line) ? 'declared' : undefined }
    })

  /** Notes the collections of each scope. */
  function declare(node: Node, around: readonly Scope[]): void {
    const inside = entered(node, around)
    const scope = inside.at(-1)
    if (node.type === 'VariableDeclarator' && scope) {
      const id = node.id as Node
      const init = bare(node.init as Node | null)
      for (const name of namesIn(id)) scope.names.set(name, undefined)
      if (id.type === 'Identifier' && init) declareIn(scope, String(id.name), node, init)
    }
    if (node.type === 'PropertyDefinition' && scope) {
      const init = bare(node.value as Node | null)
      if (init) declareIn(scope, `this.${nameOf(node.key as Node)}`, node, init)
    }
    for (const child of childrenOf(node)) declare(child, inside)
  }

  function declareIn(scope: Scope, name: string, node: Node, init: Node): void {
    const empty = isCollection(init)
    if (empty !== undefined) {
      const binding = {
        name,
        node,
        empty: empty === 'empty',
        scope,
        adds: false,
        removes: false,
        givenAway: false,
      }
      bindings.push(binding)
      scope.names.set(name, binding)
    }
    if (init.type !== 'ObjectExpression') return
    for (const property of init.properties as Node[]) {
      const value = property.type === 'Property' ? bare(property.value as Node) : undefined
      if (value) declareIn(scope, `${name}.${nameOf(property.key as Node)}`, property, value)
    }
  }

  function entered(node: Node, around: readonly Scope[]): readonly Scope[] {
    const isScope = node.type === 'Program' || node.type === 'ClassBody' || FUNCTION.test(node.type)
    if (!isScope) return around
    const known = scopes.get(node) ?? { names: new Map(), lasts: lasts(node) }
    scopes.set(node, known)
    for (const parameter of (node.params as Node[] | undefined) ?? [])
      for (const name of namesIn(parameter)) if (!known.names.has(name)) known.names.set(name, undefined)
    return [...around, known]
  }

  /** Notes where collections are added to and removed from. */
  function use(node: Node, around: readonly Scope[]): void {
    const inside = entered(node, around)
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const callee = node.callee as Node
      if (callee.type === 'MemberExpression' && !callee.computed) {
        const found = find(callee.object as Node, inside)
        const method = nameOf(callee.property as Node)
        if (ADDING.has(method)) add(found, inside)
        if (REMOVING.has(method)) remove(callee.object as Node, inside)
      }
      for (const argument of node.arguments as Node[]) giveAway(argument, inside)
    }
    if (node.type === 'Property') giveAway(node.value as Node, inside)
    if (node.type === 'AssignmentExpression') assign(node.left as Node, node.right as Node, inside)
    const catches = node.type === 'CatchClause' || isCatching(node)
    if (catches) inCatch++
    for (const child of childrenOf(node)) use(child, inside)
    if (catches) inCatch--
  }

  function add(to: Binding | undefined, inside: readonly Scope[]): void {
    if (to && (to.scope.lasts === 'loops' || inside.at(-1) !== to.scope)) to.adds = true
  }

  function giveAway(value: Node, inside: readonly Scope[]): void {
    const found = find(value, inside)
    if (!found) return
    found.givenAway = true
    if (found.empty) found.adds = true
  }

  function remove(from: Node, inside: readonly Scope[]): void {
    const found = find(from, inside)
    if (inCatch > 0) return
    if (found) found.removes = true
    else removedByOthers.add(lastOf(pathOf(from) ?? ''))
  }

  function assign(left: Node, right: Node, inside: readonly Scope[]): void {
    const replaced = find(left, inside)
    if (replaced) {
      const keeps = (bare(right)?.elements as Node[] | undefined)?.some(
        (one) => one?.type === 'SpreadElement' && find(one.argument as Node, inside) === replaced,
      )
      if (keeps) add(replaced, inside)
      else replaced.removes = true
    }
    if (left.type !== 'MemberExpression') return
    const changed = find(left.object as Node, inside)
    if (left.computed) add(changed, inside)
    if (changed && !left.computed && nameOf(left.property as Node) === 'length') changed.removes = true
  }

  function find(node: Node, inside: readonly Scope[]): Binding | undefined {
    const path = pathOf(bare(node) ?? node)
    if (path === undefined) return undefined
    const [first = ''] = path.split('.')
    const scope = inside.findLast(({ names }) => names.has(first) || names.has(path))
    return scope?.names.get(path)
  }
}

/** Whether what a scope holds outlives one call, since functions go on to use it or since the scope's own loop does. */
function lasts(owner: Node): Scope['lasts'] {
  if (owner.type === 'Program' || owner.type === 'ClassBody') return 'runs once'
  const body = owner.body as Node
  if (body.type !== 'BlockStatement') return holdsFunction(body, new Set()) ? 'runs once' : undefined
  const own = ownNodes(body)
  const named = new Set(
    own.flatMap((node) => {
      if (node.type === 'FunctionDeclaration') return [nameOf(node.id as Node)]
      const isFunction =
        node.type === 'VariableDeclarator' && FUNCTION.test(bare(node.init as Node)?.type ?? '')
      return isFunction ? [nameOf(node.id as Node)] : []
    }),
  )
  if (own.some((node) => /^(While|DoWhile|For)Statement$/.test(node.type) && waitsForAbort(node)))
    return 'loops'
  const returns = own.some(
    ({ type, argument }) => type === 'ReturnStatement' && argument && holdsFunction(argument as Node, named),
  )
  return returns ? 'runs once' : undefined
}

function waitsForAbort({ test }: Node): boolean {
  return test !== null && ownNodes(test as Node).some(({ name }) => name === 'aborted')
}

function isCatching({ type, callee }: Node): boolean {
  const called = type === 'CallExpression' ? (callee as Node) : undefined
  return called?.type === 'MemberExpression' && nameOf(called.property as Node) === 'catch'
}

/** Whether a returned value is a function or holds some; functions given to a call are not returned. */
function holdsFunction(returned: Node, named: ReadonlySet<string>): boolean {
  const value = bare(returned)
  if (!value) return false
  if (FUNCTION.test(value.type)) return true
  if (value.type === 'Identifier') return named.has(String(value.name))
  if (value.type === 'ConditionalExpression')
    return [value.consequent, value.alternate].some((one) => holdsFunction(one as Node, named))
  if (value.type !== 'ObjectExpression') return false
  return (value.properties as Node[]).some(
    (one) => one.type === 'Property' && holdsFunction(one.value as Node, named),
  )
}

/** A node and what is in it, without the insides of functions. */
function ownNodes(node: Node): Node[] {
  return [
    node,
    ...childrenOf(node).flatMap((child) => (FUNCTION.test(child.type) ? [child] : ownNodes(child))),
  ]
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((one): one is Node => typeof one === 'object' && one !== null && 'type' in one)
}

/** An expression without parentheses and types. */
function bare(node: Node | null | undefined): Node | undefined {
  const wrapped = /^(TS\w+Expression|ParenthesizedExpression|ChainExpression|AwaitExpression)$/
  return node && wrapped.test(node.type) ? bare(node.expression as Node) : (node ?? undefined)
}

function isCollection(node: Node): 'empty' | 'filled' | undefined {
  if (node.type === 'ArrayExpression') return (node.elements as Node[]).length === 0 ? 'empty' : 'filled'
  if (node.type !== 'NewExpression' || !/^(Map|Set)$/.test(nameOf(node.callee as Node))) return undefined
  return (node.arguments as Node[]).length === 0 ? 'empty' : 'filled'
}

/** `a.b.c` of an identifier or a chain of properties. */
function pathOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type === 'ThisExpression') return 'this'
  if (node.type !== 'MemberExpression' || node.computed) return undefined
  const object = pathOf(node.object as Node)
  return object && `${object}.${nameOf(node.property as Node)}`
}

function nameOf(node: Node): string {
  return node.type === 'PrivateIdentifier' ? `#${node.name}` : String(node.name ?? node.value ?? '')
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

function namesIn(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [String(pattern.name)]
    case 'ObjectPattern':
      return (pattern.properties as Node[]).flatMap((one) => namesIn((one.value ?? one.argument) as Node))
    case 'ArrayPattern':
      return (pattern.elements as (Node | null)[]).flatMap((one) => (one ? namesIn(one) : []))
    case 'AssignmentPattern':
      return namesIn(pattern.left as Node)
    case 'RestElement':
      return namesIn(pattern.argument as Node)
    default:
      return []
  }
}

function isDeclared(lines: readonly string[], line: number): boolean {
  for (let above = line - 2; above >= 0 && COMMENT.test(lines[above] ?? ''); above--)
    if (DECLARED.test(lines[above] ?? '')) return true
  return false
}
