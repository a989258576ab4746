/** Placeholders such as `{orderId}` in the path of a function's server URL. Without zod, since the dashboard reads it too. */

const placeholder = /\{([A-Za-z0-9_.-]{1,200})\}/g

/** The keys in braces of the path, each once; never those of a query. */
export function placeholdersIn(serverUrl: string): string[] {
  const { path } = partsOf(serverUrl)
  return [...new Set([...path.matchAll(placeholder)].map(([, key = '']) => key))]
}

/**
 * The server URL with a value in the place of each placeholder, encoded. Undefined if a part of the path would then be
 * empty, `.` or `..`, and the address one of another resource.
 */
export function filledPath(serverUrl: string, values: ReadonlyMap<string, string>): string | undefined {
  const { before, path, after } = partsOf(serverUrl)
  const parts = path.split('/').map((part) => ({ part, filled: filled(part, values) }))
  const isOther = parts.some(
    ({ part, filled }) => filled !== part && ['', '.', '..'].includes(decoded(filled)),
  )
  return isOther ? undefined : before + parts.map((one) => one.filled).join('/') + after
}

function filled(part: string, values: ReadonlyMap<string, string>): string {
  return part.replace(placeholder, (whole, key: string) => {
    const value = values.get(key)
    return value === undefined ? whole : encodeURIComponent(value)
  })
}

/** A part of a path as servers read it: `%2e` is a dot. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The path begins at the first slash after the host. */
function partsOf(serverUrl: string): { before: string; path: string; after: string } {
  const [, before = '', path = '', after = ''] = /^([^/]*\/\/[^/?#\\]+)([^?#]*)(.*)$/s.exec(serverUrl) ?? []
  return { before, path, after }
}
