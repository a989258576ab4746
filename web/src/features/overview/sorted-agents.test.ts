import type { ComparedAgent } from '@parley/contracts/analytics/workspace-endpoints.ts'
import { expect, it } from 'vitest'
import { sortedAgents } from './sorted-agents.ts'

const agent = (title: string, conversations: number, rate: number | null): ComparedAgent => {
  const of = (value: number | null) => ({ value, before: null })
  const rates = { resolutionRate: of(rate), handoffRate: of(rate) }
  const figures = { conversations: of(conversations), unanswered: of(0), credits: of(0), ...rates }
  return { agentId: title, title, figures, days: [] }
}
const agents = [agent('Tea', 3, null), agent('Bikes', 9, 0.5), agent('Ärzte', 1, 0.25)]
const namesBy = (by: Parameters<typeof sortedAgents>[1]) => sortedAgents(agents, by).map(({ title }) => title)

it('sorts by the chosen column, and has those without a value last either way', () => {
  expect(namesBy({})).toEqual(['Bikes', 'Tea', 'Ärzte'])
  expect(namesBy({ up: true })).toEqual(['Ärzte', 'Tea', 'Bikes'])
  expect(namesBy({ column: 'name', up: true })).toEqual(['Ärzte', 'Bikes', 'Tea'])
  expect(namesBy({ column: 'resolutionRate' })).toEqual(['Bikes', 'Ärzte', 'Tea'])
  expect(namesBy({ column: 'resolutionRate', up: true })).toEqual(['Ärzte', 'Bikes', 'Tea'])
})
