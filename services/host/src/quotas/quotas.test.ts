import type { PlanName } from '@parley/contracts/billing/plans.ts'
import { expect, it, vi } from 'vitest'
import { createMetrics } from '../metrics.ts'
import { plans } from './plans.ts'
import { createQuotas } from './quotas.ts'

const quotasOf = (planOf: () => Promise<PlanName>) => createQuotas({ metrics: createMetrics(), planOf })

it('asks for the plan of a workspace once, and again after it changed', async () => {
  const planOf = vi.fn(async (): Promise<PlanName> => 'standard')
  const quotas = quotasOf(planOf)
  const both = await Promise.all([quotas.of('na', 'w1'), quotas.of('na', 'w1')])
  expect(both).toEqual([plans.standard, plans.standard])
  expect(planOf).toHaveBeenCalledTimes(1)
  await quotas.of('eu', 'w1')
  await quotas.of('na', 'w2')
  expect(planOf.mock.calls).toEqual([
    ['na', 'w1'],
    ['eu', 'w1'],
    ['na', 'w2'],
  ])
  quotas.planChanged('na', 'w1')
  await quotas.of('na', 'w1')
  await quotas.of('na', 'w2')
  expect(planOf).toHaveBeenCalledTimes(4)
})

it('does not keep an answer that was asked for before the plan changed', async () => {
  const answers: ((plan: PlanName) => void)[] = []
  const planOf = vi.fn(() => new Promise<PlanName>((answer) => answers.push(answer)))
  const quotas = quotasOf(planOf)
  const before = quotas.of('na', 'w1')
  quotas.planChanged('na', 'w1')
  answers[0]?.('standard')
  await before
  void quotas.of('na', 'w1')
  expect(planOf).toHaveBeenCalledTimes(2)
})

it('keeps no failure', async () => {
  const planOf = vi.fn(async (): Promise<PlanName> => 'standard')
  planOf.mockRejectedValueOnce(new Error('away'))
  const quotas = quotasOf(planOf)
  await expect(quotas.of('na', 'w1')).rejects.toThrow('away')
  expect(await quotas.of('na', 'w1')).toEqual(plans.standard)
})

it('asks for no plan where a request concerns no workspace', async () => {
  const planOf = vi.fn()
  const quotas = quotasOf(planOf)
  expect(await quotas.of('na', '')).toEqual(plans.standard)
  expect(await quotas.of(undefined, 'w1')).toEqual(plans.standard)
  expect(planOf).not.toHaveBeenCalled()
})
