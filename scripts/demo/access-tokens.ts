/** The access tokens of the workspace. Nobody is told their texts: they are there to be seen, and open nothing. */
import { randomBytes } from 'node:crypto'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { secretHash } from '@parley/kernel/sealing/session-token.ts'
import { workspace } from '@parley/workspace/workspace.decider.ts'
import { stableId } from './chance.ts'
import { byHand, DAY_MS, done, type Stage, type Step } from './stage.ts'

const SECRET_BYTES = 32

const tokens: { name: string; daysAgo: number; lastsDays?: number; permissions: WorkspacePermission[] }[] = [
  { name: 'Shop orders', daysAgo: 40, permissions: ['log.read', 'log.write'] },
  { name: 'CRM', daysAgo: 21, lastsDays: 90, permissions: ['lead.read', 'lead.manage', 'webhook.read'] },
  { name: 'Weekly figures', daysAgo: 9, lastsDays: 16, permissions: ['agent.list', 'analytics.read'] },
]

export function accessTokens(stage: Stage): Step[] {
  const { now, past, userId, workspaceId } = stage
  return tokens.map(({ name, daysAgo, lastsDays, permissions }) => {
    const at = now - daysAgo * DAY_MS
    const tokenId = stableId(workspaceId, 'access-token', name)
    const command = {
      ...({ type: 'CreateAccessToken', tokenId, name, userId, permissions, agentIds: undefined } as const),
      tokenHash: secretHash(randomBytes(SECRET_BYTES).toString('base64url')),
      expiresAt: lastsDays === undefined ? undefined : at + lastsDays * DAY_MS,
    }
    const run = () =>
      done(past.commands.handle(workspace, workspaceId, command, byHand(stage, `access-token/${tokenId}`)))
    return { at, kind: 'agency', run }
  })
}
