/**
 * Text from documents. Plain text is decoded here; PDF, Word and HTML are read in a worker thread with limits of
 * time and memory, so that no file can stall or crash the server.
 */
import { Worker } from 'node:worker_threads'
import { decodeText } from './decode-text.ts'
import type { ExtractAnswer, ExtractJob } from './extract.worker.ts'
import type { HtmlPage } from './extract-html.ts'
import { fileTypeOf } from './file-type.ts'
import { normalise, unwrapLines } from './normalise.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type Extracted = { ok: true; text: string } | { ok: false; reason: string }
export type Extract = (file: Buffer, fileName: string) => Promise<Extracted>

export type ExtractedPage =
  | ({ ok: true } & Pick<HtmlPage, 'text' | 'title'> & Partial<Omit<HtmlPage, 'text' | 'title'>>)
  | { ok: false; reason: string }
/** Reads what a web server answered, by its media type; a page without text is a page all the same. */
export type ExtractPage = (body: Buffer, contentType: string, name: string) => Promise<ExtractedPage>
/** Media types that `ExtractPage` reads. */
export const readablePageTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

export type ExtractLimits = {
  /** Milliseconds one file may take. */
  timeoutMs: number
  /** Megabytes one file may take while it is read. */
  memoryMb: number
  /** Characters one document may hold. */
  characters: number
}

const defaultLimits: ExtractLimits = { timeoutMs: 30_000, memoryMb: 384, characters: 2_000_000 }

/** Two documents at a time are read at most, however many wait. */
const SIDE_BY_SIDE = 2
const WATCH_EVERY_MS = 100

/** Gives the normalised text of a document, or the reason for people why there is none. Never throws. */
export function createExtractor(limits: Partial<ExtractLimits> = {}): Extract {
  return createExtractors(limits).extract
}

/** The readers of documents and of web pages, which share their limits. */
export function createExtractors(limits: Partial<ExtractLimits> = {}): {
  extract: Extract
  extractPage: ExtractPage
} {
  const { timeoutMs, memoryMb, characters } = { ...defaultLimits, ...limits }
  const waiting: (() => void)[] = []
  let running = 0

  return { extract, extractPage }

  async function extractPage(body: Buffer, contentType: string, name: string): Promise<ExtractedPage> {
    const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
    const extension =
      type === 'application/pdf' ? '.pdf' : type.includes('wordprocessingml') ? '.docx' : '.txt'
    if (type !== 'text/html' && type !== 'application/xhtml+xml') {
      const extracted = await extract(body, `${name}${extension}`)
      return extracted.ok ? { ...extracted, title: name } : extracted
    }
    try {
      if (fileTypeOf(body) !== 'text')
        throw new UnreadableFile('The content of this page is not what the site says.')
      const charset = parameters
        .find((part) => part.startsWith('charset='))
        ?.slice(8)
        .replace(/["']/g, '')
      const { page } = await readInWorker({ kind: 'html', bytes: ownCopy(body), charset })
      if (!page) throw new UnreadableFile('The page can’t be read.')
      const text = normalise(page.text)
      if (text.length > characters)
        return {
          ok: false,
          reason: `The page holds more than ${characters.toLocaleString('en')} characters.`,
        }
      return { ok: true, ...page, title: normalise(page.title), text }
    } catch (error) {
      return {
        ok: false,
        reason: error instanceof UnreadableFile ? error.message : 'The page can’t be read.',
      }
    }
  }

  async function extract(file: Buffer, fileName: string): Promise<Extracted> {
    try {
      const text = normalise(await read(file, fileName))
      if (text === '') return { ok: false, reason: 'The file holds no text.' }
      if (text.length > characters)
        return {
          ok: false,
          reason: `The file holds more than ${characters.toLocaleString('en')} characters of text. Please split it.`,
        }
      return { ok: true, text }
    } catch (error) {
      if (error instanceof UnreadableFile) return { ok: false, reason: error.message }
      return { ok: false, reason: 'The file can’t be read.' }
    }
  }

  async function read(file: Buffer, fileName: string): Promise<string> {
    const extension = fileName.slice(fileName.lastIndexOf('.')).toLowerCase()
    refuseFalseType(file, extension)
    switch (extension) {
      case '.pdf':
        return unwrapLines((await readInWorker({ kind: 'pdf', bytes: ownCopy(file) })).text)
      case '.docx':
        return (await readInWorker({ kind: 'docx', bytes: ownCopy(file) })).text
      case '.html':
      case '.htm':
        return (await readInWorker({ kind: 'html', bytes: ownCopy(file) })).text
      case '.txt':
      case '.md':
        return unwrapLines(normalise(decodeText(file)))
      default:
        throw new UnreadableFile(`Files that end in ${extension} can’t be read.`)
    }
  }

  async function readInWorker(job: ExtractJob): Promise<{ text: string; page?: HtmlPage }> {
    if (running < SIDE_BY_SIDE) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const answer = await runWorker(job, timeoutMs, memoryMb)
      if ('unreadable' in answer) throw new UnreadableFile(answer.unreadable)
      return answer
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

function runWorker(job: ExtractJob, timeoutMs: number, memoryMb: number): Promise<ExtractAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./extract.worker.ts', import.meta.url), {
      workerData: job,
      transferList: [job.bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const tooMuch: ExtractAnswer = {
      unreadable: 'Reading the file takes too much memory, so it was refused.',
    }
    const timer = setTimeout(
      () => end({ unreadable: 'Reading the file took too long, so it was given up.' }),
      timeoutMs,
    )
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => undefined)
      if (used && used.total_heap_size + used.external_memory > memoryMb * 1_000_000) end(tooMuch)
    }, WATCH_EVERY_MS)
    worker.once('message', end)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? tooMuch
          : { unreadable: 'The file is damaged and can’t be read.' },
      ),
    )
    worker.once('exit', () => end({ unreadable: 'The file can’t be read.' }))

    function end(answer: ExtractAnswer): void {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(answer)
      void worker.terminate()
    }
  })
}

/** A worker takes the memory of what it is handed, so it gets a copy. */
function ownCopy(file: Buffer): Uint8Array {
  return new Uint8Array(file)
}

function refuseFalseType(file: Buffer, extension: string): void {
  const type = fileTypeOf(file)
  if (file.length === 0) throw new UnreadableFile('The file is empty.')
  const expected = extension === '.pdf' ? 'pdf' : extension === '.docx' ? 'zip' : 'text'
  if (type === expected) return
  if (extension === '.docx' && type === 'old-office')
    throw new UnreadableFile(
      'This is an old or password-protected Word document. Save it as .docx without a password and add it again.',
    )
  throw new UnreadableFile(`The content of this file is not what ${extension} promises.`)
}
