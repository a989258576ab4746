/** A sample of the scripted visitors of `npm run test:long`: one for each template and language, of every manner. */
import { templateKeys } from '@parley/contracts/agent/templates.ts'
import { expect, test } from 'vitest'
import { openStage } from './src/scripted-visitors/play.ts'
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
