/**
 * The endpoints with their real authorisation, and handlers that only record the tenant they were called for: so every
 * caller can try everything, deletions included.
 */
import { WORKSPACE_HEADER } from '@parley/contracts/client.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { fillPath } from '@parley/contracts/routes.ts'
import { gatekeeperOf } from '@parley/host/gatekeeper.ts'
import { namesAgentInBody } from '@parley/host/http/caller.ts'
import { mountEndpoints } from '@parley/host/http/mount.ts'
import { createEmbedTickets } from '@parley/host/http/origins.ts'
import { createMetrics } from '@parley/host/metrics.ts'
import { createQuotas } from '@parley/host/quotas/quotas.ts'
import { noTracing } from '@parley/host/tracing.ts'
import { reply } from '@parley/kernel/commands/handler.ts'
import fastify from 'fastify'
import { z } from 'zod'
import type { TestPlatform } from './test-platform.ts'

export type Asked = {
  token: string | undefined
  /** Fills the path, and the ids in the body. */
  named: Record<string, string>
  /** The workspace named in the header. */
  workspace: string
}

export type AskedOnly = {
  /** The status, and the tenant for which the handler was called, if it was. */
  ask(endpoint: Endpoint, asked: Asked): Promise<{ status: number; tenant: string | undefined }>
  stop(): Promise<void>
}

const agentInBody = z.looseObject({ agentId: z.string() })

export async function startAskedOnly(
  { config, platform }: TestPlatform,
  endpoints: Endpoint[],
): Promise<AskedOnly> {
  const server = fastify()
  // The content is not validated: access is decided before, by the agent in the body of an endpoint that takes one there.
  const bare = endpoints.map((endpoint) => [
    endpoint.name,
    { ...endpoint, query: undefined, body: namesAgentInBody(endpoint) ? agentInBody : undefined },
  ])
  const quotas = createQuotas({ metrics: createMetrics() })
  const handlers = Object.fromEntries(
    endpoints.map(({ name }) => [name, ({ tenant }: { tenant: string }) => reply({ tenant })]),
  )
  mountEndpoints(
    server,
    {
      endpoints: Object.fromEntries(bare),
      handlersOf: () => handlers,
      gatekeeper: gatekeeperOf(config, platform.regions, quotas.of),
      waitFor: async () => undefined,
      seenIn: () => '',
      publicUrl: config.publicUrl,
      tracing: noTracing,
      origins: {
        tickets: createEmbedTickets(config.masterKey),
        listOf: async () => [],
        isTestPanel: async () => false,
      },
      closing: new AbortController().signal,
      limitsOf: () => undefined,
      quotas,
      countryHeader: undefined,
      checkOutputs: false,
    },
    ['na', 'eu'],
  )
  await server.ready()
  return {
    async ask(endpoint, { token, named, workspace }) {
      const { agentId } = named
      const answer = await server.inject({
        method: endpoint.method,
        url: fillPath(endpoint.path, named),
        headers: {
          [WORKSPACE_HEADER]: workspace,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        // Also where the endpoint takes none: it must open nothing there.
        ...(endpoint.method === 'GET' ? {} : { payload: { agentId } }),
      })
      return { status: answer.statusCode, tenant: answer.json().tenant }
    },
    stop: () => server.close(),
  }
}
