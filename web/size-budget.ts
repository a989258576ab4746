/** The JavaScript that a browser fetches before the first screen, read from the build manifest. */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('dist/', import.meta.url)
const agentsPage = 'src/features/agents/agents-page.tsx'

type Manifest = Record<string, { file: string; imports?: string[] }>

export function sizeBudgets(): { name: string; bytes: number; limit: number }[] {
  const manifest: Manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'))
  return [
    { name: 'web sign-in', bytes: gzipOf(manifest, ['auth.html']), limit: 100 * 1024 },
    { name: 'web first load', bytes: gzipOf(manifest, ['index.html', agentsPage]), limit: 250 * 1024 },
  ]
}

function gzipOf(manifest: Manifest, entries: readonly string[]): number {
  const files = [...withImports(manifest, entries)].map((name) => manifest[name]?.file ?? '')
  return files
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
