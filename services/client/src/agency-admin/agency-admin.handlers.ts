/** How whoever manages an agency sees and ends the sessions that the agency secret began, in one region. */
import type { agencyAdminEndpoints } from '@parley/contracts/client/agency-admin-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { AgencyAdmins } from './agency-admins.ts'

export function agencyAdminHandlers(deps: {
  admins: Pick<AgencyAdmins, 'sessionsOf' | 'end'>
}): Pick<Handlers<typeof agencyAdminEndpoints>, 'agency.adminSessions' | 'agency.endAdminSession'> {
  const { admins } = deps
  return {
    async 'agency.adminSessions'({ tenant }) {
      const sessions = await admins.sessionsOf(tenant)
      const items = sessions.map(({ sessionId, userAgent, address, host, startedAt, expiresAt }) => ({
        ...{ adminSessionId: sessionId, userAgent, address },
        ...(host !== undefined && { host }),
        startedAt: new Date(startedAt).toISOString(),
        expiresAt: new Date(expiresAt).toISOString(),
      }))
      return reply({ items: items.reverse() })
    },

    async 'agency.endAdminSession'(call) {
      const of = { sessionId: call.params.adminSessionId, reason: 'revoked' } as const
      const ended = await admins.end(call.tenant, of, call)
      return ended.ok ? reply({ success: true }, ended.position) : ended
    },
  }
}
