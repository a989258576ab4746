/** What comes back of the mails of workspaces: bounces and complaints, and the addresses that nothing is sent to. */
import { bounceEndpoints } from '@parley/contracts/agency/bounce-endpoints.ts'
import { bounceEvents } from '@parley/contracts/agency/bounce-events.ts'
import { clientSubject } from '@parley/contracts/client/events.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { userSubject } from '@parley/contracts/message.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import { defineModule, type ModuleScope } from '@parley/kernel/modules/module.ts'
import { bouncedAddress } from './bounced-address.decider.ts'
import { type Bounces, createBounces } from './bounces.ts'
import { reportFromResend } from './resend-report.ts'
import { createReturnPaths, normalAddress } from './return-path.ts'

type Needs = {
  clientNames: { clientAt(tenant: string, email: string): Promise<string | undefined> }
  workspaces: { contactsOf(tenant: string): Promise<{ userId: string; email: string }[]> }
}
type Settings = { masterKey: Buffer; RESEND_WEBHOOK_SECRET?: string | undefined }
type Scope = ModuleScope<Needs, Settings>
type Provides = {
  bounces: Omit<Bounces, 'clear'> & {
    addressIdOf(tenant: string, email: string): string
  }
}

export const bouncesModule = defineModule({
  name: 'bounces',
  endpoints: bounceEndpoints,
  aggregates: [bouncedAddress],
  audited: bounceEvents,

  start(scope: Scope) {
    const { paths, bounces } = partsOf(scope)
    const { clear, ...others } = bounces
    const handlers: Pick<Handlers<typeof bounceEndpoints>, 'bounces.clear'> = {
      async 'bounces.clear'({ tenant, params: { addressId }, context }) {
        const cleared = await clear(tenant, addressId, context)
        return cleared.ok ? reply({ success: true as const }, cleared.position) : cleared
      },
    }
    return {
      handlers,
      webhookSecrets: { 'bounces.fromResend': async () => scope.config.RESEND_WEBHOOK_SECRET },
      provides: { bounces: { ...others, addressIdOf: paths.addressIdOf } } satisfies Provides,
    }
  },

  startSpanning(regions: ReadonlyMap<Region, Scope>) {
    const parts = new Map([...regions].map(([region, scope]) => [region, partsOf(scope)]))
    const [first] = parts.values()
    if (!first) throw new Error('No region is served here')
    const handlers: Pick<Handlers<typeof bounceEndpoints>, 'bounces.fromResend'> = {
      async 'bounces.fromResend'({ body, context }) {
        const came = reportFromResend(body)
        const path = came && first.paths.read(came.returnPath)
        // Of a region that is not served here: Resend delivers it to where that is served, too.
        const bounces = path && parts.get(path.region)?.bounces
        if (came) await bounces?.record({ ...came, by: 'resend', reportId: context.cause.command })
        return reply({ received: true as const })
      },
    }
    return handlers
  },
})

function partsOf({ config, engines, ports }: Scope) {
  const { commands, region } = engines
  const paths = createReturnPaths(config.masterKey)
  const bounces = createBounces({
    ...{ region, commands, paths },
    async subjectAt(tenant, email) {
      const clientId = await ports.clientNames.clientAt(tenant, email)
      if (clientId !== undefined) return clientSubject(clientId)
      const members = await ports.workspaces.contactsOf(tenant)
      const member = members.find((one) => normalAddress(one.email) === email)
      return member && userSubject(member.userId)
    },
  })
  return { paths, bounces }
}
