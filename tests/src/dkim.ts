/**
 * Verifies DKIM signatures as a receiver does (RFC 6376): rsa-sha256, relaxed canonicalisation of header and body, the key
 * from DNS. What nodemailer writes is verified by this code and `node:crypto`, not by nodemailer's own.
 */
import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { Resolver } from 'node:dns/promises'

export type DkimResult = {
  result: 'pass' | 'fail' | 'none'
  domain?: string
  signed?: string[]
  why?: string
}

/** `dns`: the address of the server that has the key. */
export async function verifyDkim(raw: Buffer, dns: string): Promise<DkimResult> {
  const text = raw.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const fields = text.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))
  if (signature === undefined) return { result: 'none' }
  const tags = tagsOf(signature.slice(signature.indexOf(':') + 1))
  const tag = (name: string) => tags.get(name) ?? ''
  const domain = tag('d')
  const fail = (why: string): DkimResult => ({ result: 'fail', domain, why })
  if (tag('a') !== 'rsa-sha256' || tag('c') !== 'relaxed/relaxed' || tags.has('l'))
    return fail(`another algorithm: ${tag('a')} ${tag('c')}`)
  const body = createHash('sha256')
    .update(relaxedBody(text.slice(end + 4)), 'latin1')
    .digest('base64')
  if (body !== tag('bh')) return fail('the body was changed')

  const resolver = new Resolver()
  resolver.setServers([dns])
  const [record = []] = await resolver.resolveTxt(`${tag('s')}._domainkey.${domain}`)
  const key = createPublicKey({
    key: Buffer.from(tagsOf(record.join('')).get('p') ?? '', 'base64'),
    ...{ format: 'der', type: 'spki' },
  })
  const signed = tag('h').toLowerCase().split(':')
  const left = [...fields]
  const said = signed.flatMap((name) => {
    // From the last one up, where a header stands several times.
    const at = left.findLastIndex((field) => field.toLowerCase().startsWith(`${name}:`))
    return at < 0 ? [] : left.splice(at, 1).map(relaxedHeader)
  })
  const unsigned = relaxedHeader(signature.replace(/([;\s]b=)[^;]*/, '$1'))
  const verifier = createVerify('RSA-SHA256').update([...said, unsigned].join('\r\n'), 'latin1')
  return verifier.verify(key, tag('b'), 'base64')
    ? { result: 'pass', domain, signed }
    : fail('the header was changed, or another key signed it')
}

function tagsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).replace(/\s+/g, '')]]
    }),
  )
}

/** RFC 6376 §3.4.2. */
function relaxedHeader(field: string): string {
  const at = field.indexOf(':')
  const value = field.slice(at + 1).replace(/\r\n/g, '')
  return `${field.slice(0, at).trim().toLowerCase()}:${value.replace(/[ \t]+/g, ' ').trim()}`
}

/** RFC 6376 §3.4.4. */
function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const kept = lines.join('\r\n').replace(/(\r\n)+$/, '')
  return kept === '' ? '' : `${kept}\r\n`
}
