/** Makes a snapshot of what a stranger's website sent, in a thread that is ended when it takes too long. */
import { parentPort, workerData } from 'node:worker_threads'
import { decodeHtml } from '@parley/kernel/outgoing/decode-html.ts'
import { snapshotOf } from './snapshot.ts'

export type SnapshotJob = { html: Uint8Array; charset: string | undefined; address: string }

const job: SnapshotJob = workerData
parentPort?.postMessage(snapshotOf(decodeHtml(job.html, job.charset), job.address))
