/**
 * A record of erasures outside of the stores, so that a back-up which is older than an erasure can't bring anybody back:
 * `npm run restore -- --erasures FILE` erases the same keys again. It holds names of keys, which are made of ids alone.
 */
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Region, regionSchema } from '@parley/contracts/endpoint.ts'
import type { KeyStore } from '@parley/kernel/sealing/key-store.ts'
import { z } from 'zod'
import { StartUpError } from './start-up-error.ts'

const erasureSchema = z.object({
  at: z.iso.datetime(),
  region: regionSchema,
  /** The key, or what the names of all erased keys begin with. */
  subject: z.string().min(1),
  whole: z.boolean(),
})
export type Erasure = z.infer<typeof erasureSchema>

const MOST_SHOWN_BYTES = 1_000_000

/** Adds each erasure to a file before it happens; one that can't be recorded fails, so that it is tried again. */
export function recordErasures(store: KeyStore, file: string, region: Region): KeyStore {
  return {
    ...store,
    async erase(subject) {
      if ((await store.get(subject)) !== 'erased')
        await add(file, { at: new Date().toISOString(), region, subject, whole: true })
      await store.erase(subject)
    },
    async eraseStartingWith(beginning) {
      await add(file, { at: new Date().toISOString(), region, subject: beginning, whole: false })
      await store.eraseStartingWith(beginning)
    },
  }
}

/** Reads such a file. A line that was cut off by a crash belongs to an erasure that had not happened yet. */
export async function recordedErasures(file: string): Promise<Erasure[]> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new StartUpError(`The erasures in ${file} can't be read: ${error.message}`)
  })
  return erasuresIn(text)
}

/** The newest of them, as operators see them; none if there is no file. `all`: whether there are no earlier ones. */
export async function newestErasures(file: string): Promise<{ erasures: Erasure[]; all: boolean }> {
  const record = await open(file, 'r').catch(() => undefined)
  if (!record) return { erasures: [], all: true }
  try {
    const { size } = await record.stat()
    const start = Math.max(0, size - MOST_SHOWN_BYTES)
    const { buffer, bytesRead } = await record.read(Buffer.alloc(size - start), 0, size - start, start)
    return { erasures: erasuresIn(buffer.toString('utf8', 0, bytesRead)), all: start === 0 }
  } finally {
    await record.close()
  }
}

function erasuresIn(text: string): Erasure[] {
  return text.split('\n').flatMap((line) => {
    const erasure = erasureSchema.safeParse(jsonIn(line))
    return erasure.success ? [erasure.data] : []
  })
}

/** Erases again what was erased in a region. */
export async function repeatErasures(
  store: KeyStore,
  region: Region,
  erasures: readonly Erasure[],
): Promise<number> {
  const own = erasures.filter((erasure) => erasure.region === region)
  for (const { subject, whole } of own) {
    if (whole) await store.erase(subject)
    else await store.eraseStartingWith(subject)
  }
  return own.length
}

/** Each line begins with its line break, so that one that was cut off does not spoil the next. */
async function add(file: string, erasure: Erasure): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true })
    const record = await open(file, 'a', 0o600)
    try {
      await record.write(`\n${JSON.stringify(erasure)}`)
      await record.datasync()
    } finally {
      await record.close()
    }
  } catch (error) {
    throw new Error(`The erasure can't be recorded in ERASURES_FILE=${file}`, { cause: error })
  }
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
