/** How whoever has the agency secret signs in as the agency's admin, and how these sessions are seen and ended. */
import { z } from 'zod'
import { defineEndpoints, wholeList, workspaceParams } from '../endpoint.ts'
import { acknowledged } from '../identity/endpoints.ts'
import { agencyId, clientClaims } from './sign-in-endpoints.ts'

const path = '/api/{region}/v2/workspaces/{workspaceId}/agency/admin-sessions'

export const agencyAdminSession = z.object({
  adminSessionId: z.string(),
  userAgent: z.string(),
  address: z.string(),
  /** The agency's domain at which it began; absent for one that began at the product's own address. */
  host: z.string().optional(),
  /** ISO 8601. */
  startedAt: z.string(),
  expiresAt: z.string(),
})
export type AgencyAdminSessionView = z.infer<typeof agencyAdminSession>

export const agencyAdminEndpoints = defineEndpoints({
  'clientAuth.signInWithSecret': {
    access: 'anyone',
    permission: 'account.sign-in',
    summary:
      'Sign in as the admin of an agency with the agency secret, for eight hours; the session ends when the secret is replaced',
    method: 'POST',
    path: '/api/auth/client/agency-admin',
    kind: 'command',
    body: z.object({ secret: z.string().min(1).max(200), agencyId }),
    /** For browsers, the token is also set as the HttpOnly cookie `parley_session`. */
    output: clientClaims.extend({ token: z.string() }),
    refusals: { 'wrong-credentials': 401, 'too-many-requests': 429 },
  },
  'agency.adminSessions': {
    summary: 'The sessions that the agency secret began and that have not ended, newest first',
    method: 'GET',
    path,
    permission: 'agency.manage',
    params: workspaceParams,
    ...wholeList(agencyAdminSession),
  },
  'agency.endAdminSession': {
    summary: 'End a session that the agency secret began',
    method: 'DELETE',
    path: `${path}/{adminSessionId}`,
    permission: 'agency.manage',
    kind: 'command',
    params: workspaceParams.extend({ adminSessionId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/) }),
    output: acknowledged,
  },
})
