import type { ConversationAct } from '@parley/contracts/conversation/reading-endpoints.ts'
import type { ReactNode } from 'react'
import { withParts } from '../../design/words/sentence.tsx'

type Names = { who: string; visitor: string; nameOf: (userId: string) => string }

/** Who did what with a visitor's conversation, and which: `Nora tagged Mara Order`, where `Order` is bold. */
export function actWords(act: ConversationAct, names: Names): ReactNode {
  const who = <bdi>{names.who}</bdi>
  const visitor = <bdi>{names.visitor}</bdi>
  if (act.did === 'assign') {
    if (act.assignee === '') return withParts('{who} unassigned {visitor}', { who, visitor })
    if (act.by.id === act.assignee)
      return withParts('{who} assigned {visitor} to themselves', { who, visitor })
    const assignee = <Strong>{names.nameOf(act.assignee)}</Strong>
    return withParts('{who} assigned {visitor} to {assignee}', { who, visitor, assignee })
  }
  if (act.did === 'decide') {
    const name = <Strong>{act.name}</Strong>
    if (act.outcome === 'expired') return withParts('Nobody approved {name} in time', { name })
    return act.outcome === 'approved'
      ? withParts('{who} approved {name}', { who, name })
      : withParts('{who} declined {name}', { who, name })
  }
  const tags = <Strong>{act.added.join(', ')}</Strong>
  const removed = <Strong>{act.removed.join(', ')}</Strong>
  const one = act.removed.length === 1
  if (act.removed.length === 0) return withParts('{who} tagged {visitor} {tags}', { who, visitor, tags })
  if (act.added.length === 0)
    return one
      ? withParts('{who} removed the tag {removed} from {visitor}', { who, visitor, removed })
      : withParts('{who} removed the tags {removed} from {visitor}', { who, visitor, removed })
  const parts = { who, visitor, tags, removed }
  return one
    ? withParts('{who} tagged {visitor} {tags} and removed the tag {removed}', parts)
    : withParts('{who} tagged {visitor} {tags} and removed the tags {removed}', parts)
}

const Strong = (props: { children: string }) => (
  <strong>
    <bdi>{props.children}</bdi>
  </strong>
)
