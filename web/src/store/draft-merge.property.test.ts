import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { same } from '@parley/contracts/same.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeDraft } from './draft-merge.ts'
import { agentEdited, drafts } from './drafts.ts'

const word = fc.constantFrom('one', 'two', 'three', '')
const nodes = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    type: fc.constant('message' as const),
    text: word,
    position: fc.record({ x: fc.integer({ min: 0, max: 2 }), y: fc.constant(0) }),
  }),
  { selector: ({ id }) => id },
)
const document: fc.Arbitrary<AgentDocument> = fc.record({
  title: word,
  description: word,
  allowedOrigins: fc.array(word, { maxLength: 2 }),
  ui: fc.record({ voiceQuestionLabel: word, voiceContinueLabel: word }, { requiredKeys: [] }),
  nodes,
})

/** What can be changed by itself, by its path. */
function leaves({ nodes: flow = [], ui, ...fields }: AgentDocument): Map<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(fields),
    ...Object.entries(ui ?? {}).map(([key, value]) => [`ui.${key}`, value] as const),
    ...flow.flatMap(({ position, ...content }) => [
      [`nodes.${content.id}`, content] as const,
      [`nodes.${content.id}.position`, position] as const,
    ]),
  ])
}

const draftBetween = (base: AgentDocument, mine: AgentDocument) =>
  drafts(undefined, agentEdited({ agentId: 'a1', edits: mine, server: base })).a1 ?? { edits: {}, base: {} }

/** Whether two documents have the same content, in whatever order their nodes are listed. */
const equal = (one: AgentDocument, other: AgentDocument) =>
  same(Object.fromEntries(leaves(one)), Object.fromEntries(leaves(other)))

const versions = fc.record({ base: document, mine: document, theirs: document })

it('never drops a change of either side silently', () => {
  fc.assert(
    fc.property(versions, ({ base, mine, theirs }) => {
      const merged = mergeDraft(draftBetween(base, mine), theirs)
      const [was, here, there] = [leaves(base), leaves(mine), leaves(theirs)]
      const result = leaves({ ...theirs, ...merged.edits })
      const conflicts = new Set(merged.conflicts.map(({ path }) => path))
      for (const path of new Set([...was.keys(), ...here.keys(), ...there.keys()])) {
        const [before, own, other, now] = [was, here, there, result].map((side) => side.get(path))
        // A node that one side added or removed is decided as a whole.
        const inConflict = conflicts.has(path) || conflicts.has(path.replace('.position', ''))
        if (!same(own, before) && !same(other, before) && !same(own, other))
          expect(inConflict, path).toBe(true)
        if (inConflict) continue
        if (!same(own, before)) expect(now, path).toEqual(own)
        if (!same(other, before)) expect(now, path).toEqual(other)
      }
      // In a conflict, the values of both sides are still there.
      for (const { path, mine: own, theirs: other } of merged.conflicts)
        expect(same(own, other), path).toBe(false)
      const again = mergeDraft(merged, theirs)
      expect(again.conflicts).toEqual(merged.conflicts)
      expect(equal(again.edits, merged.edits)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

it('finds the same conflicts, and without any the same result, from either side', () => {
  fc.assert(
    fc.property(versions, ({ base, mine, theirs }) => {
      const one = mergeDraft(draftBetween(base, mine), theirs)
      const other = mergeDraft(draftBetween(base, theirs), mine)
      const paths = ({ conflicts }: typeof one) => conflicts.map(({ path }) => path).sort()
      expect(paths(one)).toEqual(paths(other))
      if (one.conflicts.length === 0)
        expect(equal({ ...theirs, ...one.edits }, { ...mine, ...other.edits })).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

it('has no conflict left once each is decided, and each decision holds', () => {
  fc.assert(
    fc.property(versions, fc.boolean(), ({ base, mine, theirs }, own) => {
      const draft = draftBetween(base, mine)
      const { conflicts } = mergeDraft(draft, theirs)
      const decided = mergeDraft(draft, theirs, () => (own ? 'mine' : 'theirs'))
      expect(decided.conflicts).toEqual([])
      const result = leaves({ ...theirs, ...decided.edits })
      const chosen = leaves(own ? mine : theirs)
      for (const { path } of conflicts) expect(result.get(path), path).toEqual(chosen.get(path))
    }),
    { numRuns: 3_000 },
  )
})

it('does not depend on whether a draft was merged with an earlier publication before', () => {
  fc.assert(
    fc.property(versions, document, ({ base, mine, theirs }, latest) => {
      const draft = draftBetween(base, mine)
      const first = mergeDraft(draft, theirs)
      if (first.conflicts.length > 0) return
      const both = mergeDraft(first, latest)
      const [here, there, last] = [leaves(mine), leaves(theirs), leaves(latest)]
      const result = leaves({ ...latest, ...both.edits })
      const conflicts = new Set(both.conflicts.map(({ path }) => path.replace('.position', '')))
      for (const path of here.keys()) {
        const isMine = !same(here.get(path), leaves(base).get(path)) && !same(here.get(path), there.get(path))
        if (isMine && same(there.get(path), last.get(path)) && !conflicts.has(path.replace('.position', '')))
          expect(result.get(path), path).toEqual(here.get(path))
      }
    }),
    { numRuns: 2_000 },
  )
})
