import { createHash, timingSafeEqual } from 'node:crypto'

/** Where WhatsApp delivers to an agent (specification part 1 §2): one address for all of its numbers. */
export function webhookAddress(
  { publicUrl, region }: { publicUrl: string; region: string },
  { agentId }: { agentId: string },
): string {
  return `${publicUrl}/api/${region}/v2/agents/${agentId}/wa-webhook`
}

/** What is copied into Meta's form beside the address (specification part 1 §2). It is no secret: deliveries are signed. */
export const verifyTokenOf = ({ agentId }: { agentId: string }): string => agentId

/** Whether Meta was given the agent's verify token. */
export function isVerifyToken(given: string, agent: { agentId: string }): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(verifyTokenOf(agent)))
}
