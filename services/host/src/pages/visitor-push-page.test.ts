import type { AgencyHost } from '@parley/kernel/commands/handler.ts'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { serveVisitorPush, type VisitorPushPages } from './visitor-push-page.ts'

const brand = {
  ...{ name: 'North', logo: '', darkLogo: '', favicon: '', primary: '#15803d', fontFamily: '' },
  ...{ styles: '', mainWebsite: '', tosPage: '', privacyPage: '' },
}
const agents: Record<string, string> = { norths: 'north', souths: 'south' }

async function statusOf(agentId: string, host: AgencyHost | undefined): Promise<number> {
  const server = fastify()
  server.decorateRequest('agencyHost', undefined)
  server.addHook('onRequest', async (request) => {
    request.agencyHost = host
  })
  const agent = { title: 'Sign in', lang: 'en', offerNotifications: true }
  serveVisitorPush(server, {
    publicAgent: async (_, id) => (id in agents ? ({ agent } as never) : undefined),
    tenantOf: async ({ agentId: id }) => agents[id],
    brandOf: async () => brand,
    keyIn: () => 'key',
  } satisfies VisitorPushPages)
  const { statusCode } = await server.inject(`/widget/push/na/${agentId}/allow`)
  await server.close()
  return statusCode
}

test('at the domain of an agency, nobody allows notifications of the agents of others under its name', async () => {
  const host: AgencyHost = { region: 'na', agencyId: 'north', domain: 'chat.north.example' }
  expect(await statusOf('norths', host)).toBe(200)
  expect(await statusOf('souths', host)).toBe(404)
  expect(await statusOf('souths', undefined)).toBe(200)
})
