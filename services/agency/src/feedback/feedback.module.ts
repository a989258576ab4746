/** What the clients of an agency write to it. */
import { feedbackEndpoints } from '@parley/contracts/agency/feedback-endpoints.ts'
import type { Permission } from '@parley/contracts/permissions.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { agency } from '../agency.decider.ts'
import { type FeedbackDeps, feedbackHandlers } from './feedback.handlers.ts'

type Needs = {
  agencies: { addressOf: FeedbackDeps['addressOf'] }
  files: { typeOf: FeedbackDeps['typeOf'] }
  mail: { send: FeedbackDeps['send'] }
  workspaces: {
    holdersOf(tenant: string, permission: Permission): Promise<{ userId: string; email: string }[]>
  }
}
type Provides = {
  feedback: {
    /** Whether somebody reads what the clients of an agency write to it. */
    isRead(agencyId: string): Promise<boolean>
  }
}

export const feedbackModule = defineModule({
  name: 'feedback',
  endpoints: feedbackEndpoints,

  start({ engines, ports }: ModuleScope<Needs>) {
    const { load } = engines.commands
    /** The support address of the agency; without one, those who manage it. */
    const readersOf = async (agencyId: string) => {
      const state = (await load(agency, agencyId, agencyId))?.state
      if (state?.status !== 'live') return []
      const { supportEmail } = state.settings
      if (supportEmail !== '') return [supportEmail]
      return (await ports.workspaces.holdersOf(agencyId, 'agency.manage')).map(({ email }) => email)
    }
    return {
      handlers: feedbackHandlers({
        ...{ load, readersOf, region: engines.region, rateLimits: engines.rateLimits },
        addressOf: ports.agencies.addressOf,
        typeOf: ports.files.typeOf,
        send: ports.mail.send,
      }),
      provides: {
        feedback: { isRead: async (agencyId) => (await readersOf(agencyId)).length > 0 },
      } satisfies Provides,
    }
  },
})
