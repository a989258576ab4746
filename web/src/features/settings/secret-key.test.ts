import { agentDocumentSchema } from '@parley/contracts/agent/document.ts'
import { expect, it } from 'vitest'
import { newSecretKey } from './secret-key.ts'

it('generates a different key each time, valid for the contract', () => {
  const keys = Array.from({ length: 200 }, newSecretKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(agentDocumentSchema.safeParse({ SECRET_API_KEY: key }).success).toBe(true)
})
