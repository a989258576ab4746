/** E-mail sending domains at Resend, which is a double on the loopback interface: the adapters, and the whole way. */
import { createDnsLookup } from '@parley/agency/domains/dns-lookup.ts'
import { startTestDns } from '@parley/agency/domains/test-dns.ts'
import { resendEmailDomains } from '@parley/agency/email-domain/provider/resend.ts'
import type { MailMessage } from '@parley/identity/mail/mailer.ts'
import { openResendMailer } from '@parley/identity/mail/resend.ts'
import { createFetchOf } from '@parley/kernel/outgoing/safe-fetch.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deliverByResend, resendEvent, resendWebhookSecret, startResendDouble } from './src/resend-double.ts'
import { startTestPlatform } from './src/test-platform.ts'

const domain = 'north.example'

async function open(key?: string) {
  const [dns, resend] = await Promise.all([startTestDns(), startResendDouble()])
  onTestFinished(async () => {
    await resend.stop()
    await dns.stop()
  })
  const options = { safeFetch: createFetchOf(resend.url), apiUrl: resend.url, apiKey: key ?? resend.apiKey }
  const provider = resendEmailDomains({
    ...{ ...options, timeoutMs: 2_000 },
    dns: createDnsLookup({ servers: [dns.address], timeoutMs: 1_000 }),
  })
  const refusals: string[] = []
  const mailer = openResendMailer({
    ...{ ...options, timeoutMs: 2_000, onRefused: (reason) => refusals.push(reason) },
  })
  async function added() {
    const made = await provider.add({ domain, emailDomainId: 'e1' })
    if (!made.ok) throw new Error(made.rejection.code)
    return { domain, ...made }
  }
  type Added = Awaited<ReturnType<typeof added>>
  const prove = ({ records }: Added) => {
    const proof = records.at(-1)
    dns.set(proof?.host ?? '', { TXT: [proof?.value ?? ''] })
  }
  return { dns, resend, provider, mailer, refusals, added, prove }
}

describe('domains at Resend', () => {
  test('show its records of sending, and one that proves whose the domain is', async () => {
    const { added } = await open()
    const { records, key, providerId } = await added()
    expect(key).toBeUndefined()
    expect(providerId).toMatch(/^0{8}-/)
    expect(records).toEqual([
      {
        ...{ type: 'MX', host: 'send.north.example', name: 'send', priority: 10 },
        value: 'feedback-smtp.us-east-1.amazonses.com',
      },
      {
        ...{ type: 'TXT', host: 'send.north.example', name: 'send' },
        value: 'v=spf1 include:amazonses.com ~all',
      },
      {
        ...{ type: 'TXT', host: 'resend._domainkey.north.example', name: 'resend._domainkey' },
        value: `p=key-of-${providerId}`,
      },
      {
        ...{ type: 'TXT', host: '_domain-verification.north.example', name: '_domain-verification' },
        value: expect.stringMatching(/^domain-verification=[A-Za-z0-9]{32}$/),
      },
    ])
  })

  test('are verified by Resend and by the proof, both', async () => {
    const { added, provider, resend, prove } = await open()
    const hosted = await added()
    await provider.verify(hosted)
    expect(await provider.look(hosted)).toMatchObject({ status: 'pending' })
    resend.found(domain, 'verified')
    expect(await provider.look(hosted)).toEqual({
      status: 'pending',
      found: ['verified', 'verified', 'verified', 'pending'],
    })
    prove(hosted)
    expect(await provider.look(hosted)).toMatchObject({ status: 'verified' })
    for (const [theirs, ours] of [
      ['failed', 'failure'],
      ['temporary_failure', 'temporary_failure'],
      ['partially_verified', 'pending'],
    ] as const) {
      resend.found(domain, theirs)
      expect(await provider.look(hosted)).toMatchObject({ status: ours })
    }
  })

  test('of others and of the operator are refused; one whose answer was lost is taken', async () => {
    const { provider, resend } = await open()
    const taken = {
      ok: false,
      rejection: { code: 'domain-taken', message: 'This domain is already added.' },
    }
    resend.elsewhere.add(domain)
    expect(await provider.add({ domain, emailDomainId: 'e1' })).toMatchObject(taken)
    resend.elsewhere.clear()
    const own = { id: 'own', name: domain, status: 'verified' }
    resend.domains.set('own', own)
    expect(await provider.add({ domain, emailDomainId: 'e1' })).toMatchObject(taken)
    own.status = 'not_started'
    expect(await provider.add({ domain, emailDomainId: 'e1' })).toMatchObject({ ok: true, providerId: 'own' })
  })

  test.each(['silent', 'nonsense', 500, 429] as const)('can’t be told of while it is %s', async (mood) => {
    const { added, provider, resend } = await open()
    const hosted = await added()
    resend.mood(mood)
    expect(await provider.add({ domain: 'other.example', emailDomainId: 'e2' })).toMatchObject({
      ...{ ok: false, rejection: { code: 'domain-not-added', message: 'Failed to add domain' } },
    })
    expect(await provider.look(hosted)).toMatchObject({ status: 'temporary_failure' })
    await expect(provider.verify(hosted)).rejects.toThrow('Resend did not begin to verify a domain')
    await expect(provider.remove(hosted)).rejects.toThrow('Resend did not remove a domain')
  })

  test('are not added with an answer that is about another domain', async () => {
    const { provider, resend } = await open()
    resend.mood('mixed-up')
    expect(await provider.add({ domain, emailDomainId: 'e1' })).toMatchObject({
      ...{ ok: false, rejection: { code: 'domain-not-added' } },
    })
  })

  test('are removed, also ones that are gone, which have failed', async () => {
    const { added, provider, resend } = await open()
    const hosted = await added()
    await provider.remove(hosted)
    expect(resend.domains.size).toBe(0)
    await provider.remove(hosted)
    expect(await provider.look(hosted)).toMatchObject({ status: 'failure' })
  })
})

describe('mails at Resend', () => {
  const mail: MailMessage = {
    ...{ id: 'event-1', to: 'cleo@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' },
    fromName: 'North "Wind"',
    sender: { address: `no-reply@${domain}` },
    returnPath: `bounces+na1@send.${domain}`,
  }
  async function verified() {
    const world = await open()
    const hosted = await world.added()
    await world.provider.verify(hosted)
    world.resend.found(domain, 'verified')
    return world
  }

  test('are sent once under their key, with the sender’s name, files and headers', async () => {
    const { mailer, resend } = await verified()
    const whole = {
      ...{ ...mail, replyTo: 'reply@example.com', thread: 'conversation-1' },
      attachments: [{ name: 'a.txt', mimeType: 'text/plain', bytes: Buffer.from('hi') }],
    }
    expect(await mailer.send(whole)).toBe('accepted')
    expect(await mailer.send(whole)).toBe('accepted')
    expect(resend.mails).toEqual([
      {
        ...{ key: 'event-1', to: ['cleo@example.com'], subject: 'Hello', text: 'Hello' },
        from: '"North \\"Wind\\"" <no-reply@north.example>',
        ...{ html: '<p>Hello</p>', reply_to: 'reply@example.com' },
        tags: [{ name: 'return_path', value: 'na1' }],
        headers: {
          ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          References: '<conversation-1@north.example>',
        },
        attachments: [{ filename: 'a.txt', content_type: 'text/plain', content: 'aGk=' }],
      },
    ])
  })

  test('are refused for good where the domain or the address is, and the operator reads why', async () => {
    const { mailer, refusals, resend } = await verified()
    expect(await mailer.send({ ...mail, to: 'nobody' })).toBe('refused')
    resend.found(domain, 'failed')
    expect(await mailer.send(mail)).toBe('refused')
    expect(refusals).toEqual(['422 validation_error', '403 validation_error'])
  })

  test.each(['silent', 'nonsense', 500, 429] as const)('are tried again while it is %s', async (mood) => {
    const { mailer, resend } = await verified()
    resend.mood(mood)
    const fault = await mailer.send(mail).catch((error: Error) => error.message)
    expect(fault).toMatch(/^Resend did not take the mail/)
    expect(fault).not.toMatch(/cleo|re_key/)
  })
})

test('an agency’s domain at Resend: added, verified, sent from, and what it refuses comes from us', async () => {
  const [dns, resend] = await Promise.all([startTestDns(), startResendDouble()])
  const parley = await startTestPlatform({
    ...{ DNS_SERVERS: dns.address, RESEND_API_KEY: resend.apiKey, RESEND_API_URL: resend.url },
    ...{ WORKSPACE_SEATS: '9', RESEND_WEBHOOK_SECRET: resendWebhookSecret },
  })
  try {
    const { client, workspaceId } = await parley.signUp()
    const place = { params: { region: 'na', workspaceId } } as const
    await client.call('agency.initialize', place)
    await client.call('agency.save', { ...place, body: { name: 'Northwind' } })
    const { data } = await client.call('emailDomains.add', { params: { region: 'na', domain }, body: {} })
    const params = { region: 'na', emailDomainId: data.id } as const
    resend.mood(500)
    await expect(client.call('emailDomains.verify', { params })).rejects.toMatchObject({
      ...{ status: 503, message: 'Failed to verify domain. Please try again.' },
    })
    resend.mood('well')
    await client.call('emailDomains.verify', { params })
    const proof = data.records.at(-1)
    dns.set(proof?.host ?? '', { TXT: [proof?.value ?? ''] })
    resend.found(domain, 'verified')
    const status = async () => (await client.call('emailDomains.status', { params })).data.status
    await expect.poll(status, { timeout: 20_000 }).toBe('verified')

    const invite = (email: string) => client.call('invites.create', { ...place, body: { email } })
    await invite('one@example.com')
    await expect.poll(() => resend.mails.map(({ to }) => to)).toEqual([['one@example.com']])
    expect(resend.mails[0]?.from).toBe('"Northwind" <no-reply@north.example>')

    const [sent] = resend.mails
    if (!sent) throw new Error('nothing was sent')
    const list = () => client.call('bounces.list', place)
    const bounce = resendEvent('email.bounced', sent, { type: 'Permanent', subType: 'NoEmail' })
    const now = Math.floor(Date.now() / 1000)
    const refused = [
      { key: 'another key' },
      { at: now - 301 },
      { at: now + 301 },
      { sent: bounce.replace('one@', 'two@') },
    ]
    for (const odd of refused) expect((await deliverByResend(parley.url, bounce, odd)).status).toBe(401)
    // What others sent from the same account, what is made up, and what is about neither.
    const forged = { ...sent, tags: [{ name: 'return_path', value: `n${'0'.repeat(53)}` }] }
    const foreign = [
      resendEvent('email.bounced', { ...sent, tags: [] }),
      resendEvent('email.bounced', forged, { type: 'Permanent', subType: 'General' }),
      resendEvent(
        'email.bounced',
        { ...sent, to: ['two@example.com'] },
        { type: 'Permanent', subType: 'General' },
      ),
      resendEvent('email.delivered', sent),
    ]
    for (const [nth, body] of foreign.entries())
      expect((await deliverByResend(parley.url, body, { id: `msg_foreign_${nth}` })).status).toBe(200)
    expect((await list()).items).toEqual([])

    const soft = resendEvent('email.bounced', sent, { type: 'Transient', subType: 'MailboxFull' })
    expect((await deliverByResend(parley.url, soft, { id: 'msg_soft' })).status).toBe(200)
    expect((await list()).items).toMatchObject([{ kind: 'soft', status: '4.2.2', suppressed: false }])
    for (const _ of ['first', 'replayed'])
      expect((await deliverByResend(parley.url, bounce)).status).toBe(200)
    const bounced = { email: 'one@example.com', kind: 'hard', status: '5.1.1', suppressed: true, times: 2 }
    expect((await list()).items).toMatchObject([bounced])
    const [{ addressId = '' } = {}] = (await list()).items
    await client.call('bounces.clear', { params: { ...place.params, addressId } })
    // One that was handled is not handled again, whatever happened since.
    expect((await deliverByResend(parley.url, bounce)).status).toBe(200)
    expect((await list()).items).toEqual([])
    const complaint = resendEvent('email.complained', sent)
    expect((await deliverByResend(parley.url, complaint, { id: 'msg_2' })).status).toBe(200)
    expect(await list()).toMatchObject({ items: [{ kind: 'complaint' }], counts: { complaint: 1 } })

    resend.found(domain, 'failed')
    await invite('two@example.com')
    const fromUs = async () => {
      const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
      return items.find(({ to }: { to: string }) => to === 'two@example.com')
    }
    await expect.poll(fromUs).toMatchObject({ fromName: 'Northwind' })
    expect(await fromUs()).not.toHaveProperty('from')

    await client.call('emailDomains.remove', { params })
    await expect.poll(() => resend.domains.size).toBe(0)
  } finally {
    await parley.stop()
    await resend.stop()
    await dns.stop()
  }
})
