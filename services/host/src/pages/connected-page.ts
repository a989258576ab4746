/**
 * What authorization servers see of us: the document that says who asks for access, and the address that people are sent back
 * to, which passes an answer on to the host of this installation where connecting began, as far as `isPassedOn` allows it.
 */
import { CLIENT_METADATA_PATH, CONNECTED_PATH } from '@parley/contracts/integration/credential-names.ts'
import {
  clientMetadata,
  isPassedOn,
  originOf,
  type ReturnAddresses,
} from '@parley/integration/credential/return-address.ts'
import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type ConnectedPageOptions = {
  publicUrl: string
  returns: ReturnAddresses
  hostOf(host: string): Promise<AgencyHost | 'ended' | undefined>
  nameAt(host: AgencyHost | undefined): Promise<string>
}

type Page = (request: FastifyRequest, answer: FastifyReply) => unknown

export function serveConnectedPage(
  server: FastifyInstance,
  page: Page,
  { publicUrl, returns, hostOf, nameAt }: ConnectedPageOptions,
): void {
  server.get(CLIENT_METADATA_PATH, async ({ agencyHost }, answer) => {
    const origin = originOf(agencyHost, publicUrl)
    const metadata = clientMetadata(await nameAt(agencyHost), origin)
    return answer
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .send({
        client_id: `${origin}${CLIENT_METADATA_PATH}`,
        ...metadata,
        token_endpoint_auth_method: 'none',
      })
  })

  server.get(CONNECTED_PATH, async (request, answer) => {
    const to = await targetOf(request)
    return to === undefined ? page(request, answer) : sendTo(to, request, answer)
  })

  server.get(`${CONNECTED_PATH}/:workspaceId`, async (request, answer) =>
    sendTo((await targetOf(request)) ?? '', request, answer),
  )

  /** The other origin that an answer is passed on to. */
  async function targetOf({ url, query, agencyHost }: FastifyRequest): Promise<string | undefined> {
    const { state } = Object(query)
    const began = typeof state === 'string' ? returns.originIn(state) : undefined
    if (began === undefined || began.origin === originOf(agencyHost, publicUrl)) return undefined
    if (!isPassedOn(new URL(url, publicUrl), began, publicUrl)) return undefined
    return (await isServed(began)) ? began.origin : undefined
  }

  async function isServed({
    origin,
    workspaceId,
  }: {
    origin: string
    workspaceId: string
  }): Promise<boolean> {
    if (origin === new URL(publicUrl).origin) return true
    const standing = await hostOf(new URL(origin).host)
    return standing !== undefined && standing !== 'ended' && standing.agencyId === workspaceId
  }
}

function sendTo(origin: string, { url }: FastifyRequest, answer: FastifyReply): FastifyReply {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  return answer
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${origin}${CONNECTED_PATH}${query}`)
}
