/** Returns the category in the name of a stream (`<category>-<id>`). */
export function categoryIn(stream: string): string {
  return stream.slice(0, stream.indexOf('-'))
}

/** Returns the id in the name of a stream (`<category>-<id>`); undefined for a stream of another category. */
export function idIn(stream: string, category: string): string | undefined {
  return stream.startsWith(`${category}-`) ? stream.slice(category.length + 1) : undefined
}
