/** The agency of a workspace, under the workspace's id; its secret and what its team wrote stay sealed. */
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { defaultSettings, evolveSettings } from '@parley/contracts/agency/folded.ts'
import type { AgencyView } from '@parley/contracts/agency/settings.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export const agenciesProjection = tenantProjection<AgencyView>()({
  name: 'agencies',
  version: 3,
  events: agencyEvents,
  indexes: {},
  identify: ({ tenant }) => tenant,
  project(agency, event) {
    const lastModified = event.data.at
    if (event.type === 'AgencyCreated') {
      const { agencyId: ID, userId, name, brandingText, secret, at: createdAt } = event.data
      return { ...defaultSettings, ID, userId, name, brandingText, secret, createdAt, lastModified }
    }
    if (!agency) return undefined
    if (event.type === 'AgencySecretRegenerated')
      return { ...agency, secret: event.data.secret, lastModified }
    if (event.type === 'AgencySsoSecretCreated')
      return { ...agency, ssoSecretCreatedAt: event.data.at, lastModified }
    if (event.type === 'AgencySsoSecretRemoved') {
      const { ssoSecretCreatedAt: _, ...without } = agency
      return { ...without, lastModified }
    }
    const { ID, userId, secret, ssoSecretCreatedAt, createdAt, ...settings } = agency
    const kept = { ID, userId, secret, ...(ssoSecretCreatedAt && { ssoSecretCreatedAt }), createdAt }
    return { ...evolveSettings(settings, event), ...kept, lastModified }
  },
})
