/**
 * Returns an error as one line that may be stored and shown to operators. Removes quoted text, e-mail addresses, URL
 * credentials and parameters, and anything that may be a key, since messages of databases, mail servers and providers
 * contain them.
 */
export function faultLine(error: unknown): string {
  // A parser's message contains the text that it could not parse, quoted or not.
  if (error instanceof SyntaxError) return 'SyntaxError: a text could not be parsed'
  const said = error instanceof Error ? `${nameOf(error)}: ${error.message}` : String(error)
  const [first = ''] = said.slice(0, MOST_READ).split(/[\r\n]/)
  const line = withoutQuoted(first)
    .replace(/\S+/g, withoutAddresses)
    .replace(/\b(bearer|basic|key|token|password|secret)(\s*[:=]\s*|\s+)\S+/gi, '$1 …')
    .replace(/[\w+=-]+/g, (run, at: number, whole: string) => (mayBeKey(run, whole[at - 1]) ? '…' : run))
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}

const LONGEST = 300
/** Maximum characters of a message that are read. */
const MOST_READ = 2_000
const LONGEST_WORD = 20

const closing: Record<string, string> = { '"': '"', '“': '”', '`': '`', "'": "'" }

/** Removes what is between quotation marks. An apostrophe within a word is not a quotation mark. */
function withoutQuoted(line: string): string {
  let said = ''
  for (let at = 0; at < line.length; ) {
    const mark = line[at] ?? ''
    const end = isLetter(line[at - 1]) && mark === "'" ? -1 : endOfQuote(line, at, closing[mark])
    said += end < 0 ? mark : '"…"'
    at = end < 0 ? at + 1 : end + 1
  }
  return said
}

function endOfQuote(line: string, start: number, mark: string | undefined): number {
  if (mark === undefined) return -1
  let end = line.indexOf(mark, start + 1)
  while (end >= 0 && mark === "'" && isLetter(line[end + 1])) end = line.indexOf(mark, end + 1)
  return end
}

const isLetter = (character: string | undefined): boolean => /[\p{L}\p{N}]/u.test(character ?? '')

/** Removes the credentials and parameters of a URL, or an e-mail address, from a word. */
function withoutAddresses(word: string): string {
  const scheme = word.indexOf('://')
  if (scheme < 0) return word.replace(/[^<>()[\],;:]+/g, (part) => (isMailAddress(part) ? '…@…' : part))
  const [address = '', ...parameters] = word.slice(scheme + 3).split(/[?#]/)
  const [host = '', ...path] = address.split('/')
  const own = [host.slice(host.lastIndexOf('@') + 1), ...path].join('/')
  return `${word.slice(0, scheme + 3)}${own}${parameters.length > 0 ? '?…' : ''}`
}

function isMailAddress(part: string): boolean {
  const at = part.indexOf('@')
  return at > 0 && at < part.length - 1
}

function mayBeKey(run: string, before: string | undefined): boolean {
  return (
    run.length >= LONGEST_WORD && before !== '/' && before !== '.' && /\d/.test(run) && /[a-z]/i.test(run)
  )
}

function nameOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? `${error.name} (${code})` : error.name
}
