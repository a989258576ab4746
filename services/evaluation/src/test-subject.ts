/** The subject whose key seals an agent's cases and results, except those from conversations. */
export const testSubject = (agentId: string): string => `testset-${agentId}`
