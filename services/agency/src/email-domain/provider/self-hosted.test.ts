import { createPublicKey } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDnsLookup } from '../../domains/dns-lookup.ts'
import { startTestDns } from '../../domains/test-dns.ts'
import { selfHostedEmailDomains } from './self-hosted.ts'

const domain = 'north.example'

async function open() {
  const dns = await startTestDns()
  onTestFinished(dns.stop)
  const provider = selfHostedEmailDomains({
    dns: createDnsLookup({ servers: [dns.address], timeoutMs: 1_000 }),
    spf: 'include:parley.example',
    returnMx: 'mail.parley.example',
  })
  const made = await provider.add({ domain, emailDomainId: 'Abc123' })
  if (!made.ok) throw new Error(made.rejection.code)
  const hosted = { domain, ...made }
  const [, , dkim] = made.records
  const setAll = () => {
    dns.set(`send.${domain}`, {
      MX: ['mail.parley.example'],
      TXT: ['v=spf1 include:parley.example ~all'],
    })
    dns.set(`sabc123._domainkey.${domain}`, { TXT: [dkim?.value ?? ''] })
    dns.set(`_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none;'] })
  }
  return { dns, provider, made, hosted, setAll, look: () => provider.look(hosted) }
}

describe('self-hosted e-mail domains', () => {
  test('ask for four records, one of them with a key of 2048 bits that belongs to the private one', async () => {
    const { made } = await open()
    expect(made.records).toEqual([
      {
        ...{ type: 'MX', host: 'send.north.example', name: 'send', value: 'mail.parley.example' },
        priority: 10,
      },
      {
        ...{ type: 'TXT', host: 'send.north.example', name: 'send' },
        value: 'v=spf1 include:parley.example ~all',
      },
      {
        ...{ type: 'TXT', host: 'sabc123._domainkey.north.example', name: 'sabc123._domainkey' },
        value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{390,}=*$/),
      },
      { type: 'TXT', host: '_dmarc.north.example', name: '_dmarc', value: 'v=DMARC1; p=none;' },
    ])
    const published = made.records[2]?.value.split('p=')[1]
    const own = createPublicKey(made.key?.privateKey ?? '')
    expect(own.asymmetricKeyDetails?.modulusLength).toBe(2048)
    expect(own.export({ type: 'spki', format: 'der' }).toString('base64')).toBe(published)
  })

  test('are verified once all records are there, also cut in pieces and with a stricter policy', async () => {
    const { dns, setAll, look, made } = await open()
    expect(await look()).toEqual({
      status: 'pending',
      found: ['pending', 'pending', 'pending', 'pending'],
    })
    setAll()
    expect(await look()).toEqual({
      status: 'verified',
      found: ['verified', 'verified', 'verified', 'verified'],
    })
    dns.set(`_dmarc.${domain}`, { TXT: ['v=DMARC1;p=reject; rua=mailto:d@north.example', 'other'] })
    dns.set(`send.${domain}`, {
      MX: ['MAIL.parley.example'],
      TXT: ['google-site=1', 'v=spf1 a include:Parley.example include:other.example -all'],
    })
    const [tags = '', key = ''] = (made.records[2]?.value ?? '').split('p=')
    dns.set(`sabc123._domainkey.${domain}`, { TXT: [`${tags}p=${key.replace(/(.{60})/g, '$1 ')}`] })
    expect((await look()).status).toBe('verified')
  })

  test.each([
    ['the key of somebody else', `sabc123._domainkey.${domain}`, { TXT: ['v=DKIM1; k=rsa; p=MIIB'] }, 2],
    ['two keys', `sabc123._domainkey.${domain}`, { TXT: ['v=DKIM1; p=A', 'v=DKIM1; p=B'] }, 2],
    [
      'an SPF record without us',
      `send.${domain}`,
      { MX: ['mail.parley.example'], TXT: ['v=spf1 include:parley.example.evil.example ~all'] },
      1,
    ],
    [
      'a second SPF record',
      `send.${domain}`,
      { MX: ['mail.parley.example'], TXT: ['v=spf1 include:parley.example ~all', 'v=spf1 -all'] },
      1,
    ],
    [
      'another server for what is returned',
      `send.${domain}`,
      { MX: ['mail.parley.example', 'mx.other.example'], TXT: ['v=spf1 include:parley.example ~all'] },
      0,
    ],
    ['two policies', `_dmarc.${domain}`, { TXT: ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 3],
  ])('fail with %s', async (_, host, records, nth) => {
    const { dns, setAll, look } = await open()
    setAll()
    dns.set(host, records)
    const { status, found } = await look()
    expect(status).toBe('failure')
    expect(found.map((one, at) => (one === 'failure' ? at : -1)).filter((at) => at >= 0)).toEqual([nth])
  })

  test.each(['silent', 'failing'] as const)('fail for a time while DNS is %s', async (mood) => {
    const { dns, setAll, look } = await open()
    setAll()
    dns.mood(mood)
    expect((await look()).status).toBe('temporary_failure')
    dns.mood('well')
    expect((await look()).status).toBe('verified')
  })
})
