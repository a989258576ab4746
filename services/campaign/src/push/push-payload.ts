/** What a campaign sends to the browser of a visitor: its own words and an address, within what push services take. */
import { mostOfLink } from '@parley/contracts/campaign/names.ts'
import type { VisitorPushPayload } from '@parley/contracts/notification/push.ts'

/** Bytes of a payload: push services take 4,096, encrypted. */
const MOST_BYTES = 3_800
/** Longer titles are cut by every browser. */
const MOST_OF_TITLE = 200
const bytesOf = (payload: VisitorPushPayload) => Buffer.byteLength(JSON.stringify(payload))

/** Cuts the text where it does not fit; the whole of it stands in the conversation. */
export function pushPayload(of: {
  title: string
  text: string
  url: string
  tag: string
}): VisitorPushPayload {
  const { url, tag } = of
  const payload = { title: cut(of.title, MOST_OF_TITLE), body: of.text, tag, url }
  let most = [...of.text].length
  while (bytesOf(payload) > MOST_BYTES && most > 0) {
    most = Math.floor(most * 0.8)
    payload.body = cut(of.text, most)
  }
  return payload
}

/** Never within a character. */
function cut(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`
}

/**
 * The address of the page on which a visitor was, as a notification may open it: without query and fragment where something
 * in them was masked. Undefined for what is no page of the web.
 */
export function pageLink(pageUrl: string | undefined): string | undefined {
  if (pageUrl === undefined || !URL.canParse(pageUrl)) return undefined
  const url = new URL(pageUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (pageUrl.includes('…')) Object.assign(url, { search: '', hash: '' })
  const { href } = url
  return Buffer.byteLength(href) <= mostOfLink ? href : undefined
}
