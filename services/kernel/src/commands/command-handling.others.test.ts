import { defineEvents } from '@parley/contracts/message.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Aggregate, accept, refuse } from './decider.ts'

type Lit = { type: 'LampLit'; data: Record<string, never> }

const lamp: Aggregate<'none' | 'lit', 'light' | 'dim', Lit> = {
  category: 'lamp',
  events: defineEvents({ LampLit: { version: 1, data: z.object({}) } }),
  decider: {
    initialState: 'none',
    evolve: () => 'lit',
    decide(command, state) {
      if (command === 'light') return accept({ type: 'LampLit', data: {} })
      return refuse('not-found', state === 'none' ? 'This lamp does not exist.' : 'This lamp has no dimmer.')
    },
  },
}

test('refuses a stream of another tenant as missing, and an own stream according to its state', async () => {
  const region = await openTestRegion()
  const { handle } = region
  const messageOf = async (tenant: string, id: string, command: 'light' | 'dim') => {
    const actor = { kind: 'user', id: 'u1' } as const
    const cause = { via: 'api', command: `${command} by ${tenant}`, correlation: 'c' } as const
    const handled = await handle(lamp, id, command, { tenant, actor, cause })
    return handled.ok ? undefined : handled.rejection.message
  }
  expect(await messageOf('w1', '1', 'light')).toBeUndefined()
  expect(await messageOf('w1', '1', 'dim')).toBe('This lamp has no dimmer.')
  expect(await messageOf('w2', '1', 'dim')).toBe('This lamp does not exist.')
  expect(await messageOf('w2', '2', 'dim')).toBe('This lamp does not exist.')
  expect(await messageOf('w2', '1', 'light')).toBe('Not found.')
  await region.close()
})
