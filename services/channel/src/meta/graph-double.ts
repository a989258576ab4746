/**
 * A double of Meta's Graph API on the loopback interface: apps with tokens and secrets, WhatsApp Business accounts with
 * numbers, pages with Instagram accounts, messages that are sent, files that people sent. It asks for the challenge of an address before it takes it,
 * and delivers signed to it, as Meta does.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type GraphCallSeen = {
  method: string
  /** Without the version. */
  path: string[]
  version: string
  query: Record<string, string>
  token: string
  body: Record<string, unknown>
  status: number
  answer: unknown
}

/** How the double answers the next calls of a kind, in order; as Meta does after that. */
export type GraphAnswer =
  | 'hang'
  | 'cut'
  | 'nonsense'
  | { status: number; code: number; message?: string; headers?: Record<string, string>; more?: object }

export type GraphDouble = Awaited<ReturnType<typeof startGraphDouble>>

type Page = { id: string; name: string; instagram?: { id: string; username: string } }

type Template = {
  id: string
  businessId: string
  name: string
  language: string
  category: string
  status: string
  rejected_reason?: string
  components: unknown[]
}
type Number_ = { id: string; businessId: string; display: string; verifiedName: string; webhook: string }

export async function startGraphDouble() {
  /** By token: the secret of its app, and the accounts that it may use. */
  const tokens = new Map<
    string,
    {
      secret: string
      businesses: Set<string>
      page?: string
      pageTokens?: string[]
      userId?: string
      /** Unix seconds. */
      expiresAt?: number
    }
  >()
  /** The tokens for the codes of the dialog, and the long-lived ones for those. */
  const codes = new Map<string, string>()
  const longLived = new Map<string, string>()
  const dialogs: Record<string, string>[] = []
  const dialogAnswers: Record<string, string>[] = []
  let nextCode = ''
  const pages = new Map<string, Page>()
  /** By page: the fields that apps are told of, by the app's id. */
  const subscriptions = new Map<string, Map<string, string[]>>()
  const people = new Map<string, object>()
  const numbers = new Map<string, Number_>()
  const subscribed = new Set<string>()
  /** Numbers that are not registered, and the PINs of those that are. */
  const pending = new Set<string>()
  const pins = new Map<string, string>()
  const media = new Map<string, { bytes: Buffer; mimeType: string; phoneNumberId: string; size?: number }>()
  const templates: Template[] = []
  const calls: GraphCallSeen[] = []
  const answers = new Map<string, GraphAnswer[]>()
  /** Where deliveries and challenges go instead of the published address. */
  let origin: string | undefined
  let sent = 0

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://graph')
    const [version = '', ...path] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
    const text = (await bodyOf(request)).toString()
    const token = String(request.headers.authorization ?? '').replace(/^Bearer /, '')
    const seen: GraphCallSeen = {
      ...{ method: request.method ?? '', path, version, token, status: 0, answer: undefined },
      query: Object.fromEntries(url.searchParams),
      body: bodyIn(text, String(request.headers['content-type'] ?? '')),
    }
    calls.push(seen)
    if (path[0] === 'dialog') return dialog(url.searchParams, response)
    if (version === 'media') return download(path[0] ?? '', token, response)
    const next = answers.get(kindOf(seen))?.shift()
    if (next === 'hang') return
    if (next === 'nonsense') return response.end('<html>')
    const { status, answer, headers = {} } = next && next !== 'cut' ? faultAs(next) : await answerTo(seen)
    Object.assign(seen, { status, answer })
    // What was asked is done, and the answer lost.
    if (next === 'cut') return request.socket.destroy()
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  type Answered = { status: number; answer: unknown; headers?: Record<string, string> }
  const ok = (answer: object): Answered => ({ status: 200, answer })
  const fault = (status: number, code: number, message: string, more: object = {}): Answered => ({
    status,
    answer: { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1', ...more } },
  })
  const faultAs = ({ status, code, message = 'It failed', headers, more }: Extract<GraphAnswer, object>) => ({
    ...fault(status, code, message, more),
    ...(headers ? { headers } : {}),
  })

  async function answerTo(seen: GraphCallSeen): Promise<Answered> {
    const { method, path, query, body } = seen
    if (path.join('/') === 'oauth/access_token') return answerOfLogin(body as Record<string, string>)
    if (path[0] === 'debug_token') return answerOfDebugging(seen)
    const known = tokens.get(seen.token)
    if (!known) return fault(401, 190, 'Invalid OAuth access token - Cannot parse access token')
    const proof = createHmac('sha256', known.secret).update(seen.token).digest('hex')
    if (query.appsecret_proof !== proof)
      return fault(400, 100, 'Invalid appsecret_proof provided in the API argument')
    const [id = '', edge] = path
    if (id === 'app') return ok({ id: appIdOf(known.secret), name: 'App' })
    if (known.userId !== undefined && id === 'me' && edge === undefined) return ok({ id: known.userId })
    if (known.pageTokens !== undefined) {
      const answered = answerOfPerson(seen, known.pageTokens)
      if (answered) return answered
    }
    if (known.page !== undefined) {
      const answered = answerOfPage(seen, { secret: known.secret, page: known.page })
      if (answered) return answered
    }
    const number = numbers.get(id)
    const mayUse = (businessId: string) => known.businesses.has(businessId)
    const unknown = fault(
      400,
      100,
      `Unsupported ${method.toLowerCase()} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions`,
    )
    if (edge === 'phone_numbers' || edge === 'subscribed_apps') {
      if (!mayUse(id)) return unknown
      if (edge === 'subscribed_apps') {
        subscribed.add(id)
        return ok({ success: true })
      }
      const own = [...numbers.values()].filter(({ businessId }) => businessId === id)
      return ok({
        data: own.map(({ id: numberId, display, verifiedName }) => ({
          ...{
            id: numberId,
            display_phone_number: display,
            verified_name: verifiedName,
            status: pending.has(numberId) ? 'PENDING' : 'LINKED',
          },
        })),
      })
    }
    if (edge === 'message_templates') return mayUse(id) ? answerOfTemplates(seen, id) : unknown
    const file = media.get(id)
    if (file && edge === undefined && method === 'GET') {
      if (query.phone_number_id !== file.phoneNumberId) return unknown
      return ok({
        ...{ messaging_product: 'whatsapp', url: `${url}/media/${id}`, mime_type: file.mimeType, id },
        ...{ sha256: 'x', file_size: String(file.size ?? file.bytes.length) },
      })
    }
    if (!number || !mayUse(number.businessId)) return unknown
    if (edge === 'register') {
      if (!/^\d{6}$/.test(String(body.pin))) return fault(400, 100, 'Invalid parameter')
      if ((pins.get(id) ?? body.pin) !== body.pin)
        return fault(400, 133_005, 'Two step verification PIN Mismatch')
      pins.set(id, String(body.pin))
      pending.delete(id)
      return ok({ success: true })
    }
    if (edge === 'messages' && pending.has(id)) return fault(400, 133_010, 'Account not registered')
    if (edge === 'messages') {
      if (body.status === 'read') return ok({ success: true })
      return ok({
        messaging_product: 'whatsapp',
        contacts: [{ input: body.to, wa_id: body.to }],
        messages: [{ id: `wamid.${++sent}` }],
      })
    }
    if (method === 'GET')
      return ok({
        ...{ id, display_phone_number: number.display, verified_name: number.verifiedName },
        webhook_configuration: {
          application: 'https://elsewhere.example/',
          ...(number.webhook === '' ? {} : { phone_number: number.webhook }),
        },
      })
    const { override_callback_uri: address, verify_token: token } = Object(body.webhook_configuration)
    if (typeof address !== 'string') return fault(400, 100, 'Invalid parameter')
    if (address !== '') {
      if (!address.startsWith('https:')) return fault(400, 100, 'The callback URL must be an HTTPS address')
      if (!(await answersChallenge(address, String(token))))
        return fault(400, 2_200, "The callback URL or verify token couldn't be validated", {
          error_user_msg:
            "The callback URL or verify token couldn't be validated. Please verify the provided information or try again later.",
        })
    }
    number.webhook = address
    return ok({ success: true })
  }

  /** Sends the person back at once, with a code or with what went wrong. */
  function dialog(query: URLSearchParams, response: ServerResponse) {
    dialogs.push(Object.fromEntries(query))
    const back = new URL(query.get('redirect_uri') ?? '')
    const given = dialogAnswers.shift() ?? { code: nextCode }
    for (const [name, value] of Object.entries({ ...given, state: query.get('state') ?? '' }))
      back.searchParams.set(name, value)
    response.writeHead(302, { location: back.href }).end()
  }

  function answerOfLogin(body: Record<string, string>): Answered {
    const { client_id: id, client_secret: secret, code = '', fb_exchange_token: short = '' } = body
    if (id === undefined || secret === undefined || id !== appIdOf(secret))
      return fault(400, 101, 'Error validating client secret.')
    const token = body.grant_type === 'fb_exchange_token' ? longLived.get(short) : codes.get(code)
    codes.delete(code)
    if (token === undefined) return fault(400, 100, 'This authorization code has been used.')
    return ok({ access_token: token, token_type: 'bearer' })
  }

  function answerOfDebugging({ token, query }: GraphCallSeen): Answered {
    const [appId = '', secret = ''] = token.split('|')
    const about = tokens.get(query.input_token ?? '')
    if (appId !== appIdOf(secret)) return fault(400, 190, 'Invalid OAuth access token.')
    return ok({
      data: {
        app_id: about ? appIdOf(about.secret) : appId,
        is_valid: about !== undefined,
        expires_at: about?.expiresAt ?? 0,
        granular_scopes: [
          { scope: 'whatsapp_business_management', target_ids: [...(about?.businesses ?? [])] },
        ],
      },
    })
  }

  /** What the token of a person may ask for who has pages; undefined for any other call. */
  function answerOfPerson({ path }: GraphCallSeen, own: readonly string[]): Answered | undefined {
    const [id = '', edge] = path
    const shown = own.flatMap((pageToken) => {
      const page = pages.get(tokens.get(pageToken)?.page ?? '')
      if (!page) return []
      const { instagram, ...rest } = page
      const linked = instagram ? { instagram_business_account: instagram } : {}
      return [{ ...rest, ...linked, access_token: pageToken }]
    })
    if (id === 'me' && edge === 'accounts') return ok({ data: shown })
    const page = shown.find((one) => one.id === id)
    return page && edge === undefined ? ok({ id, access_token: page.access_token }) : undefined
  }

  function answerOfTemplates({ method, query, body }: GraphCallSeen, businessId: string): Answered {
    const own = templates.filter((one) => one.businessId === businessId)
    if (method === 'GET') {
      const from = Number(query.after ?? 0)
      const shown = own.slice(from, from + Number(query.limit ?? 25))
      const after = String(from + shown.length)
      const next = from + shown.length < own.length ? { next: `${url}/next` } : {}
      return ok({
        data: shown.map(({ businessId: _, ...template }) => template),
        paging: { cursors: { before: String(from), after }, ...next },
      })
    }
    if (method === 'DELETE') {
      const place = templates.findIndex((one) => one.businessId === businessId && one.id === query.hsm_id)
      if (place === -1)
        return fault(400, 100, 'Invalid parameter', { error_user_msg: 'Message template not found.' })
      templates.splice(place, 1)
      return ok({ success: true })
    }
    const { name, language, category, components } = body as Omit<Template, 'id' | 'businessId' | 'status'>
    if (own.some((one) => one.name === name && one.language === language))
      return fault(400, 100, 'Invalid parameter', {
        error_subcode: 2_388_024,
        error_user_msg: 'There is already content in this language for this template.',
      })
    const id = String(1_600_000_000_000 + ++sent)
    templates.unshift({ ...{ id, businessId, name, language, category, components }, status: 'PENDING' })
    return ok({ id, status: 'PENDING', category })
  }

  /** What a page's token may ask for; undefined where it is of no page. */
  function answerOfPage(
    { method, path, body }: GraphCallSeen,
    { secret, page: pageId }: { secret: string; page: string },
  ): Answered | undefined {
    const page = pages.get(pageId)
    const [id = '', edge] = path
    if (!page) return undefined
    if (edge === undefined && people.has(id)) return ok({ id, ...people.get(id) })
    if (id !== 'me' && id !== pageId) return undefined
    if (edge === undefined) {
      const { instagram, ...own } = page
      return ok({ ...own, ...(instagram ? { instagram_business_account: instagram } : {}) })
    }
    if (edge === 'messages') {
      const { recipient } = body as { recipient?: { id?: unknown } }
      const sender = { recipient_id: recipient?.id }
      return ok(body.sender_action === undefined ? { ...sender, message_id: `m_${++sent}` } : sender)
    }
    if (edge !== 'subscribed_apps') return undefined
    const apps = subscriptions.get(pageId) ?? new Map<string, string[]>()
    subscriptions.set(pageId, apps)
    if (method === 'POST') apps.set(appIdOf(secret), String(body.subscribed_fields).split(','))
    if (method === 'DELETE') apps.delete(appIdOf(secret))
    if (method !== 'GET') return ok({ success: true })
    return ok({
      data: [...apps].map(([app, fields]) => ({ id: app, name: 'App', subscribed_fields: fields })),
    })
  }

  /** Without an `origin` the address is on the internet, and taken. */
  async function answersChallenge(address: string, token: string): Promise<boolean> {
    if (origin === undefined) return true
    const challenge = '1158201444'
    const query = new URLSearchParams({
      ...{ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': challenge },
    })
    const answered = await fetch(`${origin}${new URL(address).pathname}?${query}`)
    return answered.status === 200 && (await answered.text()) === challenge
  }

  function download(id: string, token: string, response: ServerResponse) {
    const file = media.get(id)
    if (!file || !tokens.has(token)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.mimeType }).end(file.bytes)
  }

  return {
    url,
    calls,
    numbers,
    subscribed,
    templates,
    /** What the sign-in dialog was opened with, and what it answers next instead of a code. */
    dialogs,
    answerDialog: (answer: Record<string, string>) => void dialogAnswers.push(answer),
    /**
     * Lets a person sign in by the dialog of an app: with numbers of accounts, or with pages, by their tokens. Returns the code that the
     * dialog gives.
     */
    signIn(
      secret: string,
      {
        businesses = [],
        pageTokens,
        userId = '55500',
      }: { businesses?: string[]; pageTokens?: string[]; userId?: string },
    ) {
      const make = (kind: string) => {
        const token = `EAAU${kind}${'x'.repeat(30)}${tokens.size}`
        const pages = pageTokens ? { pageTokens } : {}
        tokens.set(token, { secret, businesses: new Set(businesses), userId, ...pages })
        return token
      }
      const [short, long] = [make('short'), make('long')]
      nextCode = `code${tokens.size}`
      codes.set(nextCode, short)
      longLived.set(short, long)
      return nextCode
    },
    /** Reviews a template, as Meta does. */
    review(templateId: string, status: string, reason?: string) {
      const found = templates.find(({ id }) => id === templateId)
      if (found)
        Object.assign(found, { status, ...(reason === undefined ? {} : { rejected_reason: reason }) })
    },
    /** Where the platform is that answers for the published addresses. */
    leadTo(to: string) {
      origin = to
    },
    /** Creates an app with a token for an account; an app of the same secret may have several. */
    app(secret: string, ...businesses: string[]): string {
      const token = `EAAG${'x'.repeat(30)}${secret.slice(0, 8)}${tokens.size}`
      tokens.set(token, { secret, businesses: new Set(businesses) })
      return token
    },
    number(
      id: string,
      businessId: string,
      { display = `+1 555 ${id.slice(-7)}`, verifiedName = 'Lamp Shop', isPending = false, pin = '' } = {},
    ) {
      if (isPending) pending.add(id)
      if (pin !== '') pins.set(id, pin)
      numbers.set(id, { id, businessId, display, verifiedName, webhook: '' })
    },
    /** Creates a page with a token of an app, and the Instagram account that is linked to it. */
    page(secret: string, page: Page): string {
      pages.set(page.id, page)
      const token = `EAAP${'x'.repeat(30)}${secret.slice(0, 8)}${tokens.size}`
      tokens.set(token, { secret, businesses: new Set(), page: page.id })
      return token
    },
    /** Ends a token at a time, in unix seconds. */
    expire(token: string, expiresAt: number) {
      const about = tokens.get(token)
      if (about) about.expiresAt = expiresAt
    },
    /** What a page tells the app of a secret of. */
    toldOf: (pageId: string, secret: string) => subscriptions.get(pageId)?.get(appIdOf(secret)),
    person: (id: string, about: { name?: string; username?: string }) => void people.set(id, about),
    revoke: (token: string) => void tokens.delete(token),
    file(
      id: string,
      bytes: Buffer,
      {
        phoneNumberId,
        mimeType = 'text/plain',
        size,
      }: { phoneNumberId: string; mimeType?: string; size?: number },
    ) {
      media.set(id, { bytes, mimeType, phoneNumberId, ...(size === undefined ? {} : { size }) })
    },
    /** Answers the next calls of a kind, such as `POST messages`, `GET phone_numbers`, `POST number`, `GET media`. */
    answer(kind: string, ...next: GraphAnswer[]) {
      answers.set(kind, [...(answers.get(kind) ?? []), ...next])
    },
    /** What was sent from a number, in order; read marks aside. */
    sentFrom: (phoneNumberId: string) =>
      calls.filter(
        ({ path: [id, edge], body, status }) =>
          id === phoneNumberId && edge === 'messages' && status === 200 && body.status === undefined,
      ),
    /** Signs and delivers to the address of a number, at `leadTo`; returns the status of the answer. */
    async deliver(
      phoneNumberId: string,
      body: object | string,
      { secret, signature, path }: { secret: string; signature?: string | null; path?: string },
    ): Promise<number> {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const signed = `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`
      const given = signature === undefined ? signed : signature
      const { pathname } = new URL(numbers.get(phoneNumberId)?.webhook || 'https://nowhere.example/')
      const answered = await fetch(`${origin}${path ?? pathname}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(given === null ? {} : { 'x-hub-signature-256': given }),
        },
        body: text,
      })
      await answered.text()
      return answered.status
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The id of the app of a secret. */
export const appIdOf = (secret: string) => String(1_000_000_000 + Number.parseInt(secret.slice(0, 7), 16))

function kindOf({ method, path: [, edge], query, body }: GraphCallSeen): string {
  if (body.sender_action !== undefined) return 'POST sender_action'
  if (edge !== undefined) return `${method} ${edge}`
  return query.phone_number_id === undefined ? `${method} number` : `${method} media`
}

function bodyIn(text: string, type: string): Record<string, unknown> {
  if (text === '') return {}
  return type.includes('form-urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}
