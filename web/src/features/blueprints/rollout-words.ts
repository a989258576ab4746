/** How screens tell of rollouts and of what became of them. */
import type { BlueprintStanding, RolloutView } from '@parley/contracts/agent/blueprint-endpoints.ts'
import { count } from '../../design/dates/moment.tsx'
import { fieldLabel } from '../../store/agent-fields.ts'

type OfAgent = RolloutView['agents'][number]

export const agentsWords = (agents: number) => (agents === 1 ? '1 agent' : `${count(agents)} agents`)
export const changesWords = (changes: number) => (changes === 1 ? '1 change' : `${count(changes)} changes`)
export const conflictsWords = (conflicts: number) =>
  conflicts === 1 ? '1 conflict' : `${count(conflicts)} conflicts`

/** The fields by name, each once. */
export const fieldsWords = (names: readonly string[]) => [...new Set(names.map(fieldLabel))].join(', ')

export const isUpToDate = ({ takes, conflicts }: BlueprintStanding) => takes.length + conflicts.length === 0

const outcomes: Record<NonNullable<OfAgent['outcome']>, string> = {
  published: 'Published',
  draft: 'Left as a draft',
  unchanged: 'Nothing to change',
  refused: 'Could not be changed',
  deleted: 'Deleted meanwhile',
}
const undone: Record<NonNullable<OfAgent['undo']>['outcome'], string> = {
  undone: 'Has back what it had',
  partly: 'Has back what it had, except what was changed since',
  kept: 'Stays as it is, since it was changed after the rollout',
  unchanged: 'Nothing to undo',
  refused: 'Could not be undone',
  deleted: 'Deleted meanwhile',
}
const refusals: Record<string, string> = {
  'tests-not-passed': 'its tests have to pass first',
  'canary-running': 'a canary version is running',
  'invalid-flow': 'its flow would have errors',
  'changed-meanwhile': 'somebody saved it at the same time',
  'storage-limit-reached': 'there is no storage left for the pictures',
  unexpected: 'something went wrong',
}

/** What became of an agent, and of which fields. */
export function outcomeWords(
  { outcome, refusal, changed, undo }: OfAgent,
  state: RolloutView['state'],
): string {
  if (undo) {
    return `${undone[undo.outcome]}${whyOf(undo)}`
  }
  if (!outcome) return 'Waits for its turn'
  if (state === 'undoing') return 'Waits to be undone'
  return `${outcomes[outcome]}${whyOf({ refusal, changed })}`
}

/** Why, and which fields it is about. */
function whyOf({ refusal, changed }: Pick<OfAgent, 'refusal' | 'changed'>): string {
  const why = refusal === undefined ? '' : `, since ${refusals[refusal] ?? refusal}`
  return changed.length > 0 ? `${why}: ${fieldsWords(changed)}` : why
}

/** How many agents have which outcome, the most important first. */
export function summaryOf({ state, agents }: RolloutView): string {
  if (state === 'undone' || state === 'undoing') {
    const back = agents.filter(
      ({ undo }) => undo?.outcome === 'undone' || undo?.outcome === 'unchanged',
    ).length
    const rest = agents.filter(({ undo }) => undo?.outcome === 'partly' || undo?.outcome === 'kept').length
    const refused = agents.filter(({ undo }) => undo?.outcome === 'refused').length
    return [
      state === 'undone' ? 'Undone' : `Undoing, ${count(back + rest + refused)} of ${count(agents.length)}`,
      ...(rest > 0 ? [`${count(rest)} changed since`] : []),
      ...(refused > 0 ? [`${count(refused)} could not be undone`] : []),
    ].join(' · ')
  }
  const parts = Object.entries({
    published: 'published',
    draft: 'as drafts',
    unchanged: 'unchanged',
    refused: 'not changed',
    deleted: 'deleted meanwhile',
  }).flatMap(([outcome, words]) => {
    const many = agents.filter((one) => one.outcome === outcome).length
    return many > 0 ? [`${count(many)} ${words}`] : []
  })
  const done = agents.filter(({ outcome }) => outcome).length
  return [
    ...(state === 'running' ? [`Running, ${count(done)} of ${count(agents.length)}`] : []),
    ...parts,
  ].join(' · ')
}
