/**
 * Who may look at how the platform runs. With METRICS_TOKEN: whoever bears it. Without: callers on this machine or on
 * a private network who come by themselves, not through a proxy that hands on what the world asks.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

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

/** Whether a caller is on this machine or a private network, and comes by itself. */
export function isNear(request: FastifyRequest): boolean {
  return !handedOn.some((name) => name in request.headers) && isPrivate(request.socket.remoteAddress ?? '')
}

/**
 * Whether the page that a browser asked from is one of this server: a name that somebody else points at a private
 * address (DNS rebinding) is neither this machine's nor in PUBLIC_URL.
 */
export function isOwnName(request: FastifyRequest, publicUrl: string): boolean {
  const { hostname } = request
  const bare = hostname.replace(/^\[|\]$/g, '')
  return bare === 'localhost' || isIP(bare) > 0 || hostname === new URL(publicUrl).hostname
}

function isPrivate(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(plain)
  return family > 0 && privateNetworks.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

function bears(request: FastifyRequest, token: string): boolean {
  const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [one, other] = [given, token].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one!, other!)
}
