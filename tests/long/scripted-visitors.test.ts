/**
 * Twenty visitors for each of the seven templates in five languages, with and without a model: polite, impatient,
 * confused and hostile ones. `TRANSCRIPTS=path` writes what was said.
 */
import { writeFile } from 'node:fs/promises'
import { templateKeys } from '@parley/contracts/agent/templates.ts'
import { describe, expect, test } from 'vitest'
import { openStage, type Played, tableOf } from '../src/scripted-visitors/play.ts'
import { visitorsOf } from '../src/scripted-visitors/visitors.ts'
import { tongues } from '../src/scripted-visitors/words.ts'

const AT_ONCE = 6
const LEAST_REACHED = 0.95

describe.each([
  { name: 'without a model', withModel: false },
  { name: 'with a model', withModel: true },
])('$name', ({ name, withModel }) => {
  test('visitors reach their goal or a person', async () => {
    const stage = await openStage(withModel)
    const visitors = templateKeys
      .flatMap((key) => tongues.flatMap((tongue) => visitorsOf(key, tongue)))
      .filter((_, nth) => nth % Number(process.env.EVERY ?? 1) === 0)
    const waiting = visitors.values()
    const played: Played[] = []
    try {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (const visitor of waiting) played.push(await stage.play(visitor))
        }),
      )
    } finally {
      await stage.stop()
    }
    console.info(`${name}\n${tableOf(played)}`)
    if (process.env.TRANSCRIPTS)
      await writeFile(`${process.env.TRANSCRIPTS}-${withModel}.txt`, played.map(asText).join('\n\n'))
    // Of those who want the same in few words, some say the same.
    const transcripts = new Set(played.map(({ transcript }) => transcript.join('\n')))
    expect(transcripts.size / played.length).toBeGreaterThan(0.9)
    expect(played.flatMap(({ visitor, faults }) => faults.map((fault) => `${visitor.id}: ${fault}`))).toEqual(
      [],
    )
    for (const key of templateKeys) {
      const own = played.filter(({ visitor }) => visitor.template === key)
      const share = own.filter(({ reached }) => reached).length / own.length
      expect([key, share]).toEqual([key, expect.toSatisfy((one: number) => one >= LEAST_REACHED)])
    }
  })
})

function asText({ visitor, reached, faults, transcript }: Played): string {
  const head = `## ${visitor.id} ${visitor.manner} wants ${visitor.goal}: ${reached ? 'reached' : 'NOT REACHED'}`
  return [head, ...faults.map((fault) => `!! ${fault}`), ...transcript].join('\n')
}
