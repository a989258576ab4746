/** Parts of a request by name. */
import type {} from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'

export const SESSION_COOKIE = 'parley_session'
/** Of a view as a client, beside the viewer's own session. */
export const VIEW_COOKIE = 'parley_view'
export const DEVICE_COOKIE = 'parley_device'

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** The credentials of the scheme `Bearer`, whose name may be written in any case (RFC 9110). */
export function bearerIn(request: FastifyRequest): string | undefined {
  const given = request.headers.authorization ?? ''
  return given.slice(0, 7).toLowerCase() === 'bearer ' ? given.slice(7).trim() : undefined
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  return request.cookies[name] || undefined
}

export function textIn(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null || !(name in input)) return undefined
  const value = Object.entries(input).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** The languages that a browser asks for, the most wanted first as browsers send them: `de-DE`, `en`. */
export function languageTagsOf(request: FastifyRequest): string[] {
  const asked = (request.headers['accept-language'] ?? '').slice(0, 500).split(',')
  return asked.map((tag) => tag.split(';')[0]?.trim() ?? '')
}
