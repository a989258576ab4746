import { api } from '@parley/contracts/api.ts'
import type { Endpoint } from '@parley/contracts/endpoint.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { examplesOf } from './api-examples.ts'
import { exampleOf } from './example-value.ts'

const endpoints: Endpoint[] = Object.values(api)

test('the examples of every call have a body, and every query, that it takes', () => {
  const refused = endpoints.flatMap(({ name, body, query }) =>
    [body, query].flatMap((schema) => {
      const parsed = schema?.safeParse(exampleOf(schema))
      return parsed && !parsed.success ? `${name}: ${z.prettifyError(parsed.error)}` : []
    }),
  )
  expect(refused).toEqual([])
})

test('every call has examples but those that only a provider can sign', () => {
  const without = endpoints.filter((endpoint) => !examplesOf(endpoint))
  expect(without.map(({ access }) => access)).toEqual(without.map(() => 'signed'))
})
