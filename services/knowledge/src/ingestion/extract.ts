/**
 * Text from documents. Plain text is decoded here; PDF, Word, HTML and CSV are read in a worker thread with limits of time,
 * memory and depth, so that no file can stall or crash the server. Tenants share the readers fairly. A file is read
 * with small limits first; one that needs more is read again in the lane for big files, so that no small file waits for
 * those.
 */
import { Worker } from 'node:worker_threads'
import { createFairQueue, type Lane } from '@parley/kernel/limits/fair-queue.ts'
import { cleanDocument } from './clean-document.ts'
import { decodeText } from './decode-text.ts'
import type { ExtractAnswer, ExtractJob } from './extract.worker.ts'
import type { HtmlPage } from './extract-html.ts'
import { fileTypeOf } from './file-type.ts'
import { normalise, unwrapLines } from './normalise.ts'
import { withRowsAsParagraphs } from './pasted-tables.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** `tooBig`: the file exceeds the limits of the small lane and has to be read in the big one. */
export type Extracted = { ok: true; text: string } | { ok: false; reason: string; tooBig?: true }
export type ExtractOf = { tenant: string; lane: Lane }
export type Extract = (of: ExtractOf, file: Buffer, fileName: string) => Promise<Extracted>

export type ExtractedPage =
  | ({ ok: true } & Pick<HtmlPage, 'text' | 'title'> & Partial<Omit<HtmlPage, 'text' | 'title'>>)
  | { ok: false; reason: string }
/** Reads a web server's answer by its media type; a page without text is not an error. */
export type ExtractPage = (
  tenant: string,
  body: Buffer,
  contentType: string,
  name: string,
) => Promise<ExtractedPage>
/** Media types that `ExtractPage` reads. */
export const readablePageTypes = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/markdown',
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]

type ReaderLimits = {
  /** Milliseconds that one file may take. */
  timeoutMs: number
  /** Megabytes of memory that one file may take while it is read. */
  memoryMb: number
}

export type ExtractLimits = ReaderLimits & {
  /** Characters that one document may contain. */
  characters: number
}

const defaultLimits: ExtractLimits = { timeoutMs: 30_000, memoryMb: 384, characters: 2_000_000 }

/** Limits of the small lane: file size, time and memory. */
const MOST_SMALL_BYTES = 1_000_000
const smallLimits: ReaderLimits = { timeoutMs: 3_000, memoryMb: 128 }
/** Readers in parallel, however many files wait. */
const READERS: Record<Lane, number> = { small: 2, big: 2 }
const WATCH_EVERY_MS = 100
const TOO_LONG = 'Reading the file took too long, so it was given up.'
const TOO_MUCH = 'Reading the file takes too much memory, so it was refused.'

/** Returns the normalised text of a document, or the reason for people why there is none. Never throws. */
export function createExtractor(limits: Partial<ExtractLimits> = {}): Extract {
  return createExtractors(limits).extract
}

/** The readers of documents and of web pages, which share their limits. */
export function createExtractors(limits: Partial<ExtractLimits> = {}): {
  extract: Extract
  extractPage: ExtractPage
} {
  const { characters, ...big } = { ...defaultLimits, ...limits }
  const small = {
    timeoutMs: Math.min(big.timeoutMs, smallLimits.timeoutMs),
    memoryMb: Math.min(big.memoryMb, smallLimits.memoryMb),
  }
  const readers = createFairQueue({ slots: READERS })

  return { extract, extractPage }

  async function extractPage(
    tenant: string,
    body: Buffer,
    contentType: string,
    name: string,
  ): Promise<ExtractedPage> {
    const read = await readPage({ tenant, lane: 'small' }, body, contentType, name)
    return !read.ok && read.tooBig ? readPage({ tenant, lane: 'big' }, body, contentType, name) : read
  }

  async function readPage(
    of: ExtractOf,
    body: Buffer,
    contentType: string,
    name: string,
  ): Promise<ExtractedPage & { tooBig?: true }> {
    const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase())
    const extension =
      type === 'application/pdf' ? '.pdf' : type.includes('wordprocessingml') ? '.docx' : '.txt'
    if (type !== 'text/html' && type !== 'application/xhtml+xml') {
      const extracted = await extract(of, body, `${name}${extension}`)
      return extracted.ok ? { ...extracted, title: name } : extracted
    }
    try {
      if (fileTypeOf(body) !== 'text')
        throw new UnreadableFile('The content of this page is not what the site says.')
      const charset = parameters
        .find((part) => part.startsWith('charset='))
        ?.slice(8)
        .replace(/["']/g, '')
      const { page } = await readInWorker(of, { kind: 'html', bytes: ownCopy(body), charset })
      if (!page) throw new UnreadableFile('The page can’t be read.')
      const text = cleanDocument(normalise(page.text))
      if (text.length > characters)
        return {
          ok: false,
          reason: `The page holds more than ${characters.toLocaleString('en')} characters.`,
        }
      return { ok: true, ...page, title: normalise(page.title), text }
    } catch (error) {
      return failed(error, 'The page can’t be read.')
    }
  }

  async function extract(of: ExtractOf, file: Buffer, fileName: string): Promise<Extracted> {
    try {
      const text = normalise(await read(of, file, fileName))
      if (text === '') return { ok: false, reason: 'The file holds no text.' }
      if (text.length > characters)
        return {
          ok: false,
          reason: `The file holds more than ${characters.toLocaleString('en')} characters of text. Please split it.`,
        }
      return { ok: true, text }
    } catch (error) {
      return failed(error, 'The file can’t be read.')
    }
  }

  async function read(of: ExtractOf, file: Buffer, fileName: string): Promise<string> {
    const extension = fileName.slice(fileName.lastIndexOf('.')).toLowerCase()
    refuseFalseType(file, extension)
    switch (extension) {
      case '.pdf':
        return unwrapLines((await readInWorker(of, { kind: 'pdf', bytes: ownCopy(file) })).text)
      case '.docx':
        return (await readInWorker(of, { kind: 'docx', bytes: ownCopy(file) })).text
      case '.html':
      case '.htm':
        return (await readInWorker(of, { kind: 'html', bytes: ownCopy(file) })).text
      case '.txt':
      case '.md':
        return unwrapLines(cleanDocument(normalise(withRowsAsParagraphs(decodeText(file)))))
      case '.csv':
        return (await readInWorker(of, { kind: 'csv', bytes: ownCopy(file) })).text
      default:
        throw new UnreadableFile(`Files that end in ${extension} can’t be read.`)
    }
  }

  async function readInWorker(of: ExtractOf, job: ExtractJob): Promise<{ text: string; page?: HtmlPage }> {
    if (of.lane === 'small' && job.bytes.length > MOST_SMALL_BYTES) throw new TooBig(TOO_MUCH)
    const answer = await readers.run(of, () => runWorker(job, of.lane === 'small' ? small : big))
    if ('exceeded' in answer)
      throw of.lane === 'small' ? new TooBig(answer.exceeded) : new UnreadableFile(answer.exceeded)
    if ('unreadable' in answer) throw new UnreadableFile(answer.unreadable)
    return answer
  }
}

class TooBig extends Error {}

function failed(error: unknown, otherwise: string): { ok: false; reason: string; tooBig?: true } {
  if (error instanceof TooBig) return { ok: false, reason: error.message, tooBig: true }
  return { ok: false, reason: error instanceof UnreadableFile ? error.message : otherwise }
}

function runWorker(
  job: ExtractJob,
  { timeoutMs, memoryMb }: ReaderLimits,
): Promise<ExtractAnswer | { exceeded: string }> {
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
    const timer = setTimeout(() => end({ exceeded: TOO_LONG }), timeoutMs)
    const watch = setInterval(async () => {
      const used = await worker.getHeapStatistics().catch(() => undefined)
      if (used && used.total_heap_size + used.external_memory > memoryMb * 1_000_000)
        end({ exceeded: TOO_MUCH })
    }, WATCH_EVERY_MS)
    worker.once('message', end)
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(
        error.code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? { exceeded: TOO_MUCH }
          : { unreadable: 'The file is damaged and can’t be read.' },
      ),
    )
    worker.once('exit', () => end({ unreadable: 'The file can’t be read.' }))

    function end(answer: ExtractAnswer | { exceeded: string }): void {
      clearTimeout(timer)
      clearInterval(watch)
      resolve(answer)
      void worker.terminate()
    }
  })
}

/** A buffer's memory is transferred to the worker, so it gets a copy. */
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
