import type { Plugin } from 'vite'

/** Where the build lists them, in its folder. */
export const chunkPackagesFile = '.vite/packages.json'

/** By the file of each chunk, the packages whose code it contains. */
export type ChunkPackages = Record<string, string[]>

/** Lists which packages are in which chunk, which the manifest does not say. */
export function chunkPackages(): Plugin {
  return {
    name: 'parley-chunk-packages',
    generateBundle(_, bundle) {
      const found: ChunkPackages = {}
      for (const output of Object.values(bundle))
        if (output.type === 'chunk')
          found[output.fileName] = [...new Set(output.moduleIds.flatMap((id) => packageOf(id) ?? []))].sort()
      this.emitFile({ type: 'asset', fileName: chunkPackagesFile, source: JSON.stringify(found, null, 2) })
    },
  }
}

/** Of a module below `node_modules`. */
function packageOf(id: string): string | undefined {
  const [, name] = id.match(/.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//) ?? []
  return name
}
