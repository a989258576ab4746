/**
 * The part of Resend's REST API that sending from agencies' domains needs, on the loopback interface, as its reference and
 * its OpenAPI description say: domains of one account, and the mails that it took.
 */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `silent`: no answer. `nonsense`: a page in place of JSON. `mixed-up`: an added domain is answered with the name of
 * another. A number: an error with this status.
 */
export type ResendMood = 'well' | 'silent' | 'nonsense' | 'mixed-up' | number

export type ResendMail = {
  key: string
  from: string
  to: string[]
  subject: string
  text: string
  headers: Record<string, string>
  reply_to?: string
  tags?: { name: string; value: string }[]
  attachments?: { filename: string; content: string; content_type: string }[]
}

type HostedDomain = { id: string; name: string; status: string }

export type ResendDouble = {
  url: string
  apiKey: string
  /** Method and path of each call, in order. */
  calls: string[]
  /** By id. */
  domains: Map<string, HostedDomain>
  /** Domains of other accounts, which can't be added. */
  elsewhere: Set<string>
  mails: ResendMail[]
  /** What it finds of a domain's records from now on. */
  found(name: string, status: string): void
  mood(now: ResendMood): void
  stop(): Promise<void>
}

const apiKey = 're_key_of_tests'
const signingKey = 'the signing key of tests'
/** Of a webhook (`RESEND_WEBHOOK_SECRET`). */
export const resendWebhookSecret = `whsec_${Buffer.from(signingKey).toString('base64')}`

/** What Resend delivers of a mail that it sent, as its documentation shows it. */
export function resendEvent(
  type: string,
  { from, to, subject, tags = [] }: Pick<ResendMail, 'from' | 'to' | 'subject' | 'tags'>,
  bounce?: { type: string; subType: string },
): string {
  const created_at = '2026-11-28T10:00:00.126Z'
  const message = 'smtp; 550 5.1.1 The email account that you tried to reach does not exist.'
  return JSON.stringify({
    ...{ type, created_at },
    data: {
      ...{ created_at, email_id: '56761188-7520-42d8-8898-ff6fc54ce618', from, to, subject },
      tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])),
      ...(bounce && { bounce: { ...bounce, message } }),
    },
  })
}

/** Delivers as Svix does, which signs for Resend. `at`: Unix seconds. */
export function deliverByResend(
  url: string,
  body: string,
  { id = 'msg_1', at = Math.floor(Date.now() / 1000), key = signingKey, sent = body } = {},
): Promise<Response> {
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  const signed = { 'svix-id': id, 'svix-timestamp': String(at), 'svix-signature': `v1,${signature}` }
  return fetch(new URL('/api/email/resend', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signed },
    body: sent,
  })
}

export async function startResendDouble(): Promise<ResendDouble> {
  // bounded: of one test
  const calls: string[] = []
  const domains = new Map<string, HostedDomain>()
  const elsewhere = new Set<string>()
  const found = new Map<string, string>()
  const mails: ResendMail[] = []
  let made = 0
  let mood: ResendMood = 'well'

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const { pathname } = new URL(request.url ?? '/', 'http://resend')
    calls.push(`${request.method} ${pathname}`)
    if (mood === 'silent') return
    if (mood === 'nonsense') return response.end('<html>Please wait</html>')
    if (typeof mood === 'number') return refuse(response, mood, 'application_error')
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refuse(response, 403, 'invalid_api_key')
    if (pathname === '/emails') return take(request, response, body)
    route(response, request.method ?? '', pathname, body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function route(response: ServerResponse, method: string, path: string, body: unknown): unknown {
    if (path === '/domains' && method === 'POST') {
      const name = String(Object(body).name)
      const isThere = elsewhere.has(name) || [...domains.values()].some((one) => one.name === name)
      if (isThere) return refuse(response, 403, 'validation_error')
      const domain = { id: `00000000-0000-4000-8000-00000000000${++made}`, name, status: 'not_started' }
      domains.set(domain.id, domain)
      return send(response, 201, shown(mood === 'mixed-up' ? { ...domain, name: 'other.example' } : domain))
    }
    if (path === '/domains' && method === 'GET')
      return send(response, 200, { object: 'list', has_more: false, data: [...domains.values()] })
    const [, id = '', verify] = /^\/domains\/([^/]+)(\/verify)?$/.exec(path) ?? []
    const domain = domains.get(id)
    if (!domain) return refuse(response, 404, 'not_found')
    if (verify && method === 'POST') {
      domain.status = found.get(domain.name) ?? 'pending'
      return send(response, 200, { object: 'domain', id })
    }
    if (method === 'DELETE') {
      domains.delete(id)
      return send(response, 200, { object: 'domain', id, deleted: true })
    }
    return send(response, 200, { object: 'domain', ...shown(domain) })
  }

  function take(request: IncomingMessage, response: ServerResponse, body: unknown): unknown {
    const mail: ResendMail = { ...Object(body), key: String(request.headers['idempotency-key'] ?? '') }
    const [, domain = ''] = /@([^>]+)>?$/.exec(mail.from) ?? []
    const isVerified = [...domains.values()].some(
      ({ name, status }) => name === domain && status === 'verified',
    )
    if (!isVerified) return refuse(response, 403, 'validation_error')
    if (!mail.to.every((address) => /^[^@\s]+@[^@\s]+$/.test(address)))
      return refuse(response, 422, 'validation_error')
    if (!mails.some(({ key }) => key === mail.key)) mails.push(mail)
    return send(response, 200, { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' })
  }

  function shown({ id, name, status }: HostedDomain) {
    const of = { ttl: 'Auto', status }
    const records = [
      {
        ...{ record: 'SPF', name: 'send', type: 'MX', ...of, priority: 10 },
        value: 'feedback-smtp.us-east-1.amazonses.com',
      },
      { record: 'SPF', name: 'send', value: '"v=spf1 include:amazonses.com ~all"', type: 'TXT', ...of },
      { record: 'DKIM', name: 'resend._domainkey', value: `p=key-of-${id}`, type: 'TXT', ...of },
      { record: 'Tracking', name: `links.${name}`, value: 'links1.resend-dns.com', type: 'CNAME', ...of },
    ]
    return { id, name, status, created_at: '2026-11-27T15:00:00Z', region: 'us-east-1', records }
  }

  return {
    ...{ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, apiKey },
    ...{ calls, domains, elsewhere, mails },
    found(name, status) {
      found.set(name, status)
      for (const domain of domains.values())
        if (domain.name === name && domain.status !== 'not_started') domain.status = status
    },
    mood(now) {
      mood = now
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const piece of request) text += piece
  return text === '' ? undefined : JSON.parse(text)
}

function send(response: ServerResponse, status: number, body: object): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function refuse(response: ServerResponse, statusCode: number, name: string): ServerResponse {
  return send(response, statusCode, { statusCode, name, message: 'Refused.' })
}
