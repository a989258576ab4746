/**
 * What the owner of a workspace lets a member do: groups of permissions in the order of the dashboard, and sets with a
 * name. Without zod, for browsers.
 */
import { holds, ownerOnly, type WorkspacePermission, workspacePermissionNames } from '../permissions.ts'

/** What any member has, since no screen works without it. */
const ofEveryMember: readonly WorkspacePermission[] = ['workspace.read', 'workspace.follow']

/** Permissions that are worth nothing without others. */
const needed: readonly { of: RegExp; needs: readonly WorkspacePermission[] }[] = [
  {
    of: /^(agent\.(read|publish|back-up|export|delete|test)|blueprint|test|knowledge|channel|conversation|visitor|lead|campaign|analytics)\b/,
    needs: ['agent.list', 'agent.view', 'agent.read'],
  },
  { of: /^agent\.view$/, needs: ['agent.list'] },
  { of: /^agent\.create$/, needs: ['agent.list'] },
  { of: /^knowledge\.manage$/, needs: ['knowledge.read'] },
  { of: /^blueprint\.manage$/, needs: ['blueprint.read', 'agent.create', 'agent.publish'] },
  { of: /^prompt\.read$/, needs: ['agent.list'] },
  { of: /^prompt\.manage$/, needs: ['prompt.read', 'agent.publish'] },
  { of: /^function\.manage$/, needs: ['function.read'] },
  { of: /^credential\./, needs: ['function.read'] },
  { of: /^credential\.manage$/, needs: ['credential.read'] },
  { of: /^webhook\./, needs: ['conversation.read'] },
  { of: /^webhook\.manage$/, needs: ['webhook.read'] },
  { of: /^channel\.manage$/, needs: ['channel.read'] },
  { of: /^log\.write$/, needs: ['log.read'] },
  { of: /^test\.(manage|run)$/, needs: ['test.read', 'conversation.read'] },
  { of: /^test\.read$/, needs: ['conversation.read'] },
  {
    of: /^(conversation\.(answer|manage|assign|delete)|visitor\.(export|erase)|notification\.(read|manage)|inbox\.views\.manage)$/,
    needs: ['conversation.read', 'inbox.read'],
  },
  { of: /^conversation\.read$/, needs: ['inbox.read'] },
  { of: /^conversation\.manage$/, needs: ['conversation.assign'] },
  { of: /^notification\.manage$/, needs: ['notification.read'] },
  { of: /^inbox\.manage$/, needs: ['inbox.read'] },
  { of: /^lead\.manage$/, needs: ['lead.read'] },
  { of: /^campaign\.view$/, needs: ['lead.read'] },
  { of: /^campaign\.read$/, needs: ['campaign.view', 'channel.read'] },
  { of: /^campaign\.manage$/, needs: ['campaign.read'] },
  { of: /^analytics\.manage$/, needs: ['analytics.read'] },
  { of: /^client\.manage$/, needs: ['client.read', 'agent.list'] },
  { of: /^organisation\.rules\.manage$/, needs: ['client.manage'] },
  { of: /^client\.view-as$/, needs: ['client.read'] },
]

/** The permissions that the owner can give a member. */
export const givable: readonly WorkspacePermission[] = workspacePermissionNames.filter(
  (name) => !ownerOnly.includes(name) && holds({ role: 'member' }, name),
)

/** Adds what the permissions need, and leaves out names that can't be given. In the order of the table. */
export function completed(permissions: readonly string[]): WorkspacePermission[] {
  const chosen = new Set<string>([...permissions, ...ofEveryMember])
  for (let before = 0; before !== chosen.size; ) {
    before = chosen.size
    for (const { of, needs } of needed)
      if ([...chosen].some((name) => of.test(name))) for (const name of needs) chosen.add(name)
  }
  return givable.filter((name) => chosen.has(name))
}

export type PermissionGroup = { name: string; prefixes: readonly string[] }

/** A permission belongs to the group with its first part. */
export const permissionGroups = [
  { name: 'Agents', prefixes: ['agent', 'blueprint', 'prompt', 'file'] },
  { name: 'Knowledge', prefixes: ['knowledge'] },
  { name: 'Tests', prefixes: ['test'] },
  {
    name: 'Functions, channels and webhooks',
    prefixes: ['function', 'credential', 'channel', 'webhook'],
  },
  { name: 'Conversations', prefixes: ['conversation', 'visitor', 'inbox', 'notification'] },
  { name: 'Leads and campaigns', prefixes: ['lead', 'campaign'] },
  { name: 'Analytics', prefixes: ['analytics'] },
  { name: 'Clients', prefixes: ['client', 'organisation'] },
  { name: 'Workspace', prefixes: ['workspace', 'agency', 'audit', 'log'] },
] as const satisfies readonly PermissionGroup[]

export function permissionsIn({ prefixes }: PermissionGroup): WorkspacePermission[] {
  return givable.filter((name) => prefixes.some((prefix) => name.startsWith(`${prefix}.`)))
}

const reading = (name: string) =>
  name.endsWith('.read') || ['agent.list', 'agent.view', 'workspace.follow'].includes(name)
const viewing = completed(
  givable.filter(
    (name) =>
      (reading(name) && name !== 'audit.read' && name !== 'client.read') || name === 'notification.manage',
  ),
)

/** `permissions` undefined: all that members may have, later ones included. */
export const memberPresets: readonly {
  name: string
  explanation: string
  permissions: readonly WorkspacePermission[] | undefined
}[] = [
  {
    name: 'Admin',
    explanation: 'Everything except members, billing and deleting the workspace.',
    permissions: undefined,
  },
  {
    name: 'Editor',
    explanation: 'Builds and publishes agents, their knowledge and tests.',
    permissions: completed([
      ...viewing,
      ...givable.filter(
        (name) =>
          /^(agent|blueprint|prompt|knowledge|test|function|channel|file)\./.test(name) &&
          name !== 'agent.delete',
      ),
    ]),
  },
  {
    name: 'Support',
    explanation: 'Answers visitors and manages leads.',
    permissions: completed([
      'knowledge.read',
      'file.upload',
      'conversation.answer',
      'conversation.manage',
      'inbox.views.manage',
      'lead.manage',
      'analytics.read',
      'notification.manage',
    ]),
  },
  {
    name: 'Viewer',
    explanation: 'Sees agents, conversations, leads and figures; changes nothing.',
    permissions: viewing,
  },
]

/** The name of the set that a member has; `Custom` for any other. */
export function presetOf(permissions: readonly string[] | undefined): string {
  const found = memberPresets.find((preset) =>
    preset.permissions === undefined || permissions === undefined
      ? preset.permissions === permissions
      : preset.permissions.join() === completed(permissions).join(),
  )
  return found?.name ?? 'Custom'
}
