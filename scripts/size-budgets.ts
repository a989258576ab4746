/**
 * Prints the size of each page, and fails if one exceeds its budget (KiB of gzip), or if a heavy package is loaded where
 * nothing shows its work.
 */
import { misplacedPackages, sizeBudgets as webSizes } from '../web/size-budget.ts'
import { sizeBudgets as widgetSizes } from '../widget/size-budget.ts'
import { buildPages } from './build.ts'

await buildPages(console.log)
const sizes = [...(await widgetSizes()), ...webSizes()]
const misplaced = misplacedPackages()
for (const { name, bytes, limit } of sizes) {
  console.log(
    `${bytes <= limit ? '✓' : '✗'} ${name}: ${(bytes / 1024).toFixed(1)} of ${(limit / 1024).toFixed(0)} KB gzip`,
  )
}
for (const place of misplaced) console.log(`✗ ${place}`)
process.exitCode = misplaced.length === 0 && sizes.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1
