/**
 * What an error says, in one line that may be stored and shown to operators: what it quotes, addresses, parameters of
 * URLs and anything that may be a key are left out, since messages of databases, mail servers and providers carry them.
 */
export function faultLine(error: unknown): string {
  // What a parser could not read stands in its message, quoted or not.
  if (error instanceof SyntaxError) return 'SyntaxError: a text could not be parsed'
  const said = error instanceof Error ? `${nameOf(error)}: ${error.message}` : String(error)
  const line = said
    .replace(/[\r\n][\s\S]*/, '')
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*@/gi, '$1')
    .replace(/\b([a-z][a-z0-9+.-]*:\/\/[^\s?#"']+)[?#][^\s"']*/gi, '$1?…')
    .replace(/"[^"]*"|“[^”]*”|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, '"…"')
    .replace(/\b(bearer|basic|key|token|password|secret)(\s*[:=]\s*|\s+)\S+/gi, '$1 …')
    .replace(/[^\s<>()[\],;:]+@[^\s<>()[\],;:]+/g, '…@…')
    .replace(/(?<![\w/.])(?=[\w+=-]*\d)(?=[\w+=-]*[a-z])[\w+=-]{20,}/gi, '…')
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

const LONGEST = 300

function nameOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} (${code})` : error.name
}
