import { expect, test } from 'vitest'
import { agentDocumentSchema } from './document.ts'
import { maxDelayBeforeSubmit } from './fields/behaviour.ts'

test('an agent waits at most ten seconds for further messages of a burst', () => {
  const waiting = (delayBeforeSubmit: number) =>
    agentDocumentSchema.pick({ delayBeforeSubmit: true }).safeParse({ delayBeforeSubmit })
  expect(maxDelayBeforeSubmit).toBe(10_000)
  expect(waiting(10_000).success).toBe(true)
  expect(waiting(10_001).error?.issues[0]?.message).toBe('An agent waits for more at most 10 seconds.')
  expect(waiting(-1).success).toBe(false)
})
