/** Formats a file size as the specification counts: 1 MB is 1,000,000 bytes. */
import { locale } from '../language.ts'

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  if (size < 1_000_000) return `${Math.round(size / 1000)} KB`
  return `${(size / 1_000_000).toLocaleString(locale, { maximumFractionDigits: 1 })} MB`
}
