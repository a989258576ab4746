import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { expect, it } from 'vitest'
import { languages } from '../phrases.ts'
import { emergencyAnswer } from './emergency-phrases.ts'
import { advance } from './flow.ts'

it.each(languages)('answers emergencies in %s with the number of the country, or none', (language) => {
  expect(emergencyAnswer(language, 'DE')).toContain('112')
  expect(emergencyAnswer(language, 'US')).toContain('911')
  for (const region of [undefined, 'XX', 'constructor'])
    expect(emergencyAnswer(language, region)).not.toMatch(/\d|[{}]|undefined/)
  if (language !== 'en') expect(emergencyAnswer(language, 'GB')).not.toMatch(/\b(?:call|the|please)\b/i)
})

const position = { x: 0, y: 0 }
const nodes = (text: string): AgentNode[] => [
  { id: 'e', type: 'always-first', emergencies: true, text, position },
]
const said = (text: string, message: string, region?: string) =>
  advance(
    nodes(text),
    { variables: {} },
    { type: 'message', text: message, at: '2026-11-23T09:00:00Z' },
    'en',
    {
      region,
    },
  ).said

it('answers in the language of the message, unless the owner wrote an answer', () => {
  expect(said('', 'Ich habe Brustschmerzen', 'AT')).toEqual([
    { type: 'text', text: emergencyAnswer('de', 'AT') },
  ])
  expect(said('Call 144!', 'Ich habe Brustschmerzen', 'CH')).toEqual([{ type: 'text', text: 'Call 144!' }])
})
