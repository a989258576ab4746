/**
 * The JavaScript that a browser fetches before the first screen and for each part after it, and which parts contain the
 * heavy packages, read from what the build says of its chunks.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { type ChunkPackages, chunkPackagesFile } from './chunk-packages.ts'

const dist = new URL('dist/', import.meta.url)
const agentsPage = 'src/features/agents/agents-page.tsx'
const KB = 1024

export type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; isDynamicEntry?: boolean }
>

/** Packages that only the screens need that show what they draw: each with the parts that may lead to it. */
export const heavyPackages: { name: string; packages: RegExp; parts: readonly string[] }[] = [
  { name: 'React Flow', packages: /^@xyflow\//, parts: ['src/features/prompt/prompt-page.tsx'] },
  {
    name: 'CodeMirror',
    packages: /^(@codemirror|@lezer)\/|^codemirror$/,
    parts: [
      'src/features/prompt/prompt-page.tsx',
      'src/features/prompt/nodes-page.tsx',
      'src/features/prompts/prompt-page.tsx',
      'src/features/knowledge/knowledge-page.tsx',
      'src/agent-settings.tsx',
      'src/features/agency/agency-page.tsx',
    ],
  },
  { name: 'elkjs', packages: /^elkjs$/, parts: ['src/features/prompt/prompt-page.tsx'] },
  { name: 'driver.js', packages: /^driver\.js$/, parts: ['src/agent-actions.tsx'] },
]

export function sizeBudgets(): { name: string; bytes: number; limit: number }[] {
  const manifest = readJson<Manifest>('.vite/manifest.json')
  const own = partsOf(manifest).map(({ name, chunks }) => ({
    name: `web ${name} of its own`,
    bytes: gzipOf(manifest, chunks),
    limit: 120 * KB,
  }))
  const largest = own.toSorted((one, other) => other.bytes - one.bytes)
  return [
    { name: 'web sign-in', bytes: gzipOf(manifest, withImports(manifest, ['auth.html'])), limit: 100 * KB },
    { name: 'web first load', bytes: gzipOf(manifest, firstLoad(manifest)), limit: 250 * KB },
    { name: 'web preview of its own', bytes: gzipOf(manifest, ofPreview(manifest)), limit: 14 * KB },
    ...largest.filter(({ bytes, limit }, nth) => nth < 3 || bytes > limit),
  ]
}

/** The number of scripts for a screen: HTTP/1.1 fetches six at a time. */
const mostFiles = { first: 12, part: 36 }

/** Each part that takes too many requests, and each circle of files, which may run before what they import. */
export function crowdedParts(manifest = readJson<Manifest>('.vite/manifest.json')): string[] {
  const first = firstLoad(manifest)
  const loads = [
    { name: 'the first load', files: first.size, most: mostFiles.first },
    ...Object.keys(manifest)
      .filter((name) => manifest[name]?.isDynamicEntry)
      .map((name) => ({
        name,
        files: withImports(manifest, ['index.html', name]).size,
        most: mostFiles.part,
      })),
  ]
  return [
    ...loads
      .filter(({ files, most }) => files > most)
      .map(({ name, files, most }) => `${name} takes ${files} scripts, at most ${most}`),
    ...Object.keys(manifest)
      .filter((name) => manifest[name]?.imports?.some((one) => withImports(manifest, [one]).has(name)))
      .map((name) => `${name} imports itself by way of others`),
  ]
}

/** What is loaded where nobody sees its package's work. */
export function misplacedPackages(
  manifest = readJson<Manifest>('.vite/manifest.json'),
  packagesOf = readJson<ChunkPackages>(chunkPackagesFile),
): string[] {
  const before = firstLoad(manifest)
  const places = [
    ['the sign-in', withImports(manifest, ['auth.html'])] as const,
    ['the first load', before] as const,
    ...partsAfter(manifest, before).map((part) => [part, reachOf(manifest, part, before)] as const),
  ]
  return heavyPackages.flatMap(({ name, packages, parts }) => {
    const having = places
      .filter(([, chunks]) =>
        [...chunks].some((chunk) =>
          packagesOf[manifest[chunk]?.file ?? '']?.some((one) => packages.test(one)),
        ),
      )
      .map(([place]) => place)
    return [
      ...having.filter((place) => !parts.includes(place)).map((place) => `${name} is loaded by ${place}`),
      // A list that has what is there no more would not be noticed otherwise.
      ...parts.filter((part) => !having.includes(part)).map((part) => `${name} is not loaded by ${part}`),
    ]
  })
}

const madeUpAnswer = 'harbour-tea.example'

/** The files of the dashboard and of the sign-in pages that contain what is made up for the preview. */
export function madeUpOutsidePreview(
  manifest = readJson<Manifest>('.vite/manifest.json'),
  textOf = (file: string) => readFileSync(new URL(file, dist), 'utf8'),
): string[] {
  const hasIt = (name: string) => textOf(manifest[name]?.file ?? '').includes(madeUpAnswer)
  const outside = new Set(
    ['index.html', 'auth.html'].flatMap((name) => [...reachOf(manifest, name, new Set())]),
  )
  return [
    ...[...outside].filter(hasIt).map((name) => `${name} contains what is made up for the preview`),
    // A text that is made up no more would not be noticed otherwise.
    ...([...ofPreview(manifest)].some(hasIt) ? [] : [`the preview does not contain ${madeUpAnswer}`]),
  ]
}

/** What the preview loads that no other page does. */
function ofPreview(manifest: Manifest): Set<string> {
  const others = new Set(
    ['index.html', 'auth.html'].flatMap((name) => [...reachOf(manifest, name, new Set())]),
  )
  return reachOf(manifest, 'preview.html', others)
}

/**
 * Each part that is loaded by itself, such as a route or an editor on it, with the chunks that it adds to what is there
 * already: the first load, and whatever all parts that load it have in common.
 */
export function partsOf(manifest: Manifest): { name: string; chunks: Set<string> }[] {
  const before = firstLoad(manifest)
  const parts = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry && !before.has(name))
  const closures = new Map(parts.map((name) => [name, withImports(manifest, [name])]))
  const loads = (chunks: Iterable<string>, part: string) =>
    [...chunks].some((chunk) => manifest[chunk]?.dynamicImports?.includes(part))
  return parts.map((name) => {
    const loaders = loads(before, name) ? [] : [...closures.values()].filter((chunks) => loads(chunks, name))
    const isThere = (chunk: string) =>
      before.has(chunk) || (loaders.length > 0 && loaders.every((chunks) => chunks.has(chunk)))
    const chunks = [...withImports(manifest, [name])].filter((chunk) => !isThere(chunk))
    return { name, chunks: new Set(chunks) }
  })
}

/** The parts that the first load itself loads: routes, and what opens over them. */
function partsAfter(manifest: Manifest, before: ReadonlySet<string>): string[] {
  const parts = [...before].flatMap((name) => manifest[name]?.dynamicImports ?? [])
  return [...new Set(parts)].filter((part) => !before.has(part))
}

/** All that a part may load while it is shown. */
function reachOf(
  manifest: Manifest,
  name: string,
  before: ReadonlySet<string>,
  found = new Set<string>(),
): Set<string> {
  if (before.has(name) || found.has(name)) return found
  found.add(name)
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
  for (const next of [...imports, ...dynamicImports]) reachOf(manifest, next, before, found)
  return found
}

const firstLoad = (manifest: Manifest) => withImports(manifest, ['index.html', agentsPage])

function gzipOf(manifest: Manifest, chunks: Iterable<string>): number {
  return [...chunks]
    .map((name) => manifest[name]?.file ?? '')
    .filter((file) => file.endsWith('.js'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length, 0)
}

function withImports(manifest: Manifest, entries: readonly string[], found = new Set<string>()): Set<string> {
  for (const name of entries) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    if (found.has(name)) continue
    found.add(name)
    withImports(manifest, chunk.imports ?? [], found)
  }
  return found
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(new URL(file, dist), 'utf8'))
}
