/** Every endpoint of Parley, by name. Routes, typed clients, OpenAPI and access tests are generated from it. */
import { bounceEndpoints } from './agency/bounce-endpoints.ts'
import { domainEndpoints } from './agency/domain-endpoints.ts'
import { emailDomainEndpoints } from './agency/email-domain-endpoints.ts'
import { agencyEndpoints } from './agency/endpoints.ts'
import { feedbackEndpoints } from './agency/feedback-endpoints.ts'
import { agencyHomeEndpoints } from './agency/home-endpoints.ts'
import { whiteLabelEndpoints } from './agency/white-label-endpoints.ts'
import { blueprintEndpoints } from './agent/blueprint-endpoints.ts'
import { canaryEndpoints } from './agent/canary-endpoints.ts'
import { editorEndpoints } from './agent/editor-endpoints.ts'
import { agentEndpoints } from './agent/endpoints.ts'
import { translationEndpoints } from './agent/translation-endpoints.ts'
import { analyticsEndpoints } from './analytics/endpoints.ts'
import { monthlyReportEndpoints } from './analytics/monthly-report-endpoints.ts'
import { reportEndpoints } from './analytics/report-endpoints.ts'
import { workspaceAnalyticsEndpoints } from './analytics/workspace-endpoints.ts'
import { auditEndpoints } from './audit/endpoints.ts'
import { campaignEndpoints } from './campaign/endpoints.ts'
import { visitorPushEndpoints } from './campaign/visitor-push-endpoints.ts'
import { channelEndpoints } from './channel/endpoints.ts'
import { metaAppEndpoints } from './channel/meta-app-endpoints.ts'
import { metaEndpoints } from './channel/meta-endpoints.ts'
import { simulationEndpoints } from './channel/simulation-endpoints.ts'
import { templateEndpoints } from './channel/template-endpoints.ts'
import { agencyAdminEndpoints } from './client/agency-admin-endpoints.ts'
import { clientEndpoints } from './client/endpoints.ts'
import { clientOpenIdEndpoints } from './client/openid-endpoints.ts'
import { ownAgentEndpoints } from './client/own-agent-endpoints.ts'
import { clientSignInEndpoints } from './client/sign-in-endpoints.ts'
import { assistantEndpoints } from './conversation/assistant-endpoints.ts'
import { conversationEndpoints } from './conversation/endpoints.ts'
import { inboxEndpoints } from './conversation/inbox-endpoints.ts'
import { leadEndpoints } from './conversation/lead-endpoints.ts'
import { previewEndpoints } from './conversation/preview-endpoints.ts'
import { readingEndpoints } from './conversation/reading-endpoints.ts'
import { returningEndpoints } from './conversation/returning-endpoints.ts'
import { traceEndpoints } from './conversation/trace-endpoints.ts'
import { visitEndpoints } from './conversation/visit-endpoints.ts'
import { visitorDataEndpoints } from './conversation/visitor-data-endpoints.ts'
import { visitorEndpoints } from './conversation/visitor-endpoints.ts'
import { creditsEndpoints } from './credits/endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { evaluationEndpoints } from './evaluation/endpoints.ts'
import { fileEndpoints } from './file/endpoints.ts'
import { identityEndpoints } from './identity/endpoints.ts'
import { openIdEndpoints } from './identity/openid-endpoints.ts'
import { passkeyEndpoints } from './identity/passkey-endpoints.ts'
import { twoFactorEndpoints } from './identity/two-factor-endpoints.ts'
import { credentialEndpoints } from './integration/credential-endpoints.ts'
import { integrationEndpoints } from './integration/endpoints.ts'
import { importEndpoints } from './integration/import-endpoints.ts'
import { logEndpoints } from './integration/log-endpoints.ts'
import { promptEndpoints } from './integration/prompt-endpoints.ts'
import { webhookEndpoints } from './integration/webhook-endpoints.ts'
import { crawlEndpoints } from './knowledge/crawl-endpoints.ts'
import { knowledgeEndpoints } from './knowledge/endpoints.ts'
import { liveEndpoints } from './live/endpoints.ts'
import { modelEndpoints } from './models/endpoints.ts'
import { notificationEndpoints } from './notification/endpoints.ts'
import { onboardingEndpoints } from './onboarding/endpoints.ts'
import { organisationEndpoints } from './organisation/endpoints.ts'
import { organisationOpenIdEndpoints } from './organisation/openid-endpoints.ts'
import { ownOrganisationEndpoints } from './organisation/own-endpoints.ts'
import { organisationSnapshotEndpoints } from './organisation/snapshot/endpoints.ts'
import { workspaceEndpoints } from './workspace/endpoints.ts'
import { inboxSettingsEndpoints } from './workspace/inbox-settings.ts'
import { workspaceMailEndpoints } from './workspace/mail-endpoints.ts'
import { memberEndpoints } from './workspace/member-endpoints.ts'
import { savedViewEndpoints } from './workspace/saved-views.ts'
import { tokenEndpoints } from './workspace/token-endpoints.ts'

export const api = {
  ...identityEndpoints,
  ...twoFactorEndpoints,
  ...openIdEndpoints,
  ...passkeyEndpoints,
  ...workspaceEndpoints,
  ...memberEndpoints,
  ...workspaceMailEndpoints,
  ...inboxSettingsEndpoints,
  ...savedViewEndpoints,
  ...tokenEndpoints,
  ...agencyEndpoints,
  ...agencyHomeEndpoints,
  ...whiteLabelEndpoints,
  ...feedbackEndpoints,
  ...domainEndpoints,
  ...emailDomainEndpoints,
  ...bounceEndpoints,
  ...agentEndpoints,
  ...blueprintEndpoints,
  ...canaryEndpoints,
  ...editorEndpoints,
  ...translationEndpoints,
  ...crawlEndpoints,
  ...knowledgeEndpoints,
  ...conversationEndpoints,
  ...visitEndpoints,
  ...modelEndpoints,
  ...integrationEndpoints,
  ...importEndpoints,
  ...credentialEndpoints,
  ...webhookEndpoints,
  ...logEndpoints,
  ...promptEndpoints,
  ...channelEndpoints,
  ...templateEndpoints,
  ...simulationEndpoints,
  ...metaEndpoints,
  ...metaAppEndpoints,
  ...campaignEndpoints,
  ...visitorPushEndpoints,
  ...traceEndpoints,
  ...previewEndpoints,
  ...assistantEndpoints,
  ...visitorEndpoints,
  ...returningEndpoints,
  ...evaluationEndpoints,
  ...fileEndpoints,
  ...visitorDataEndpoints,
  ...inboxEndpoints,
  ...readingEndpoints,
  ...leadEndpoints,
  ...analyticsEndpoints,
  ...workspaceAnalyticsEndpoints,
  ...reportEndpoints,
  ...monthlyReportEndpoints,
  ...creditsEndpoints,
  ...auditEndpoints,
  ...liveEndpoints,
  ...notificationEndpoints,
  ...onboardingEndpoints,
  ...organisationEndpoints,
  ...organisationOpenIdEndpoints,
  ...ownOrganisationEndpoints,
  ...organisationSnapshotEndpoints,
  ...clientEndpoints,
  ...clientSignInEndpoints,
  ...clientOpenIdEndpoints,
  ...agencyAdminEndpoints,
  ...ownAgentEndpoints,
} satisfies Record<string, Endpoint>

export type Api = typeof api
export type EndpointName = keyof Api
