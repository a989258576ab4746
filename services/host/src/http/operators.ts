/**
 * Access to operational data. With METRICS_TOKEN: callers that send the token. Without: direct callers from this
 * machine or a private network, not those that a proxy forwards from outside.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem, sendProblem } from './answers.ts'

const privateNetworks = new BlockList()
for (const [network, bits, family] of [
  ['127.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
] as const)
  privateNetworks.addSubnet(network, bits, family)

const handedOn = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

export function isOperator(request: FastifyRequest, token: string | undefined): boolean {
  return token === undefined ? isNear(request) : bears(request, token)
}

/** Whether a caller is on this machine or a private network, and connects without a proxy. */
export function isNear(request: FastifyRequest): boolean {
  return !handedOn.some((name) => name in request.headers) && isPrivate(request.socket.remoteAddress ?? '')
}

/** Refuses callers without access. */
export function refuseStranger(
  metricsToken: string | undefined,
  request: FastifyRequest,
  answer: FastifyReply,
): FastifyReply {
  const [status, code, message] =
    metricsToken === undefined
      ? ([
          403,
          'not-allowed',
          'This is for this machine and its network. Set METRICS_TOKEN to read it from elsewhere.',
        ] as const)
      : ([401, 'not-signed-in', 'Send METRICS_TOKEN as bearer.'] as const)
  if (status === 401) answer.header('www-authenticate', 'Bearer')
  return sendProblem(answer, problem(status, code, message, request.id))
}

/** The refusal for callers from elsewhere that request the mail outbox. */
export function refuseReader(request: FastifyRequest, answer: FastifyReply): FastifyReply {
  const message = 'The outbox is for this machine and its network. Set SMTP_URL to have mails sent.'
  return sendProblem(answer, problem(403, 'not-allowed', message, request.id))
}

/**
 * Whether a browser called this server by its own name: a foreign name that points at a private address (DNS rebinding)
 * is neither local nor in PUBLIC_URL.
 */
export function isOwnName(request: FastifyRequest, publicUrl: string): boolean {
  const { hostname } = request
  const bare = hostname.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || isIP(bare) > 0 || hostname === new URL(publicUrl).hostname
}

/** Whether a form was sent from a page of this server, by the browser's Origin header. */
export function isOwnForm(request: FastifyRequest): boolean {
  const { origin, host } = request.headers
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host
}

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  return family > 0 && privateNetworks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** Whether the token was sent as bearer, or as the password of Basic authentication with any user name. */
export function bears(request: FastifyRequest, token: string): boolean {
  const [, scheme, credentials = ''] =
    /^(Bearer|Basic) (.+)$/i.exec(request.headers.authorization ?? '') ?? []
  const basic = scheme?.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString() : undefined
  const given = basic === undefined ? credentials : basic.slice(basic.indexOf(':') + 1 || basic.length)
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
