/** Runs a job on what a stranger sent in a thread of its own, which is ended when it takes too much time or memory. */
import { Worker } from 'node:worker_threads'

/** A busy machine may take long to start a thread. */
const START_MS = 20_000

/**
 * Returns the first message of the worker; undefined if the job takes more time or memory than allowed, or throws. The
 * worker reads its job from `workerData`, and has neither the environment nor the flags of the process.
 */
export function runBoundedWorker<Answer>(
  file: URL,
  job: unknown,
  { timeoutMs, memoryMb }: { timeoutMs: number; memoryMb: number },
): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(file, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    let timer = setTimeout(() => end(undefined), START_MS)
    worker.once('online', () => {
      clearTimeout(timer)
      timer = setTimeout(() => end(undefined), timeoutMs)
    })
    worker.once('message', end)
    worker.once('error', () => end(undefined))
    worker.once('exit', () => end(undefined))

    function end(answer: Answer | undefined): void {
      clearTimeout(timer)
      resolve(answer)
      void worker.terminate()
    }
  })
}
