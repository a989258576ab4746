/** Writes one PDF in a thread of its own: it takes longer than the event loop may wait. */
import { parentPort, workerData } from 'node:worker_threads'
import { monthlyReportPdf } from './monthly-report-pdf.ts'

parentPort?.postMessage(new Uint8Array(await monthlyReportPdf(workerData)))
