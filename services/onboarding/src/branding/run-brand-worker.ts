import { runBoundedWorker } from '@parley/kernel/limits/bounded-worker.ts'
import type { BrandAnswer, BrandJob } from './brand.worker.ts'

const limits = { timeoutMs: 15_000, memoryMb: 192 }

/** Undefined if the job takes more time or memory than any real site does, or is damaged. */
export function runBrandWorker(job: BrandJob): Promise<BrandAnswer | undefined> {
  return runBoundedWorker(new URL('./brand.worker.ts', import.meta.url), job, limits)
}
