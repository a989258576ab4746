/** The challenge by which Meta verifies the address of a webhook (developers.facebook.com/docs/graph-api/webhooks/getting-started). */
import { createHash, timingSafeEqual } from 'node:crypto'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'

/** What is copied into Meta's form beside the address (specification part 1 §2). It is no secret: deliveries are signed. */
export const verifyTokenOf = ({ agentId }: { agentId: string }): string => agentId

/** Whether Meta was given the agent's verify token. */
function isVerifyToken(given: string, agent: { agentId: string }): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(verifyTokenOf(agent)))
}

type Challenge = {
  tenant: string
  params: { agentId: string }
  query: { 'hub.verify_token': string; 'hub.challenge': string }
}
type Answered =
  | { ok: true; bytes: Buffer; etag: string; contentType: string }
  | { ok: false; rejection: Rejection }

/** Answers the challenge of an address of an agent. Refuses with `not-found` where the token is not the agent's. */
export async function answerChallenge(
  { tenant, params, query }: Challenge,
  isAgent: (tenant: string, agentId: string) => Promise<boolean>,
): Promise<Answered> {
  const isToken = isVerifyToken(query['hub.verify_token'], params)
  if (!isToken || !(await isAgent(tenant, params.agentId)))
    return refuse('not-found', 'The verify token is not that of an agent.')
  const challenge = query['hub.challenge']
  return { ok: true, bytes: Buffer.from(challenge), etag: `"${challenge}"`, contentType: 'text/plain' }
}
