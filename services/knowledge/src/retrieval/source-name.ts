/** The title of a document instead of its file's name, or at least the name without its extension. */
export function readableName(name: string, texts: readonly string[]): string {
  const stem = /^(.+)\.(?:mdx?|txt|html?|pdf|docx|csv)$/i.exec(name)?.[1]
  if (stem === undefined) return name
  return /^# (.{1,200})$/m.exec(texts[0] ?? '')?.[1] ?? stem.replace(/[-_]+/g, ' ')
}
