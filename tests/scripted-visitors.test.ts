/** A sample of the scripted visitors of `npm run test:long`: one for each template and language, of every manner. */
import { templateKeys } from '@parley/contracts/agent/templates.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStage, type Stage } from './src/scripted-visitors/play.ts'
import { visitorsOf } from './src/scripted-visitors/visitors.ts'
import { tongues } from './src/scripted-visitors/words.ts'

test.each([false, true])(
  'scripted visitors reach their goal or a person, with a model: %j',
  async (withModel) => {
    const stage = await openStage(withModel)
    try {
      const wrong: string[] = []
      for (const [at, key] of templateKeys.entries())
        for (const [nth, tongue] of tongues.entries()) {
          const visitor = visitorsOf(key, tongue)[(at * 3 + nth) % 20]
          const played = visitor && (await stage.play(visitor))
          if (!played?.reached || played.faults.length > 0)
            wrong.push([visitor?.id, ...(played?.faults ?? []), ...(played?.transcript ?? [])].join('\n'))
        }
      expect(wrong).toEqual([])
    } finally {
      await stage.stop()
    }
  },
)

describe('visitors whose request is read back', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(false, ['en', 'de'])
  })
  afterAll(() => stage.stop())

  const request = [
    'appointment please',
    'Ada Lovelace',
    'haircut',
    '3 March 2027',
    'morning',
    '+44 20 7946 0123',
  ]

  /** What a visitor reads who says just this; `booked` if it was passed on to a person. */
  async function say(...lines: string[]) {
    const [visitor] = visitorsOf('make-appointment', 'en')
    const left = [...lines]
    const own = { name: 'Ada Lovelace', phone: '+44 20 7946 0123', otherPhone: '+44 20 7946 0456' }
    const next = () => {
      const text = left.shift()
      return text === undefined ? undefined : { text, topic: 'reason' as const }
    }
    const played = await stage.play({ ...visitor!, ...own, next })
    expect(played.faults).toEqual([])
    return { booked: played.reached, read: played.transcript.join('\n') }
  }

  test('confirm it, in another language too', async () => {
    for (const yes of ['Yes, that is right', 'sí', 'stimmt', 'はい']) {
      const { booked, read } = await say(...request, yes)
      expect([booked, read], yes).toEqual([true, expect.stringContaining('Wednesday, 3 March 2027')])
    }
  })

  test('correct a value by saying it, or by naming it', async () => {
    const said = await say(...request, 'no, on 4 March 2027 and my number is +44 20 7946 0456', 'yes')
    expect(said.booked).toBe(true)
    expect(said.read).toMatch(/> no, on 4 March[^>]*Thursday, 4 March 2027[^>]*\+44 20 7946 0456/)
    const named = await say(...request, 'no', 'the day is wrong', '5 March 2027', 'yes')
    expect(named.booked).toBe(true)
    expect(named.read).toMatch(/> 5 March 2027\n[^>]*Friday, 5 March 2027/)
  })

  test('are asked by a person if it stays wrong, and nothing wrong is passed on as theirs', async () => {
    const { booked, read } = await say(...request, 'no', 'no', 'no')
    expect([booked, read.includes('I have passed on your request')], read).toEqual([true, false])
  })

  test('say no and leave, without a request in their name', async () => {
    for (const leaving of [['no'], ['no', 'stop'], ['that is wrong', 'forget it']]) {
      const { booked, read } = await say(...request, ...leaving)
      expect(booked, read).toBe(false)
    }
  })
})
