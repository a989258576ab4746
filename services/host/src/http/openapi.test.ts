import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { holds, permissionNames, roleNames } from '@parley/contracts/permissions.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { apiReferencePage } from '../pages/operations-pages.ts'
import { permissionsPage } from '../pages/permissions-page.ts'
import { openApiDocument, PERMISSIONS_PATH } from './openapi.ts'

const answer = z.object({ description: z.string(), headers: z.record(z.string(), z.unknown()).optional() })
const operation = z.object({
  operationId: z.string(),
  responses: z.record(z.string(), answer),
  description: z.string(),
  'x-permission': z.enum(permissionNames),
})
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(openApiDocument(api, 'https://parley.example'))
const operations = Object.values(paths).flatMap((path) => Object.values(path))
const described = (name: string) => operations.find(({ operationId }) => operationId === name)?.description

describe('the OpenAPI document', () => {
  test('states the permission of every call', () => {
    expect(operations.length).toBe(Object.keys(api).length)
    for (const { description, 'x-permission': permission } of operations)
      expect(description).toContain(`\`${permission}\``)
  })

  test('names the roles that hold it, from the table of permissions', () => {
    expect(described('agents.get')).toMatch(/session of a member.*workspace secret.*or the agent’s key/)
    expect(described('agents.delete')).toMatch(
      /session of a member, the workspace secret.*, or an access token that was given it, as bearer\.$/,
    )
    expect(described('public.agent')).toContain('no credentials needed')
  })
})

describe('of calls that access tokens may make, the OpenAPI document says', () => {
  const byToken = operations.filter(({ 'x-permission': permission, operationId }) => {
    const { access } = (api as Record<string, Endpoint>)[operationId] ?? {}
    return access === undefined && holds({ role: 'token' }, permission)
  })

  test('that a token has a limit and may have expired', () => {
    expect(byToken.length).toBeGreaterThan(200)
    for (const { operationId, responses } of byToken) {
      expect(responses['401']?.description, operationId).toContain('`token-expired`')
      expect(responses['429']?.description, operationId).toContain('`too-many-requests`')
      for (const header of ['RateLimit', 'RateLimit-Policy']) {
        expect(responses['200']?.headers, operationId).toHaveProperty(header)
        expect(responses['429']?.headers, operationId).toHaveProperty(header)
      }
    }
  })
})

const reference = apiReferencePage(api)

test('the API reference says what a field is for whose name does not', () => {
  const why =
    /<code>untested<\/code>: Why it is published although tests have to pass first and did not, [^<]+\.<\/p>/g
  expect(reference.match(why)).toHaveLength(4)
})

describe('the page of permissions', () => {
  const page = permissionsPage(api)
  const rowOf = (permission: string) =>
    new RegExp(`<tr id="${permission}">.*?</tr>`, 's').exec(page)?.[0] ?? ''

  test('shows every permission and role as the table has it', () => {
    for (const permission of permissionNames) {
      const marks = [...rowOf(permission).matchAll(/<td class="mark">(.*?)<\/td>/g)].map(([, mark]) => mark)
      expect(marks, permission).toEqual(roleNames.map((role) => (holds({ role }, permission) ? 'yes' : '')))
    }
  })

  test('lists the calls that need a permission', () => {
    for (const { name, permission } of Object.values(api)) expect(rowOf(permission)).toContain(name)
    // Asked within calls that change clients and organisations.
    expect(rowOf('organisation.rules.manage')).toContain('No call yet.')
  })

  test('is linked from each call of the API reference', () => {
    expect(reference).toContain(`href="${PERMISSIONS_PATH}"`)
    expect(reference).toContain(`href="${PERMISSIONS_PATH}#audit.read"`)
  })
})
