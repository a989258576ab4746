/** When a token of Meta ends (developers.facebook.com/docs/graph-api/reference/debug_token). */
import { z } from 'zod'
import type { GraphApi, GraphCredentials } from './graph-api.ts'

const appSchema = z.object({ id: z.string().regex(/^\d+$/) })
/** `expires_at`: unix seconds; 0 for a token that does not end. */
const debugSchema = z.object({ data: z.object({ expires_at: z.number().int().nonnegative().default(0) }) })

/** Asks of which app a token is. */
export function appOf(api: GraphApi, credentials: GraphCredentials) {
  return api.call(credentials, { method: 'GET', path: ['app'], query: { fields: 'id' }, answer: appSchema })
}

/** ISO 8601; undefined for a token that does not end, and where Meta does not say. `appId`: of the app that it is of. */
export async function tokenEnd(
  api: GraphApi,
  credentials: GraphCredentials,
  appId: string,
): Promise<string | undefined> {
  // Only the app itself may ask. Meta takes the token that is asked about as a parameter alone.
  const { secret } = credentials
  const about = await api.call(
    { token: `${appId}|${secret}`, secret },
    { method: 'GET', path: ['debug_token'], query: { input_token: credentials.token }, answer: debugSchema },
  )
  const seconds = about.ok ? about.result.data.expires_at : 0
  const ends = new Date(seconds * 1_000)
  return seconds === 0 || Number.isNaN(ends.getTime()) ? undefined : ends.toISOString()
}
