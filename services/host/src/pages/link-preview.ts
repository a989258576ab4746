/**
 * Link previews of the chat's own page, also for tabs and home screens: the agent's name and its square picture, or the
 * round one if it has none.
 */
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import type { StoredPublicAgent } from '@parley/projections/public-agents/public-agents.projection.ts'
import { escapeHtml } from './page-files.ts'

/** Adds the agent's name and pictures to the head of the page. */
export function withLinkPreview(
  page: string,
  { agent, squareImageURL }: StoredPublicAgent,
  origin: string,
): string {
  const { title, description } = agent
  const picture = safeImage(squareImageURL || agent.roundedImageURL)
  const address = picture && new URL(picture, origin).href
  const tags = [
    property('og:type', 'website'),
    property('og:title', title),
    ...(description === '' ? [] : [property('og:description', description)]),
    ...(address === undefined
      ? []
      : [property('og:image', address), link('icon', address), link('apple-touch-icon', address)]),
  ]
  const own = address === undefined ? page : page.replace(/<link rel="icon"[^>]*>/, '')
  return own
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => `${tags.join('')}</head>`)
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}">`
