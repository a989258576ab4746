/**
 * What the operator's app of Meta asks for people who continue with Meta: the address of the dialog, a code for a token,
 * and which numbers and pages the token is for (developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow).
 */
import type { MetaNumber, MetaPage } from '@parley/contracts/channel/meta-endpoints.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'
import type { GraphApi, GraphFault } from './graph-api.ts'

/** The operator's app. `loginConfigId`: of Facebook Login for Business, which embedded signup of WhatsApp needs. */
export type MetaApp = { id: string; secret: string; loginConfigId?: string | undefined }
export type MetaKind = 'whatsapp' | 'messenger' | 'instagram'

export type MetaLogin = {
  addressOf(kind: MetaKind, by: { state: string; redirectUri: string }): string
  /** A long-lived token for a code. */
  exchange(
    kind: MetaKind,
    by: { code: string; redirectUri: string },
  ): Promise<{ ok: true; token: string } | GraphFault>
  /** Meta's id of the person, as the app knows them. */
  userOf(token: string): Promise<{ ok: true; userId: string } | GraphFault>
  numbersOf(token: string): Promise<{ ok: true; numbers: MetaNumber[] } | GraphFault>
  pagesOf(token: string): Promise<{ ok: true; pages: MetaPage[] } | GraphFault>
  /** The token of one of the person's pages. */
  pageToken(token: string, pageId: string): Promise<{ ok: true; token: string } | GraphFault>
}

export type MetaLoginDeps = {
  app: MetaApp
  api: GraphApi
  /** Must not follow redirects by itself. */
  fetch: SafeFetch
  /** Of the Graph API and of the dialog, without a version. */
  apiUrl: string
  dialogUrl: string
  version: string
}

const TIMEOUT_MS = 10_000
/** Accounts and pages of one person that are shown. */
const MOST_ACCOUNTS = 10
const MOST_PAGES = 50

const scopes: Record<MetaKind, string> = {
  whatsapp: 'whatsapp_business_management,whatsapp_business_messaging',
  messenger: 'pages_show_list,pages_messaging,pages_manage_metadata',
  instagram:
    'pages_show_list,pages_messaging,pages_manage_metadata,instagram_basic,instagram_manage_messages',
}

const tokenSchema = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{20,1000}$/) })
const failedSchema = z.object({
  error: z.object({ message: z.string(), error_user_msg: z.string().optional() }),
})
const debugSchema = z.object({
  data: z.object({
    app_id: z.union([z.string(), z.number()]).transform(String),
    is_valid: z.boolean(),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).optional() }))
      .optional(),
  }),
})
const numbersSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^\d{5,20}$/),
      display_phone_number: z.string().max(50),
      verified_name: z.string().nullish(),
      status: z.string().optional(),
    }),
  ),
})
const pagesSchema = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^\d{5,20}$/),
      name: z.string(),
      access_token: z.string().optional(),
      instagram_business_account: z
        .object({ id: z.string().regex(/^\d{1,20}$/), username: z.string().optional() })
        .optional(),
    }),
  ),
})
const appsSchema = z.object({ data: z.array(z.object({ id: z.string() })) })

export function metaLogin({ app, api, fetch, apiUrl, dialogUrl, version }: MetaLoginDeps): MetaLogin {
  const base = apiUrl.replace(/(?<!\/)\/+$/, '')
  const own = { token: `${app.id}|${app.secret}`, secret: app.secret }

  return {
    addressOf(kind, { state, redirectUri }) {
      const { loginConfigId } = app
      const asked = {
        ...{ client_id: app.id, redirect_uri: redirectUri, state, response_type: 'code' },
        ...(kind === 'whatsapp' && loginConfigId !== undefined
          ? { config_id: loginConfigId, override_default_response_type: 'true' }
          : { scope: scopes[kind] }),
      }
      return `${dialogUrl.replace(/\/+$/, '')}/${version}/dialog/oauth?${new URLSearchParams(asked)}`
    },

    async exchange(kind, { code, redirectUri }) {
      const first = await tokenFor({ code, redirect_uri: redirectUri })
      // The token of embedded signup lasts; that of a person is exchanged for one of two months, whose page tokens last.
      if (!first.ok || kind === 'whatsapp') return first
      return tokenFor({ grant_type: 'fb_exchange_token', fb_exchange_token: first.token })
    },

    async userOf(token) {
      const called = await api.call(credentialsOf(token), {
        method: 'GET',
        path: ['me'],
        query: { fields: 'id' },
        answer: z.object({ id: z.string().regex(/^\d{1,32}$/) }),
      })
      return called.ok ? { ok: true, userId: called.result.id } : called
    },

    async numbersOf(token) {
      // Meta takes the token that is asked about as a parameter alone. Nothing here keeps addresses of requests.
      const about = await api.call(own, {
        method: 'GET',
        path: ['debug_token'],
        query: { input_token: token },
        answer: debugSchema,
      })
      if (!about.ok) return about
      const { app_id, is_valid, granular_scopes = [] } = about.result.data
      if (!is_valid || app_id !== app.id) return notOurs
      const accounts = granular_scopes.find(({ scope }) => scope === 'whatsapp_business_management')
      const numbers: MetaNumber[] = []
      for (const businessId of (accounts?.target_ids ?? []).slice(0, MOST_ACCOUNTS)) {
        const called = await api.call(credentialsOf(token), {
          method: 'GET',
          path: [businessId, 'phone_numbers'],
          query: { fields: 'id,display_phone_number,verified_name,status', limit: '100' },
          answer: numbersSchema,
        })
        if (!called.ok) return called
        for (const { id, display_phone_number: phoneNumber, verified_name, status } of called.result.data)
          numbers.push({
            ...{ phoneNumberId: id, businessId, phoneNumber },
            name: cut(verified_name ?? '') || phoneNumber,
            status: status === 'PENDING' ? 'PENDING' : 'CONNECTED',
          })
      }
      return { ok: true, numbers }
    },

    async pagesOf(token) {
      const called = await api.call(credentialsOf(token), {
        method: 'GET',
        path: ['me', 'accounts'],
        query: {
          fields: 'id,name,access_token,instagram_business_account{id,username}',
          limit: String(MOST_PAGES),
        },
        answer: pagesSchema,
      })
      if (!called.ok) return called
      const pages: MetaPage[] = []
      for (const page of called.result.data.slice(0, MOST_PAGES)) {
        const { id: pageId, name, access_token: own, instagram_business_account: linked } = page
        pages.push({
          ...{
            pageId,
            pageName: cut(name),
            isSubscribed: own !== undefined && (await isSubscribed(pageId, own)),
          },
          ...(linked === undefined ? {} : { igPageId: linked.id, igPageName: cut(linked.username ?? '') }),
        })
      }
      return { ok: true, pages }
    },

    async pageToken(token, pageId) {
      const called = await api.call(credentialsOf(token), {
        method: 'GET',
        path: [pageId],
        query: { fields: 'access_token' },
        answer: tokenSchema,
      })
      return called.ok ? { ok: true, token: called.result.access_token } : called
    },
  }

  function credentialsOf(token: string) {
    return { token, secret: app.secret }
  }

  /** Whether the page tells this app of its messages (`checkPageSubscriptions` of part 1 §7). */
  async function isSubscribed(pageId: string, token: string): Promise<boolean> {
    const called = await api.call(credentialsOf(token), {
      method: 'GET',
      path: [pageId, 'subscribed_apps'],
      answer: appsSchema,
    })
    return called.ok && called.result.data.some(({ id }) => id === app.id)
  }

  /** The secrets go in the body, so that no address holds them. */
  async function tokenFor(given: Record<string, string>): Promise<{ ok: true; token: string } | GraphFault> {
    const body = new URLSearchParams({ client_id: app.id, client_secret: app.secret, ...given })
    const fetched = await fetch(`${base}/${version}/oauth/access_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: body.toString(),
      ...{ timeoutMs: TIMEOUT_MS, maxBytes: 100_000, maxRedirects: 0 },
    })
    if (!fetched.ok) return { ok: false, kind: 'away' }
    const said = jsonOf(fetched.body)
    const read = tokenSchema.safeParse(said)
    if (fetched.status === 200 && read.success) return { ok: true, token: read.data.access_token }
    const failed = failedSchema.safeParse(said)
    if (fetched.status >= 500 || !failed.success) return { ok: false, kind: 'away' }
    const { message, error_user_msg = message } = failed.data.error
    let description = error_user_msg
    for (const hidden of [app.secret, ...Object.values(given)])
      if (hidden !== '') description = description.replaceAll(hidden, '…')
    return { ok: false, kind: 'refused', code: 0, description: description.slice(0, 200).toWellFormed() }
  }
}

const notOurs: GraphFault = {
  ok: false,
  kind: 'unauthorized',
  description: 'Meta does not know this sign-in.',
}
const cut = (text: string) => text.toWellFormed().trim().slice(0, 100).toWellFormed()

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
