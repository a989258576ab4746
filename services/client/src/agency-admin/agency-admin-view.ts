/** What the dashboard of a client is told of the agency's admin, who is no client. */
import type { ClientSessionView } from '@parley/contracts/client/sign-in-endpoints.ts'
import { defaultClientLanguage } from '@parley/contracts/languages.ts'
import { defaultDashboardLayout } from '@parley/contracts/organisation/dashboard-layouts.ts'
import type { ClientPrincipal } from '../sign-in/client-sessions.ts'

export function agencyAdminView(
  principal: ClientPrincipal & { agencyAdmin: { expiresAt: number } },
  of: Pick<ClientSessionView, 'permissions'> & { widgetIDs: string[] },
  now = Date.now(),
): ClientSessionView {
  const { clientId: ID, canAccess, tenant, region, sessionId, notifications, agencyAdmin } = principal
  const { expiresAt } = agencyAdmin
  return {
    success: true,
    clientData: {
      ...{ ID, orgId: '', name: 'Agency admin', email: '', squarePhotoURL: '' },
      ...{ canAccess: [...canAccess], clientTabOrder: [], widgetIDs: of.widgetIDs },
      ...{ isOrgAdmin: false, allowCreateAgents: false, canDelegateChats: false, hideAdvancedSettings: true },
      notificationsSettings: notifications,
      preferredLanguage: defaultClientLanguage,
      ...{ status: 'offline', hasOpenId: false, isNewSignup: false },
      onboardingState: {
        ...{ isCompleted: true, goals: [] },
        ...{ companyName: '', companyWebsite: '', companyDescription: '' },
      },
    },
    orgData: { ID: '', name: '', squarePhotoURL: '', dashboardLayout: defaultDashboardLayout },
    ...{ sessionId, region, agencyId: tenant },
    permissions: of.permissions,
    // The specification gives it five pages.
    customTabs: [],
    feedback: false,
    agencyAdmin: {
      expiresAt: new Date(expiresAt).toISOString(),
      secondsLeft: Math.max(0, Math.floor((expiresAt - now) / 1_000)),
    },
  }
}
