/**
 * Checks the import directions between packages: contracts ← kernel ← {engines, contexts, projections} ← host, and web,
 * widget → contracts. A context never imports another, a feature of `web` never another feature, and there are no
 * cycles. Only tests and benchmarks below the host know engines.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const mayImport: Record<string, (room: string) => boolean> = {
  contracts: () => false,
  kernel: (room) => room === 'contracts',
  engines: (room) => room === 'contracts' || room === 'kernel',
  projections: (room) => room === 'contracts' || room === 'kernel',
  host: (room) => room !== 'web' && room !== 'widget' && room !== 'tests',
  web: (room) => room === 'contracts',
  widget: (room) => room === 'contracts',
}
/** What `contracts`, which the browser loads too, may be made of. */
const ofContracts = ['zod', 'eventsource-parser']
const context = (room: string): boolean => room === 'contracts' || room === 'kernel'

type Import = { from: string; to: string; typeOnly: boolean }

const imports = globSync('{contracts,services/*,projections,web,widget}/{src,bench}/**/*.{ts,tsx}', {
  cwd: root,
}).flatMap(importsOf)
const faults = [...imports.flatMap(faultOf), ...circles(imports)]
for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0
    ? `${imports.length} imports follow the arrows`
    : `${faults.length} imports do not follow the arrows`,
)
process.exitCode = faults.length === 0 ? 0 : 1

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(
    /^\s*(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm,
  )
  return [...statements].flatMap(([, type, fixed, lazy]) => {
    const to = resolve(file, fixed ?? lazy ?? '')
    return to === undefined ? [] : [{ from: file, to, typeOnly: type !== undefined || lazy !== undefined }]
  })
}

/** The file in this repository that a specifier resolves to; undefined for external packages. */
function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const [, workspace, path] = /^@parley\/([a-z-]+)\/(.+)$/.exec(specifier) ?? []
  if (workspace === undefined) {
    const ours =
      from.startsWith('contracts/src') && !from.endsWith('.test.ts') && !ofContracts.includes(specifier)
    if (ours)
      console.error(`${from} imports ${specifier}: contracts import ${ofContracts.join(' and ')} alone`)
    if (ours) process.exitCode = 1
    return undefined
  }
  const folder = existsSync(join(root, workspace, 'package.json')) ? workspace : `services/${workspace}`
  return `${folder}/src/${path}`
}

function roomOf(file: string): string {
  const [first = '', second = ''] = file.split('/')
  return first === 'services' ? second : first
}

function faultOf({ from, to }: Import): string[] {
  const room = roomOf(from)
  const target = roomOf(to)
  if (room === target) return featureFault(from, to)
  if (target === 'engines' && /\.test(-[a-z]+)?\.ts$|\/bench\//.test(from)) return []
  const allowed = mayImport[room] ?? context
  return allowed(target) ? [] : [`${from} imports ${to}: ${room} must not know ${target}`]
}

function featureFault(from: string, to: string): string[] {
  const feature = (file: string): string | undefined => /^web\/src\/features\/([^/]+)\//.exec(file)?.[1]
  const [own, other] = [feature(from), feature(to)]
  if (own === undefined || other === undefined || own === other) return []
  return [`${from} imports ${to}: features don't import each other`]
}

function circles(all: Import[]): string[] {
  const targets = Map.groupBy(
    all.filter((entry) => !entry.typeOnly),
    (entry) => entry.from,
  )
  const done = new Set<string>()
  const found: string[] = []
  const visit = (file: string, path: string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) found.push(`a circle: ${[...path.slice(start), file].join(' → ')}`)
    if (start >= 0 || done.has(file)) return
    for (const { to } of targets.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return found
}
