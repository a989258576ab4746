/** Size limits of the widget, compressed as sent. Checked by `npm run check` after the widget is built. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

export type SizeBudget = { name: string; bytes: number; limit: number }

const dist = new URL('./dist/', import.meta.url)
const KB = 1024

/**
 * Returns the bytes after gzip -9 of the loader, and of all files that an English-speaking visitor's browser fetches to
 * open the chat: page, scripts, styles and the font. Throws if the widget is not built.
 */
export async function sizeBudgets(): Promise<SizeBudget[]> {
  const page = await read('frame.html')
  // The page also lists the imports of its scripts, for preloading.
  const assets = [...page.toString().matchAll(/(?:src|href)="\/widget\/([^"]+)"/g)].map(
    ([, file]) => file ?? '',
  )
  const styles = await Promise.all(assets.filter((file) => file.endsWith('.css')).map(read))
  const fonts = styles
    .flatMap((css) => [...css.toString().matchAll(/url\("?\/widget\/([^")]+)/g)].map(([, f]) => f ?? ''))
    // Fetched only for languages that use these letters.
    .filter((file) => !file.includes('latin-ext'))
  const files = await Promise.all([...new Set([...assets, ...fonts])].map(read))
  const chat = [page, ...files].reduce((sum, file) => sum + compressed(file), 0)
  return [
    { name: 'widget loader', bytes: compressed(await read('loader.js')), limit: 6 * KB },
    { name: 'widget chat, font included', bytes: chat, limit: 56 * KB },
  ]
}

const compressed = (file: Buffer) => gzipSync(file, { level: 9 }).length

async function read(file: string): Promise<Buffer> {
  return readFile(new URL(file, dist)).catch(() => {
    throw new Error(`${fileURLToPath(new URL(file, dist))} is missing. Run: npm run build`)
  })
}
