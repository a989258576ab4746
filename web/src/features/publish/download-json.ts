/** Downloads a value as `{name}.json`. Replaces all but letters, digits and a few marks with a dash. */
export function downloadJson(name: string, value: unknown): void {
  const blob = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${fileNameOf(name)}.json`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export const fileNameOf = (name: string): string =>
  name.replace(/[^\p{L}\p{N} ._()-]+/gu, '-').trim() || 'agent'
