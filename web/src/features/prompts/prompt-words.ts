export const agentsWords = (count: number): string =>
  count === 0 ? 'No agents' : count === 1 ? '1 agent' : `${count} agents`
