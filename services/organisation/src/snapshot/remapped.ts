/** References between what a snapshot holds, at their new place. */

/** The new ids of agents, in the same order; those that were not made are left out. */
export function remapped(agentIds: readonly string[], made: ReadonlyMap<string, string>): string[] {
  return agentIds.flatMap((id) => made.get(id) ?? [])
}
