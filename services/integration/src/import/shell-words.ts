/** The words of a command as a POSIX shell would take them. Undefined for an open quote. */
export function shellWords(written: string): string[] | undefined {
  const command = /\^"|\^\r?\n/.test(written) ? withoutCarets(written) : written
  const words: string[] = []
  let word: string | undefined
  let at = 0
  while (at < command.length) {
    const char = command[at] ?? ''
    if (char === "'" || (char === '$' && command[at + 1] === "'")) {
      const isEscaped = char === '$'
      const read = isEscaped ? escapedQuote(command, at + 2) : plainQuote(command, at + 1)
      if (!read) return undefined
      word = (word ?? '') + read.text
      at = read.end
    } else if (char === '"') {
      const read = doubleQuote(command, at + 1)
      if (!read) return undefined
      word = (word ?? '') + read.text
      at = read.end
    } else if (char === '\\' || (char === '`' && /^`[ \t]*\r?\n/.test(command.slice(at, at + 20)))) {
      // PowerShell writes ` before the end of a line where others write \.
      const next = command[at + 1] ?? ''
      const isLine = next === '\n' || next === '\r'
      if (!isLine && char === '\\') word = (word ?? '') + next
      at += next === '\r' && command[at + 2] === '\n' ? 3 : 2
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word)
      word = undefined
      at++
    } else {
      word = (word ?? '') + char
      at++
    }
  }
  if (word !== undefined) words.push(word)
  return words
}

/** A command of Windows, whose shell takes ^ away: before the end of a line with it, before other characters alone. */
const withoutCarets = (command: string): string =>
  command.replace(/\^(\r?\n|[\s\S])/g, (_, next: string) => (next.endsWith('\n') ? '' : next))

type Read = { text: string; end: number } | undefined

function plainQuote(command: string, from: number): Read {
  const end = command.indexOf("'", from)
  return end < 0 ? undefined : { text: command.slice(from, end), end: end + 1 }
}

function doubleQuote(command: string, from: number): Read {
  const parts: string[] = []
  for (let at = from; at < command.length; at++) {
    const char = command[at] ?? ''
    if (char === '"') return { text: parts.join(''), end: at + 1 }
    const next = command[at + 1] ?? ''
    if (char === '\\' && '"\\$`\n'.includes(next) && next !== '') {
      if (next !== '\n') parts.push(next)
      at++
    } else parts.push(char)
  }
  return undefined
}

const escapes: Record<string, string> = { n: '\n', t: '\t', r: '\r', "'": "'", '"': '"', '\\': '\\' }

/** `$'…'`, as browsers copy requests. */
function escapedQuote(command: string, from: number): Read {
  const parts: string[] = []
  /** `\xC3\xA9` are the bytes of one character. */
  let bytes: number[] = []
  const add = (text: string) => {
    parts.push(Buffer.from(bytes).toString('utf8'), text)
    bytes = []
  }
  for (let at = from; at < command.length; at++) {
    const char = command[at] ?? ''
    if (char === "'") {
      add('')
      return { text: parts.join(''), end: at + 1 }
    }
    if (char !== '\\') {
      add(char)
      continue
    }
    const [code, hex = ''] =
      /^(?:x([0-9a-fA-F]{1,2})|u[0-9a-fA-F]{1,4})/.exec(command.slice(at + 1, at + 6)) ?? []
    const next = command[at + 1] ?? ''
    if (code === undefined) add(escapes[next] ?? `\\${next}`)
    else if (hex === '') add(String.fromCharCode(Number.parseInt(code.slice(1), 16)))
    else bytes.push(Number.parseInt(hex, 16))
    at += (code ?? next).length
  }
  return undefined
}
