/** Reads one file in a thread of its own, which is terminated when it takes too much time or memory. */
import { parentPort, workerData } from 'node:worker_threads'
import type { HtmlPage } from './extract-html.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type ExtractJob = { kind: 'pdf' | 'docx' | 'html' | 'csv'; bytes: Uint8Array; charset?: string }
export type ExtractAnswer = { text: string; page?: HtmlPage } | { unreadable: string }

async function extract({ kind, bytes, charset }: ExtractJob): Promise<{ text: string; page?: HtmlPage }> {
  switch (kind) {
    case 'pdf':
      return { text: await (await import('./extract-pdf.ts')).extractPdf(bytes) }
    case 'docx':
      return { text: await (await import('./extract-docx.ts')).extractDocx(Buffer.from(bytes.buffer)) }
    case 'csv': {
      const [{ extractCsv }, { decodeText }, { normalise }] = await Promise.all([
        import('./extract-csv.ts'),
        import('./decode-text.ts'),
        import('./normalise.ts'),
      ])
      return { text: extractCsv(normalise(decodeText(bytes))) }
    }
    case 'html': {
      const [{ readHtml }, { decodeText }] = await Promise.all([
        import('./extract-html.ts'),
        import('./decode-text.ts'),
      ])
      const page = readHtml(decodeText(bytes, charset))
      return { text: page.text, page }
    }
  }
}

async function answer(job: ExtractJob): Promise<ExtractAnswer> {
  try {
    return await extract(job)
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    return { unreadable: 'The file is damaged and can’t be read.' }
  }
}

parentPort?.postMessage(await answer(workerData))
