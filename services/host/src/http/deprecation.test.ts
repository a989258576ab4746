import { defineEndpoints, type Endpoint } from '@parley/contracts/endpoint.ts'
import { reply } from '@parley/kernel/commands/handler.ts'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createMetrics } from '../metrics.ts'
import { createQuotas } from '../quotas/quotas.ts'
import { noTracing } from '../tracing.ts'
import { mountEndpoints } from './mount.ts'
import { openApiDocument } from './openapi.ts'
import { createEmbedTickets } from './origins.ts'

const since = new Date('2026-12-01T00:00:00Z')
const until = new Date('2027-06-01T00:00:00Z')
const sample = {
  summary: 'Sample',
  method: 'GET',
  kind: 'query',
  access: 'anyone',
  permission: 'agent.read-public',
  output: z.object({ id: z.string() }),
} as const
const endpoints: Record<string, Endpoint> = defineEndpoints({
  'sample.present': { ...sample, path: '/present' },
  'sample.deprecated': { ...sample, path: '/deprecated', deprecated: { since, instead: 'Call another.' } },
  'sample.ending': { ...sample, path: '/ending', deprecated: { since, until, instead: 'Call another.' } },
})

test('answers of a deprecated call say since when it is, and until when it can be called', async () => {
  const server = fastify()
  mountEndpoints(
    server,
    {
      endpoints,
      handlersOf: () =>
        Object.fromEntries(Object.keys(endpoints).map((name) => [name, () => reply({ id: 'a' })])),
      gatekeeper: {
        principalOf: async () => ({ kind: 'nobody' }),
        workspacesOf: async () => [],
        membershipOf: async () => undefined,
        standingOf: async () => 'open',
        tenantOfAgent: async () => undefined,
      },
      waitFor: async () => undefined,
      seenIn: () => '',
      publicUrl: 'http://localhost',
      tracing: noTracing,
      origins: {
        tickets: createEmbedTickets(Buffer.alloc(32)),
        listOf: async () => [],
        isTestPanel: async () => false,
      },
      closing: new AbortController().signal,
      limitsOf: () => undefined,
      quotas: createQuotas({ metrics: createMetrics() }),
      countryHeader: undefined,
      checkOutputs: true,
    },
    ['na'],
  )
  await server.ready()
  const headersOf = async (url: string) => (await server.inject(url)).headers
  expect(await headersOf('/present')).not.toHaveProperty('deprecation')
  const deprecated = await headersOf('/deprecated')
  expect(deprecated.deprecation).toBe('@1796083200')
  expect(deprecated).not.toHaveProperty('sunset')
  expect((await headersOf('/ending')).sunset).toBe('Tue, 01 Jun 2027 00:00:00 GMT')
  await server.close()
})

test('the OpenAPI document says it, too', () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.object({ get: z.record(z.string(), z.unknown()) })) })
    .parse(openApiDocument(endpoints, 'https://parley.test'))
  expect(paths['/present']?.get).not.toHaveProperty('deprecated')
  const operation = paths['/ending']?.get
  expect(operation?.deprecated).toBe(true)
  expect(operation?.description).toContain('Deprecated: Call another.')
  expect(operation?.responses).toHaveProperty('200.headers.Sunset')
})
