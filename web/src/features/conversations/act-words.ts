import type { ConversationAct } from '@parley/contracts/conversation/reading-endpoints.ts'

/** What was done with a visitor's conversation; words and names in turn: `['tagged Mara ', 'Order']`. */
export function actWords(
  act: ConversationAct,
  visitor: string,
  nameOf: (userId: string) => string,
): string[] {
  if (act.did === 'assign') {
    if (act.assignee === '') return [`unassigned ${visitor}`]
    return act.by.id === act.assignee
      ? [`assigned ${visitor} to themselves`]
      : [`assigned ${visitor} to `, nameOf(act.assignee)]
  }
  const { added, removed } = act
  if (removed.length === 0) return [`tagged ${visitor} `, added.join(', ')]
  const untagged = [`removed the ${removed.length === 1 ? 'tag' : 'tags'} `, removed.join(', ')]
  if (added.length === 0) return [...untagged, ` from ${visitor}`]
  return [`tagged ${visitor} `, added.join(', '), ` and ${untagged[0]}`, untagged[1] ?? '']
}
