import { expect, it } from 'vitest'
import { agentParts, agentSeries, featureParts, modelSeries } from './usage-parts.ts'

const agent = (nth: number, title?: string) => ({
  ...{ agentId: `a${nth}`, credits: 10 - nth, before: 0 },
  ...(title === undefined ? {} : { title }),
})

it('shows up to five agents by themselves, and more than these together', () => {
  const agents = [agent(0, 'Tea'), agent(1, 'Tea'), agent(2), agent(3, 'Bikes'), agent(4), agent(5), agent(6)]
  const names = ['Tea', 'Tea (2)', 'Deleted agent', 'Bikes', 'Deleted agent (2)']
  expect(agentSeries({ agents })).toEqual([...names, 'Others'])
  expect(agentSeries({ agents: agents.slice(0, 5) })).toEqual(names)
  const parts = agentParts({ agents })
  expect(parts.map(({ label }) => label)).toEqual([...names, 'Others (2)'])
  expect(parts.at(-1)?.value).toBe(5 + 4)
})

it('names features and models', () => {
  expect(featureParts({ features: [{ feature: 'test', credits: 2, before: 0 }] })).toEqual([
    { key: 'test', label: 'Test replies', value: 2 },
  ])
  expect(modelSeries({ models: [{ modelId: 'm', inputTokens: 1, outputTokens: 1 }] })).toEqual(['m'])
})
