/** Compares a reply of a replayed conversation with the recorded one: what it is based on and what it does. Pure. */
import type { Check, PlayedLine, RecordedReply } from '@parley/contracts/evaluation/test-result.ts'

/** The name of what replies without a model. */
const BUILT_IN = 'built-in'

/**
 * The words of a model differ each time, so they are for people to compare. Those of flows and of the built-in answerer
 * are the same as long as nothing changes, so they are checked.
 */
export function compareWithRecorded(recorded: RecordedReply, played: PlayedLine): Check[] {
  if (recorded.by !== 'agent')
    return [
      {
        kind: 'replied',
        expected: 'yes',
        outcome: 'skipped',
        found: recorded.by === 'person' ? 'a person answered' : 'nobody answered',
      },
    ]
  if (played.reply === undefined)
    return [{ kind: 'replied', expected: 'yes', outcome: 'failed', found: played.failure ?? '' }]
  const text: Check = {
    kind: 'same-text',
    expected: '',
    outcome: words(recorded.reply) === words(played.reply) ? 'passed' : 'failed',
    found: '',
  }
  const sources = played.sources.map(({ name }) => name)
  const [first] = recorded.sources
  const sourceCheck: Check = {
    kind: 'same-source',
    expected: first ?? '',
    outcome: (first === undefined ? sources.length === 0 : sources.includes(first)) ? 'passed' : 'failed',
    found: sources.join(', ') || 'none',
  }
  const functions: Check = {
    kind: 'same-functions',
    expected: recorded.tools.join(', '),
    outcome:
      (played.notRecorded ?? []).length > 0
        ? 'skipped'
        : same(recorded.tools, played.tools)
          ? 'passed'
          : 'failed',
    found:
      (played.notRecorded ?? []).length > 0
        ? `the call of ${(played.notRecorded ?? []).join(', ')} is not on record, so a success was assumed`
        : played.tools.join(', ') || 'none',
  }
  const handover: Check = {
    kind: 'same-handover',
    expected: recorded.handedOver ? 'yes' : 'no',
    outcome: recorded.handedOver === played.handedOver ? 'passed' : 'failed',
    found: played.handedOver ? 'yes' : 'no',
  }
  return [
    // What follows from an assumed result can only be different.
    ...(played.modelId === BUILT_IN && !played.notRecorded?.length ? [text] : []),
    ...(recorded.sources.length + sources.length > 0 ? [sourceCheck] : []),
    ...(recorded.tools.length + played.tools.length > 0 ? [functions] : []),
    handover,
  ]
}

const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

function same(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join('\n') === [...other].sort().join('\n')
}
