/**
 * The specification's two alerts, and a check for empty files, before anything is sent. The server checks the content.
 */
import { acceptedFiles, endingOf, maxUploadMB, mimeTypes } from '@parley/contracts/file/types.ts'
import { fill, type Words } from '../words/words.ts'

export function alertFor(file: { name: string; size: number }, words: Words): string | undefined {
  if (!Object.hasOwn(mimeTypes, endingOf(file.name))) return fill(words.onlyFiles, { accept: acceptedFiles })
  if (file.size > maxUploadMB * 1_000_000) return fill(words.maxSize, { n: maxUploadMB })
  return file.size === 0 ? words.uploadFailed : undefined
}

/** Returns a text in the visitor's language for a refusal of the server. */
export function wordsForRefusal(code: string, words: Words): string {
  if (code === 'too-large') return fill(words.maxSize, { n: maxUploadMB })
  if (code === 'wrong-type') return fill(words.onlyFiles, { accept: acceptedFiles })
  return words.uploadFailed
}
