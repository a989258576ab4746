/**
 * Link previews of the chat's own page, also for tabs and home screens: the agent's name and its square picture, or the
 * round one if it has none. Link previews don't accept inline images, so an uploaded picture has an address here.
 */
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { regionSchema } from '@parley/contracts/endpoint.ts'
import type { StoredPublicAgent } from '@parley/projections/public-agents/public-agents.projection.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from './page-files.ts'
import type { WidgetPages } from './widget-pages.ts'

type Place = { region: string; agentId: string; origin: string }
type PictureRequest = FastifyRequest<{ Params: { region: string; agentId: string } }>

/** Adds the agent's name and pictures to the head of the page. */
export function withLinkPreview(
  page: string,
  stored: StoredPublicAgent,
  { region, agentId, origin }: Place,
): string {
  const { title, description } = stored.agent
  const picture = pictureOf(stored)
  const path = picture?.startsWith('data:') ? `/app/${region}/render/${agentId}/picture` : picture
  const address = path && new URL(path, origin).href
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

/** Serves the uploaded picture of `withLinkPreview`; not for agents that only certain websites may show. */
export function servePicture(server: FastifyInstance, pages: Pick<WidgetPages, 'publicAgent'>): void {
  server.get(
    '/app/:region/render/:agentId/picture',
    async (request: PictureRequest, answer): Promise<FastifyReply> => {
      const region = regionSchema.safeParse(request.params.region).data
      const stored = region && (await pages.publicAgent(region, request.params.agentId))
      const picture = stored && !stored.restricted ? pictureOf(stored) : undefined
      const [, type, base64] = /^data:(image\/\w+);base64,(.+)$/.exec(picture ?? '') ?? []
      if (type === undefined || base64 === undefined)
        return answer.code(404).type('text/plain').send('Not found.')
      return answer
        .headers({ 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' })
        .type(type)
        .send(Buffer.from(base64, 'base64'))
    },
  )
}

const pictureOf = ({ agent, squareImageURL }: StoredPublicAgent) =>
  safeImage(squareImageURL || agent.roundedImageURL)
const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`
const link = (rel: string, href: string) => `<link rel="${rel}" href="${escapeHtml(href)}">`
