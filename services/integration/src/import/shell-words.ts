/** The words of a command as a POSIX shell would take them. Undefined for an open quote. */
export function shellWords(command: string): string[] | undefined {
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
    } else if (char === '\\' || char === '^') {
      // Windows writes ^ where others write \.
      const next = command[at + 1] ?? ''
      const isLine = next === '\n' || next === '\r'
      if (!isLine) word = (word ?? '') + (char === '^' && next !== '"' && next !== '^' ? char + next : next)
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
  for (let at = from; at < command.length; at++) {
    const char = command[at] ?? ''
    if (char === "'") return { text: parts.join(''), end: at + 1 }
    if (char !== '\\') {
      parts.push(char)
      continue
    }
    const [code, hex = ''] = /^[ux]([0-9a-fA-F]{2,4})/.exec(command.slice(at + 1, at + 6)) ?? []
    parts.push(code ? String.fromCharCode(Number.parseInt(hex, 16)) : (escapes[command[at + 1] ?? ''] ?? ''))
    at += code?.length ?? 1
  }
  return undefined
}
