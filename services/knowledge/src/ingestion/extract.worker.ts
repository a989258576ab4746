/** Reads one file in a thread of its own, which its starter ends when it takes too long or too much. */
import { parentPort, workerData } from 'node:worker_threads'
import { UnreadableFile } from './unreadable-file.ts'

export type ExtractJob = { kind: 'pdf' | 'docx' | 'html'; bytes: Uint8Array }
export type ExtractAnswer = { text: string } | { unreadable: string }

async function extract({ kind, bytes }: ExtractJob): Promise<string> {
  switch (kind) {
    case 'pdf':
      return (await import('./extract-pdf.ts')).extractPdf(bytes)
    case 'docx':
      return (await import('./extract-docx.ts')).extractDocx(Buffer.from(bytes.buffer))
    case 'html': {
      const [{ extractHtml }, { decodeText }] = await Promise.all([
        import('./extract-html.ts'),
        import('./decode-text.ts'),
      ])
      return extractHtml(decodeText(bytes))
    }
  }
}

async function answer(job: ExtractJob): Promise<ExtractAnswer> {
  try {
    return { text: await extract(job) }
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message }
    return { unreadable: 'The file is damaged and can’t be read.' }
  }
}

parentPort?.postMessage(await answer(workerData))
