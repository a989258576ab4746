/**
 * Prints the size of each page, and fails if one exceeds its budget (KiB of gzip), if a heavy package is loaded where nothing
 * shows its work, if a screen takes too many requests, or if other pages contain what is made up for the preview.
 */
import {
  crowdedParts,
  madeUpOutsidePreview,
  misplacedPackages,
  sizeBudgets as webSizes,
} from '../web/size-budget.ts'
import { sizeBudgets as widgetSizes } from '../widget/size-budget.ts'
import { buildPages } from './build.ts'

await buildPages(console.log)
const sizes = [...(await widgetSizes()), ...webSizes()]
const faults = [...misplacedPackages(), ...crowdedParts(), ...madeUpOutsidePreview()]
for (const { name, bytes, limit } of sizes) {
  console.log(
    `${bytes <= limit ? '✓' : '✗'} ${name}: ${(bytes / 1024).toFixed(1)} of ${(limit / 1024).toFixed(0)} KB gzip`,
  )
}
for (const fault of faults) console.log(`✗ ${fault}`)
process.exitCode = faults.length === 0 && sizes.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1
