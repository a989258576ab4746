/**
 * The page behind the link in mails of campaigns. Opening it changes nothing, since programs that examine mails open links;
 * one press does, and so does the request that mail programs send by themselves (RFC 8058).
 */

import { UNSUBSCRIBE_PATH } from '@parley/campaign/opt-out/unsubscribe-link.ts'
import { unsubscribeWords } from '@parley/campaign/opt-out/unsubscribe-words.ts'
import { type Region, regions } from '@parley/contracts/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageTagsOf } from '../http/request-parts.ts'
import { pageHeaders, plainPage } from './operations-pages.ts'
import { escapeHtml } from './page-files.ts'

export type Unsubscribing = {
  /** Whose messages a link ends; undefined for a link that was not made here. */
  nameOf(code: string): Promise<string | undefined>
  unsubscribe(code: string, request: string): Promise<string | undefined>
}

const LONGEST_FORM = 4_096
const path = `${UNSUBSCRIBE_PATH}/:region/:code`
const headers = {
  ...pageHeaders,
  'content-security-policy': pageHeaders['content-security-policy'].replace(
    "form-action 'none'",
    "form-action 'self'",
  ),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** `servedIn`: undefined for a region that this process does not serve. */
export function serveUnsubscribePage(
  server: FastifyInstance,
  servedIn: (region: Region) => Unsubscribing | undefined,
): void {
  // What is posted says nothing: the address does. Forms of foreign pages can end nothing without it either.
  server.register(async (own) => {
    own.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: LONGEST_FORM },
      (_request, _body, done) => done(null, undefined),
    )
    own.get<{ Params: { region: string; code: string } }>(path, async (request, answer) => {
      const name = await placeOf(request)?.nameOf(request.params.code)
      return show(request, answer, name, (words) => [
        words.question,
        `<form method="post"><button type="submit" style="font:inherit;padding:.6rem 1.2rem">${escapeHtml(words.button)}</button></form>`,
      ])
    })
    own.post<{ Params: { region: string; code: string } }>(path, async (request, answer) => {
      const name = await placeOf(request)?.unsubscribe(request.params.code, request.id)
      return show(request, answer, name, (words) => [words.done, ''])
    })
  })

  function placeOf({ params }: FastifyRequest<{ Params: { region: string; code: string } }>) {
    const region = regions.find((one) => one === params.region)
    return region && servedIn(region)
  }
}

function show(
  request: FastifyRequest,
  answer: FastifyReply,
  name: string | undefined,
  said: (words: ReturnType<typeof unsubscribeWords>) => [text: string, form: string],
): FastifyReply {
  const words = unsubscribeWords(languageTagsOf(request))
  const [text, form] = name === undefined ? [words.invalid, ''] : said(words)
  const shown = escapeHtml(text.replace('{name}', () => name ?? ''))
  const dir = words.lang === 'ar' ? 'rtl' : 'ltr'
  const body = `<main lang="${words.lang}" dir="${dir}"><h1>${escapeHtml(words.title)}</h1><p>${shown}</p>${form}</main>`
  return answer
    .headers(headers)
    .code(name === undefined ? 404 : 200)
    .send(plainPage(escapeHtml(words.title), body))
}
