/** Prints the size of each page, and fails if one exceeds its budget (KiB of gzip). */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildPages } from './build.ts'

export type Size = { name: string; bytes: number; limit: number }

await buildPages(console.log)
const sizes: Size[] = []
for (const module of ['../widget/size-budget.ts', '../web/size-budget.ts']) {
  const folder = fileURLToPath(new URL('.', new URL(module, import.meta.url)))
  if (!readdirSync(folder).includes('size-budget.ts')) continue
  const { sizeBudgets } = await import(module)
  sizes.push(...(await sizeBudgets()))
}
for (const { name, bytes, limit } of sizes) {
  console.log(
    `${bytes <= limit ? '✓' : '✗'} ${name}: ${(bytes / 1024).toFixed(1)} of ${(limit / 1024).toFixed(0)} KB gzip`,
  )
}
process.exitCode = sizes.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1
