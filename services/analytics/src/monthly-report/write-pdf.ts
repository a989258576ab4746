/** Writes the PDFs of monthly reports, one after the other, each in a thread of its own. */
import { runBoundedWorker } from '@parley/kernel/limits/bounded-worker.ts'
import type { MonthlyReportContent } from './monthly-report-content.ts'

const limits = { timeoutMs: 60_000, memoryMb: 256 }

export type WritePdf = (content: MonthlyReportContent) => Promise<Buffer>

export function pdfWriter(): WritePdf {
  let before: Promise<unknown> = Promise.resolve()
  return (content) => {
    const written = before.then(() => write(content))
    before = written.catch(() => undefined)
    return written
  }
}

/** Throws if it can't be written. */
async function write(content: MonthlyReportContent): Promise<Buffer> {
  const file = new URL('./monthly-report-pdf.worker.ts', import.meta.url)
  const bytes = await runBoundedWorker<Uint8Array>(file, content, limits)
  if (!bytes) throw new Error('a monthly report could not be written')
  return Buffer.from(bytes)
}
