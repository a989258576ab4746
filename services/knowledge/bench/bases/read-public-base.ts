/**
 * Reads a public documentation from `KNOWLEDGE_BASES/<name>`, a folder that holds the repository's files as they were at
 * the manifest's commit. Without the folder the base is left out.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { SourceChunks } from '../../src/retrieval/agent-indexes.ts'
import type { PublicBase } from './manifest.ts'
import { text } from './source-text.ts'

export function readPublicBase({ name, folders }: PublicBase): SourceChunks[] | undefined {
  const root = process.env.KNOWLEDGE_BASES
  if (!root || !existsSync(join(root, name))) return undefined
  return folders.flatMap((folder) => {
    const from = join(root, name, folder)
    return readdirSync(from, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.mdx?$/.test(file))
      .sort()
      .map((file) => ({
        ...text(basename(file), readFileSync(join(from, file), 'utf8')),
        sourceId: join(folder, file),
      }))
  })
}
