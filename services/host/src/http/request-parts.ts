/** Accessors for parts of a request. */
import type { FastifyRequest } from 'fastify'

export const SESSION_COOKIE = 'parley_session'
export const DEVICE_COOKIE = 'parley_device'

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const [key, value] = part.trim().split('=')
    if (key === name && value) return decoded(value)
  }
  return undefined
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}

export function textIn(input: unknown, name: string): string | undefined {
  if (typeof input !== 'object' || input === null || !(name in input)) return undefined
  const value = Object.entries(input).find(([key]) => key === name)?.[1]
  return typeof value === 'string' ? value : undefined
}
