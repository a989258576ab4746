import { randomBlocks } from '@parley/channel/random-blocks.ts'
import { simulate } from '@parley/channel/simulation/simulate.ts'
import { simulateInbound } from '@parley/channel/simulation/simulate-inbound.ts'
import { simulatedKindNames } from '@parley/contracts/channel/names.ts'
import type { Block } from '@parley/contracts/conversation/blocks.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Act, type Bubble, bubbleOf } from '../web/src/features/test-panel/simulator/payload.ts'

const own = { publicUrl: 'https://parley.example', region: 'na' }

async function bubbles(kind: (typeof simulatedKindNames)[number], blocks: Block[]): Promise<Bubble[]> {
  const { requests } = await simulate(own, kind, { id: 'm1', role: 'agent', blocks, ageMs: 0 })
  return requests.map((request) => bubbleOf(kind, request))
}
const actsIn = ({ keys = [], quickReplies = [], list, cards = [] }: Bubble): Act[] =>
  [...keys, ...quickReplies, ...(list?.rows ?? []), ...cards.flatMap((card) => card.keys)].flatMap(
    ({ act }) => act ?? [],
  )

describe.each(simulatedKindNames)('%s', (kind) => {
  test('shows something of every request, and what can be pressed says something', async () => {
    await fc.assert(
      fc.asyncProperty(randomBlocks, async (blocks) => {
        for (const bubble of await bubbles(kind, blocks)) {
          expect(Object.keys(bubble)).not.toEqual([])
          for (const act of actsIn(bubble)) expect(simulateInbound(kind, act, 0)?.text).toBeTruthy()
        }
      }),
      { numRuns: 60 },
    )
  })
})

test('buttons are what each app makes of them', async () => {
  const blocks: Block[] = [
    { type: 'text', text: 'Which *size*?' },
    { type: 'buttons', buttons: ['S', 'M', 'L', 'XL'].map((label) => ({ id: label, label })) },
  ]
  const labels = (keys: { label: string }[] = []) => keys.map(({ label }) => label)
  const sizes = ['S', 'M', 'L', 'XL']
  const [onWhatsApp] = await bubbles('whatsapp', blocks)
  expect(labels(onWhatsApp?.list?.rows)).toEqual(sizes)
  const [onThree] = await bubbles('whatsapp', [
    { type: 'text', text: 'Which?' },
    { type: 'buttons', buttons: [{ id: '1', label: 'S' }] },
  ])
  expect(labels(onThree?.keys)).toEqual(['S'])
  for (const kind of ['messenger', 'instagram'] as const)
    expect(labels((await bubbles(kind, blocks))[0]?.quickReplies)).toEqual(sizes)
  expect(labels((await bubbles('telegram', blocks))[0]?.keys)).toEqual(sizes)
  expect((await bubbles('discord', blocks))[0]?.markdown).toMatch(/1\. S\n2\. M\n3\. L\n4\. XL$/)
})
