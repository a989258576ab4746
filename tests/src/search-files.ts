/** Finds texts in the files of a folder, byte by byte. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type FilesSearched = {
  /** All files, relative to the folder. */
  files: string[]
  /** `file: text` for each that was found. */
  places: string[]
}

/**
 * Reads in a separate process: a process that has a SQLite database open loses its locks on it by closing any other
 * handle on the same file, and the next process to open it removes the shared memory while it is in use (SIGBUS).
 */
export async function searchFiles(folder: string, texts: readonly string[]): Promise<FilesSearched> {
  const args = [import.meta.filename, folder, JSON.stringify(texts)]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 100_000_000 })
  return JSON.parse(stdout)
}

function search(folder: string, texts: readonly string[]): FilesSearched {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const places = paths.flatMap((path) => {
    const bytes = readFileSync(path, 'latin1')
    return texts.filter((text) => bytes.includes(text)).map((text) => `${path.slice(folder.length)}: ${text}`)
  })
  return { files: paths.map((path) => path.slice(folder.length)), places }
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = '', texts = '[]'] = process.argv
  console.log(JSON.stringify(search(folder, JSON.parse(texts))))
}
