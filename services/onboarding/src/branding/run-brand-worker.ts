import { Worker } from 'node:worker_threads'
import type { BrandAnswer, BrandJob } from './brand.worker.ts'

const TIMEOUT_MS = 15_000
/** A busy machine may take long to start a thread. */
const START_MS = 20_000
const MEMORY_MB = 192

/** Undefined if the job takes more time or memory than any real site does, or is damaged. */
export function runBrandWorker(job: BrandJob): Promise<BrandAnswer | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./brand.worker.ts', import.meta.url), {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    let timer = setTimeout(() => end(undefined), START_MS)
    worker.once('online', () => {
      clearTimeout(timer)
      timer = setTimeout(() => end(undefined), TIMEOUT_MS)
    })
    worker.once('message', end)
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end(undefined))

    function end(answer: BrandAnswer | undefined): void {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
  })
}
