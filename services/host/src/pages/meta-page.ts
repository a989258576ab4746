/**
 * The product's part of Continue With Meta at domains of agencies: the question on the way to Meta, and the way back. Meta itself
 * asks nothing of whoever has granted the app access before, so without the question a link of somebody else would be enough
 * to have an account connected with their domain. It shows that domain and no name of the product.
 */
import { randomBytes } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import {
  type BegunAtDomain,
  META_CONFIRM_PATH,
  type MetaAtDomains,
} from '@parley/channel/meta/meta-at-domains.ts'
import { languageAmong } from '@parley/contracts/languages.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, languageTagsOf, textIn } from '../http/request-parts.ts'
import words from './meta-words.json' with { type: 'json' }
import { pageHeaders, plainPage } from './operations-pages.ts'
import { escapeHtml } from './page-files.ts'

export type MetaPageOptions = {
  publicUrl: string
  atDomains: MetaAtDomains
  hostOf(host: string): Promise<AgencyHost | 'ended' | undefined>
}

const COOKIE_SECONDS = 600
const headers = {
  ...pageHeaders,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** Returns who answers where Meta sends people back to: undefined for those who began at the product. A reply can't be awaited. */
export function serveMetaPage(
  server: FastifyInstance,
  options: MetaPageOptions,
): (request: FastifyRequest) => Promise<((answer: FastifyReply) => FastifyReply) | undefined> {
  const { publicUrl, atDomains } = options
  const secure = publicUrl.startsWith('https:')
  /** Of the browser that saw the question. With the prefix, no other host of the product's domain can set it. */
  const cookie = secure ? '__Host-connecting' : 'connecting'

  server.get(META_CONFIRM_PATH, async (request, answer) => {
    const begun = request.agencyHost ? undefined : atDomains.begunIn(textIn(request.query, 'ticket') ?? '')
    if (!begun || !(await isServed(begun))) return invalid(request, answer)
    const known = cookieOf(request, cookie)
    const browser = /^[\w-]{43}$/.test(known ?? '') ? known! : randomBytes(32).toString('base64url')
    answer.header(
      'set-cookie',
      fastifyCookie.serialize(cookie, browser, {
        ...{ path: '/', maxAge: COOKIE_SECONDS, httpOnly: true, sameSite: 'lax', secure },
      }),
    )
    const cancelled = new URLSearchParams({ error: 'access_denied' })
    return show(request, answer, (said) => {
      const host = `<bdi><b>${escapeHtml(begun.domain)}</b></bdi>`
      const text = (template: string) => escapeHtml(template).replaceAll('{host}', () => host)
      const link = (address: string, label: string) =>
        `<a href="${escapeHtml(address)}" style="margin-inline-end:1.5rem">${escapeHtml(label)}</a>`
      return `<p>${text(said.question)}</p><p>${text(said.hint)}</p><p>${link(
        atDomains.dialogFor(begun, browser),
        said.button,
      )}${link(atDomains.backTo(begun, cancelled), said.cancel)}</p>`
    })
  })

  return async (request) => {
    if (request.agencyHost) return undefined
    const said = new URLSearchParams(request.url.split('?', 2)[1])
    const state = said.get('state') ?? ''
    if (!atDomains.isState(state)) return undefined
    const begun = atDomains.returned(state, cookieOf(request, cookie))
    if (!begun || !(await isServed(begun))) return (answer) => invalid(request, answer)
    const to = atDomains.backTo(begun, said)
    const away = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
    return (answer) => answer.headers(away).redirect(to)
  }

  async function isServed({ domain, workspaceId }: BegunAtDomain): Promise<boolean> {
    const standing = await options.hostOf(domain)
    return standing !== undefined && standing !== 'ended' && standing.agencyId === workspaceId
  }
}

type Words = (typeof words)['en']

function invalid(request: FastifyRequest, answer: FastifyReply): FastifyReply {
  return show(request, answer.code(400), ({ invalid: text }) => `<p>${escapeHtml(text)}</p>`)
}

function show(request: FastifyRequest, answer: FastifyReply, body: (words: Words) => string): FastifyReply {
  const lang = languageAmong(languageTagsOf(request)) ?? 'en'
  const said = words[lang]
  const dir = lang === 'ar' ? 'rtl' : 'ltr'
  const main = `<main lang="${lang}" dir="${dir}"><h1>${escapeHtml(said.title)}</h1>${body(said)}</main>`
  return answer.headers(headers).send(plainPage(escapeHtml(said.title), main))
}
