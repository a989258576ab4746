/** The parts of the website preview, in the order in which they are sent. */
import { escapeHtml } from '../page-files.ts'
import { previewDays } from './preview-keys.ts'
import { pageEnd, pageStart, type Shown, widgetScript } from './prototype-html.ts'

type Asked = { website: string; member: boolean }

/** Only members of the team see the bar: for them, which website it is, and what else can be shown. */
export function previewHead(shown: Shown, { website, member }: Asked): string {
  return pageStart(shown, 'preview') + (member ? bar(shown, website) : '')
}

function bar({ region, agentId }: Shown, website: string): string {
  return `<header class="preview-bar"><form action="/app/${region}/prototype">
<input type="hidden" name="vg_id" value="${escapeHtml(agentId)}">
<label for="website">Website Preview</label><input id="website" name="website_url" value="${escapeHtml(website)}" inputmode="url" autocapitalize="off" spellcheck="false" maxlength="2000" required enterkeyhint="go" title="Enter an address and press Enter"></form>
<p>Share this page’s address: it opens for ${previewDays} days.</p></header>`
}

export const previewLoading = (website: string) =>
  `<p class="loading" role="status">Loading ${escapeHtml(hostOf(website))}…</p>`

/** Takes away what was shown while the website was read. */
export const previewLoaded = '<style>.loading{display:none}</style>'

/**
 * The website: itself, in a sandbox in which it can't leave its frame, or a snapshot, in a sandbox without scripts.
 */
export function previewFrame(
  shown: Shown,
  asked: Asked & { key: string; url: string; live: boolean; mayBeLive: boolean },
): string {
  const { website, key, url, live } = asked
  const title = `title="${escapeHtml(hostOf(website))}"`
  const query = new URLSearchParams({ vg_id: shown.agentId, website_url: website, key })
  const page = `/app/${shown.region}/prototype`
  const frame = live
    ? `<iframe class="website" ${title} src="${escapeHtml(url)}" sandbox="allow-scripts allow-same-origin allow-forms" referrerpolicy="no-referrer"></iframe>`
    : `<iframe class="website" ${title} src="${escapeHtml(`${page}/snapshot?${query}`)}" sandbox=""></iframe>`
  return `${asked.member ? note(asked, `${page}?${query}`) : ''}<main><h1 class="unseen">${escapeHtml(hostOf(website))}</h1>${frame}</main>${widgetScript(shown)}${pageEnd}`
}

function note(shown: { live: boolean; mayBeLive: boolean }, page: string): string {
  return `<aside class="note" aria-label="About this preview">${noteText(shown, escapeHtml(page))}</aside>`
}

function noteText({ live, mayBeLive }: { live: boolean; mayBeLive: boolean }, page: string): string {
  if (live) return `The page looks wrong? <a href="${page}&amp;as=snapshot">Show a snapshot</a>`
  return mayBeLive
    ? `This is a snapshot. <a href="${page}">Show the website itself</a>`
    : 'This website can’t be shown inside other pages, so this is a snapshot: links and menus don’t work.'
}

export function failedPreview(shown: Shown, reason: string): string {
  return `<main class="card"><div role="alert"><h1>This website could not be shown</h1><p>${escapeHtml(reason)}</p></div>
<p class="quiet">Check the address, or try another one. The chat in the corner works all the same.</p></main>${widgetScript(shown)}${pageEnd}`
}

function hostOf(website: string): string {
  return URL.parse(/^https?:/i.test(website) ? website : `https://${website}`)?.host ?? website
}
