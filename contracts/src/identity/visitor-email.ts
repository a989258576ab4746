/** E-mail addresses of visitors: what counts as one, wherever a visitor or the team writes it. Without zod, for browsers. */

/** The most characters that mail servers take (RFC 5321). */
const LONGEST = 254
const SHAPE = /^[^\s@<>()[\],;:"]{1,64}@[^\s@]{1,253}$/
const LABEL = /^(?!-)[\p{L}\p{M}\p{N}-]{1,63}(?<!-)$/u
/** Never a single letter or a number alone: 192.168.0.1 is the address of a host. */
const TOP_LEVEL = /^\p{L}[\p{L}\p{M}\p{N}-]+$/u
const ADDRESS_IN_TEXT =
  /[^\s@<>()[\],;:"]{1,64}@[\p{L}\p{M}\p{N}-]{1,63}(?:\.[\p{L}\p{M}\p{N}-]{1,63}){1,8}/gu
const FIELD = /^e[-_ ]?mail(?:[-_ ]?address)?$/i

/** Whether mail to a text can be delivered over the internet: its domain has a dot and ends in a top-level domain. */
export function isVisitorEmail(text: string): boolean {
  if (text.length > LONGEST || !SHAPE.test(text)) return false
  const at = text.lastIndexOf('@')
  const name = text.slice(0, at)
  if (name.startsWith('.') || name.endsWith('.') || name.includes('..')) return false
  const labels = text.slice(at + 1).split('.')
  return (
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LEVEL.test(labels.at(-1) ?? '')
  )
}

/** The first address in a text, as it is written there; undefined if there is none. */
export function visitorEmailIn(text: string): string | undefined {
  for (const [found] of text.matchAll(ADDRESS_IN_TEXT)) {
    const address = found.replace(/^\.{1,64}/, '')
    if (isVisitorEmail(address)) return address
  }
  return undefined
}

/** Whether a field or variable of that name holds the address of the visitor. */
export function isEmailField(name: string): boolean {
  return FIELD.test(name.trim())
}

/**
 * The address at which a visitor is answered: the one that they left last, in a question, a form or after asking for a person, or
 * else the one that the page gave (`email`).
 */
export function addressOfVisitor({
  fields,
  email,
}: {
  fields: Readonly<Record<string, string>>
  email?: string | undefined
}): string | undefined {
  const left = Object.entries(fields).toReversed()
  const isAddress = (value: string | undefined) => value !== undefined && isVisitorEmail(value.trim())
  const named = left.find(([name, value]) => /e?_?-?mail/i.test(name) && isAddress(value))
  const any = named ?? left.find(([, value]) => isAddress(value))
  return any?.[1].trim() ?? (isAddress(email) ? email : undefined)
}
