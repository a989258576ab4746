/** Deliveries of providers: their signature is verified over the raw bytes of the body. */
import { createHash } from 'node:crypto'
import type { Endpoint, Region } from '@parley/contracts/endpoint.ts'
import { schemes } from '@parley/integration/webhook-schemes.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import type { WebhookPlace } from '@parley/kernel/modules/module.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authorise, tenantNamed } from './access.ts'
import { parse } from './call.ts'
import type { Admitted } from './caller.ts'
import type { Deliveries } from './deliveries.ts'
import { parseJsonBody } from './json-body.ts'
import type { Mount } from './mount.ts'
import { headerOf, textIn } from './request-parts.ts'
import { limitsOfWrong, placeOfDelivery, refusedSender } from './wrong-signatures.ts'

export type Webhooks = {
  /** The secret with which a provider signs what it delivers to an endpoint. */
  secretOf(endpoint: string, of: SignedPlace): Promise<string | undefined>
  /** Where deliveries to endpoints of a region, or of no region, are remembered. */
  deliveriesOf(region: Region | undefined): Deliveries | undefined
  /** Counts a delivery with a wrong signature to a channel that there is. */
  countWrong?(region: Region | undefined, tenant: string, place: string): void
  /** In ms. */
  now?: () => number
}

/** `region`: undefined if the path names none, such as that of a provider with one address for all workspaces. */
export type SignedPlace = WebhookPlace & { region: Region | undefined }

/** `key`: the same for each repetition of a delivery; different for other endpoints and parameters of path and query. */
export type SignedDelivery = { key: string; id: string; raw: Buffer }

type SignedEndpoint = Extract<Endpoint, { access: 'signed' }>

const badSignature = refuse('bad-signature', 'The signature is missing, wrong or too old.')

/** Makes all endpoints of `server` receive their bodies as raw bytes. */
export function keepRawBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

/** Verifies a delivery. Refuses every invalid signature alike, so that callers can't learn who has a secret. */
export async function admitSigned(
  mount: Mount,
  endpoint: SignedEndpoint,
  request: FastifyRequest,
  inPath: Record<string, unknown>,
): Promise<(Admitted & { delivery: SignedDelivery }) | { ok: false; rejection: Rejection }> {
  const { scheme: name, permission } = endpoint
  const query = parse(endpoint.query, request.query)
  if (!query.ok) return badSignature
  const named = { ...query.value, ...inPath }
  const region = named.region as Region | undefined
  const principal: Principal = { kind: 'provider', scheme: name }
  const claim = {
    endpoint: { access: endpoint.access, permission },
    region,
    principal,
    workspaceId: textIn(named, 'workspaceId'),
    agentId: textIn(named, 'agentId'),
    conversationId: undefined,
    wanted: undefined,
  }
  const tenant = (await tenantNamed(mount.gatekeeper, claim, region)) ?? ''
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const sentTo: SignedPlace = { region, tenant, named, raw }
  const place = placeOfDelivery(endpoint.name, sentTo)
  const counters = mount.limitsOf(region)
  const wrong = limitsOfWrong(place, request, counters?.factor ?? 1)
  const refused = counters && refusedSender(counters.limits, wrong)
  if (refused) return refused
  const secret = await mount.webhooks?.secretOf(endpoint.name, sentTo)
  if (!secret) return badlySigned()
  const { now = Date.now } = mount.webhooks ?? {}
  const delivered = {
    method: request.method,
    path: request.raw.url ?? '',
    header: (header: string) => headerOf(request, header),
    raw,
  }
  if (!schemes[name].isSigned(delivered, secret, Math.floor(now() / 1000))) {
    mount.webhooks?.countWrong?.(region, tenant, place)
    return badlySigned()
  }
  const authorised = await authorise(mount.gatekeeper, claim)
  if (!authorised.ok) return authorised
  const id = schemes[name].idOf(delivered)
  const of = JSON.stringify([endpoint.name, named, id])
  const key = createHash('sha256').update(of).digest('base64url')
  return { ok: true, principal, tenant, holder: authorised.holder, delivery: { key, id, raw } }

  async function badlySigned() {
    await counters?.limits.take(wrong)
    return badSignature
  }
}

/** Parses the body of a delivery as JSON. */
export function bodyOf({ raw }: SignedDelivery): { ok: true; value: unknown } | ReturnType<typeof refuse> {
  const parsed = parseJsonBody(raw.toString())
  return parsed.ok ? parsed : refuse('invalid-input', parsed.message)
}
