import { api } from '@parley/contracts/api.ts'
import { openApiDocument } from '@parley/host/http/openapi.ts'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

test('a linter finds nothing in the OpenAPI document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      'operation-description': 'error',
      'operation-singular-tag': 'error',
      'operation-tag-defined': 'error',
      'path-params-defined': 'error',
      'operation-4xx-problem-details-rfc7807': 'error',
      'component-name-unique': 'error',
      // The terms are those of whoever runs the platform.
      'info-license': 'off',
      'tag-description': 'off',
      // Where two paths match, the one with fewer parameters is meant, as in every router.
      'no-ambiguous-paths': 'off',
    },
  })
  const source = JSON.stringify(openApiDocument(api, 'https://parley.test'))
  const findings = await lintFromString({ source, config })
  const lines = findings.map(
    ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
  )
  expect(lines).toEqual([])
})
