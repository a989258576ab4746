/** The specification's two alerts, and that a file is empty, before a byte is sent; the server looks at the content. */
import { acceptedFiles, endingOf, maxUploadMB, mimeTypes } from '@parley/contracts/file/types.ts'
import { fill, type Words } from '../words/words.ts'

export function alertFor(file: { name: string; size: number }, words: Words): string | undefined {
  if (!Object.hasOwn(mimeTypes, endingOf(file.name))) return fill(words.onlyFiles, { accept: acceptedFiles })
  if (file.size > maxUploadMB * 1_000_000) return fill(words.maxSize, { n: maxUploadMB })
  return file.size === 0 ? words.uploadFailed : undefined
}

/** What the server's refusal means, in the visitor's language. */
export function wordsForRefusal(code: string, words: Words): string {
  if (code === 'too-large') return fill(words.maxSize, { n: maxUploadMB })
  if (code === 'wrong-type') return fill(words.onlyFiles, { accept: acceptedFiles })
  return words.uploadFailed
}
