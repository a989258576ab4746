import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldedEvents } from './folded-events.ts'

const by = (kind: 'user' | 'policy' | 'system' | 'visitor' | 'api-key', nth = 0) => ({
  actor: { kind, id: `${kind}${nth}` },
})

it('folds what the platform did between acts of people, and leaves one event alone as it is', () => {
  const [nora, visitor] = [by('user'), by('visitor')]
  const [one, two, three] = [by('policy', 1), by('system', 2), by('policy', 3)]
  expect(foldedEvents([one, two, nora, three, visitor])).toEqual([
    { machine: [one, two] },
    { entry: nora },
    { entry: three },
    { entry: visitor },
  ])
})

it('keeps every event, in its order, and never folds an act of a person', () => {
  const kinds = fc.constantFrom('user', 'policy', 'system', 'visitor', 'api-key')
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 40 }), (list) => {
      const entries = list.map((kind, nth) => by(kind as 'user', nth))
      const runs = foldedEvents(entries)
      expect(runs.flatMap((run) => ('entry' in run ? [run.entry] : run.machine))).toEqual(entries)
      for (const run of runs)
        if ('machine' in run)
          for (const { actor } of run.machine) expect(['policy', 'system']).toContain(actor.kind)
    }),
  )
})
