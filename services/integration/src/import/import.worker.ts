/** Reads the description of an API in a thread of its own: it may be large, and anybody may have written it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ImportAnswer, type ImportJob, readDescription } from './read-description.ts'

function answer(job: ImportJob): ImportAnswer {
  try {
    return readDescription(job)
  } catch {
    return { ok: false, message: 'The document is damaged and can’t be read.' }
  }
}

parentPort?.postMessage(answer(workerData))
