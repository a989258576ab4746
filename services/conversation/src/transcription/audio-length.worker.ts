/** Reads the length of a recording in a thread of its own: a container may be made to take long to read. */
import { parentPort, workerData } from 'node:worker_threads'
import { parseBuffer } from 'music-metadata'

export type AudioJob = { bytes: Uint8Array; mimeType: string }

const { bytes, mimeType }: AudioJob = workerData
const options = { duration: true, skipCovers: true, skipPostHeaders: true }
const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, options)
parentPort?.postMessage(format.duration)
