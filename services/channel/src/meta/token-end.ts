/** When a token of Meta ends (developers.facebook.com/docs/graph-api/reference/debug_token). */
import { z } from 'zod'
import type { GraphApi, GraphCredentials } from './graph-api.ts'

const appSchema = z.object({ id: z.string().regex(/^\d+$/) })
/** `expires_at`: unix seconds; 0 for a token that does not end. */
const debugSchema = z.object({ data: z.object({ expires_at: z.number().int().nonnegative().default(0) }) })

/** ISO 8601; undefined for a token that does not end, and where Meta does not say. */
export async function tokenEnd(api: GraphApi, credentials: GraphCredentials): Promise<string | undefined> {
  const app = await api.call(credentials, {
    method: 'GET',
    path: ['app'],
    query: { fields: 'id' },
    answer: appSchema,
  })
  if (!app.ok) return undefined
  // Only the app itself may ask. Meta takes the token that is asked about as a parameter alone.
  const { secret } = credentials
  const about = await api.call(
    { token: `${app.result.id}|${secret}`, secret },
    { method: 'GET', path: ['debug_token'], query: { input_token: credentials.token }, answer: debugSchema },
  )
  const seconds = about.ok ? about.result.data.expires_at : 0
  const ends = new Date(seconds * 1_000)
  return seconds === 0 || Number.isNaN(ends.getTime()) ? undefined : ends.toISOString()
}
