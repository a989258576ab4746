/**
 * Puts modules that are loaded together into one file. Left alone, the build makes a file for each set of parts that share
 * a module: 150 requests for a page, most of them for less than 1 KB, which HTTP/1.1 makes six at a time.
 */
import { build, type InlineConfig, type Rolldown } from 'vite'

/** A small file that so many parts load is put with the others like it, which costs the parts that need only some of them little. */
const common = { parts: 4, bytes: 8_000 }

type Chunk = Pick<
  Rolldown.OutputChunk,
  | 'fileName'
  | 'facadeModuleId'
  | 'isEntry'
  | 'isDynamicEntry'
  | 'imports'
  | 'dynamicImports'
  | 'moduleIds'
  | 'code'
>

/** Builds without writing, to learn which parts load which modules, and returns the groups for the build itself. */
export async function chunkGroups(config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> {
  const dry = { ...config, configFile: false as const, logLevel: 'error' as const }
  const { output } = (await build({
    ...dry,
    build: { ...config.build, write: false },
  })) as Rolldown.RolldownOutput
  const groups = groupsOf(output.filter((one) => one.type === 'chunk'))
  return [
    {
      debugName: 'files of modules that are loaded together',
      name: (module) => groups.get(module) ?? null,
      includeDependenciesRecursively: false,
    },
  ]
}

/** The group of each module that has one. */
export function groupsOf(chunks: readonly Chunk[]): Map<string, string> {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const loadedWith = (files: Iterable<string>) => closure(files, (file) => byFile.get(file)?.imports ?? [])
  const ofModule = (end: string) => {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(end))
    if (!chunk) throw new Error(`The build has no ${end}`)
    return chunk.fileName
  }
  const signIn = loadedWith([ofModule('/auth.html')])
  const signInPages = closure(signIn, (file) => {
    const { imports = [], dynamicImports = [] } = byFile.get(file) ?? {}
    return [...imports, ...dynamicImports]
  })
  const dashboard = loadedWith([ofModule('/index.html'), ofModule('/agents-page.tsx')])
  const parts = chunks
    .filter(({ isDynamicEntry, fileName }) => isDynamicEntry && !dashboard.has(fileName))
    .map(({ fileName }) => loadedWith([fileName]))

  const groupOf = ({ fileName, code, dynamicImports }: Chunk): string | undefined => {
    const inSignIn = signInPages.has(fileName)
    if (dashboard.has(fileName)) return signIn.has(fileName) ? 'base' : inSignIn ? 'fields' : 'dashboard'
    // What loads a heavy part by itself stays where that part is needed.
    if (signIn.has(fileName) || dynamicImports.length > 0 || code.length >= common.bytes) return undefined
    if (parts.filter((files) => files.has(fileName)).length < common.parts) return undefined
    return inSignIn ? 'common-fields' : 'common'
  }
  const grouped = new Map<string, string>()
  for (const chunk of chunks) {
    // The build finds an entry by its own file.
    const group = chunk.isEntry || chunk.isDynamicEntry ? undefined : groupOf(chunk)
    if (group) grouped.set(chunk.fileName, group)
  }
  for (const group of new Set(grouped.values())) takeInBetween(group, grouped, chunks, loadedWith)
  return new Map(
    chunks.flatMap(({ fileName, moduleIds }) => {
      const group = grouped.get(fileName)
      return group ? moduleIds.map((module) => [module, group] as const) : []
    }),
  )
}

/** A file between two of a group, which the one imports and which imports the other, would import its importer. */
function takeInBetween(
  group: string,
  grouped: Map<string, string>,
  chunks: readonly Chunk[],
  loadedWith: (files: Iterable<string>) => Set<string>,
): void {
  const isIn = (file: string) => grouped.get(file) === group
  const below = loadedWith(chunks.map(({ fileName }) => fileName).filter(isIn))
  for (const { fileName, isEntry, isDynamicEntry } of chunks) {
    if (isEntry || isDynamicEntry || grouped.has(fileName) || !below.has(fileName)) continue
    if ([...loadedWith([fileName])].some(isIn)) grouped.set(fileName, group)
  }
}

function closure(start: Iterable<string>, next: (one: string) => readonly string[]): Set<string> {
  const found = new Set(start)
  for (const one of found) for (const other of next(one)) found.add(other)
  return found
}
