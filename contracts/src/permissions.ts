/**
 * Who may do what. Each endpoint names one permission; the table below says which roles hold it. The host authorises by
 * this table, and `/api/permissions`, the OpenAPI document and the generated access tests are derived from it.
 */

import { agencyAdminPages } from './client/agency-admin.ts'

/** For principals without credentials. */
export const publicPermissions = {
  'account.sign-in': 'Sign up, sign in, and have codes mailed.',
  'agent.read-public': 'Read what an agent shows its visitors, and open a file by its signed address.',
  'conversation.start': 'Start a conversation with an agent.',
  'widget.record': 'Count the loads and opens of a widget.',
} as const

/** For a signed-in person, about themselves only. */
export const personPermissions = {
  'account.manage': 'Change and delete the own account, see and end its sessions.',
} as const

/** For a visitor, in the conversation that their token names. */
export const visitorPermissions = {
  'conversation.take-part': 'Read, follow and continue the own conversation.',
} as const

/** For a provider, in the deliveries that it signs. */
export const providerPermissions = {
  'webhook.deliver': 'Deliver what happened at a provider.',
} as const

/** For principals of a workspace. */
export const workspacePermissions = {
  'agent.list': 'List the agents of the workspace.',
  'agent.view': 'Read the name and the picture of an agent, and its overview.',
  'agent.read': 'Read all settings of an agent, and its versions.',
  'agent.create': 'Create an agent.',
  'agent.publish': 'Save, rename and restore an agent: visitors meet it as it is saved.',
  'agent.back-up': 'Keep a version of an agent by hand.',
  'agent.export': 'Download an agent as a template.',
  'agent.delete': 'Delete an agent.',
  'agent.test': 'Talk to an agent in the test panel, preview its widget and read traces.',
  'blueprint.read': 'Read blueprints and how the agents of each differ from it.',
  'blueprint.manage': 'Keep blueprints, and roll them out to agents or undo that, as drafts or published.',
  'prompt.read': 'Read the prompts of the library, and which agents use them.',
  'prompt.manage':
    'Add, change and delete prompts of the library, and publish their versions: agents that use them say what they say.',
  'test.read': 'Read the test cases of an agent and the results of their runs.',
  'test.manage': 'Add, change and delete test cases.',
  'test.run': 'Run the tests of an agent, which costs credits where a model replies.',
  'knowledge.read': 'Read and search the knowledge of an agent.',
  'knowledge.manage': 'Add, change, refresh and delete knowledge.',
  'function.read': 'List the functions of the workspace.',
  'function.manage': 'Create, change, try and delete functions.',
  'credential.read': 'List the credentials of the workspace, without their secrets.',
  'credential.manage': 'Create, connect, change, rotate and delete credentials.',
  'webhook.read': 'List the webhooks of the workspace and read their logs, with what visitors wrote.',
  'webhook.manage': 'Create, change, test and delete webhooks, and send deliveries again.',
  'log.read': 'Read and search the log of the workspace.',
  'log.write': 'Add entries to the log of the workspace.',
  'channel.read': 'List the channels of an agent, without their credentials.',
  'channel.manage': 'Connect, change and disconnect channels, and replace their credentials.',
  'file.upload': 'Upload files for the dashboard.',
  'conversation.read': 'List, read, watch and export conversations.',
  'conversation.answer': 'Take a conversation over, answer in it and hand it back.',
  'conversation.manage': 'Note, tag, assign, close and mark conversations.',
  'conversation.assign': 'Assign conversations.',
  'conversation.delete': 'Delete conversations.',
  'visitor.export': 'Download everything that is known of a visitor.',
  'visitor.erase': 'Erase a visitor with everything that is known of them.',
  'lead.read': 'List, read and export leads.',
  'lead.manage': 'Change and delete leads.',
  'campaign.view': 'See the campaigns of an agent that were started, and whom they reached.',
  'campaign.read': 'Read campaigns, their recipients and what became of them.',
  'campaign.manage': 'Create, start, pause and delete campaigns, and keep addresses out of them.',
  'analytics.read': 'Read the figures of an agent and its unanswered questions.',
  'analytics.manage': 'Mark unanswered questions as handled.',
  'inbox.read': 'Read the settings of the inbox, its canned responses and saved views.',
  'inbox.manage': 'Change the settings of the inbox and its canned responses.',
  'inbox.views.manage': 'Save and delete views of the inbox.',
  'notification.read': 'Read notifications and mark them as seen.',
  'notification.manage': 'Choose how to be notified.',
  'audit.read': 'Read, verify and export the audit log.',
  'workspace.follow': 'Be told what changes in the workspace.',
  'workspace.read': 'Read the workspace with its balance and members.',
  'workspace.manage': 'Rename the workspace and change its photo.',
  'workspace.mail': 'Send e-mail to any address under the name of the workspace.',
  'workspace.secret.manage': 'See and replace the workspace secret.',
  'workspace.tokens.manage':
    'Make access tokens for servers, which may do no more than their maker, and revoke those of the workspace.',
  'workspace.members.manage': 'Invite and remove members, and decide what each may do.',
  'workspace.delete': 'Export the workspace, delete it, and undo that in time.',
  'client.read': 'List the organisations and clients of the workspace, and see how they do.',
  'client.manage': 'Create, change and delete organisations and clients.',
  'organisation.rules.manage':
    'Decide the access, admins, dashboard, credits, tags and default access of organisations and their clients, as root admins do.',
  'client.view-as':
    'Open the dashboard of a client as that client, with all that it may do, for half an hour, by session alone.',
  'billing.manage':
    'Buy credits, transfer them to organisations, and manage the plan, add-ons and payment methods.',
  'agency.read': 'Read the agency’s settings, without its secret, and open its custom tabs.',
  'agency.manage': 'Change the agency and its domains, and move organisations by snapshots.',
} as const

/** For whoever is signed in to a client’s dashboard, about themselves and their organisation only. */
export const clientPermissions = {
  'client.session': 'Read what the own session in a client’s dashboard may do, and sign out.',
  'client.profile.manage':
    'Read the own organisation, change the own name, e-mail address, photo, language and status, complete the own onboarding, and download monthly reports where its pages allow it.',
  'organisation.manage': 'Change the details of the own organisation and add users to it.',
} as const

export const permissions = {
  ...publicPermissions,
  ...personPermissions,
  ...visitorPermissions,
  ...providerPermissions,
  ...workspacePermissions,
  ...clientPermissions,
}

export type PublicPermission = keyof typeof publicPermissions
export type PersonPermission = keyof typeof personPermissions
export type VisitorPermission = keyof typeof visitorPermissions
export type ProviderPermission = keyof typeof providerPermissions
export type WorkspacePermission = keyof typeof workspacePermissions
export type ClientPermission = keyof typeof clientPermissions
export type Permission = keyof typeof permissions

const namesOf = <Name extends string>(described: Record<Name, unknown>): Name[] =>
  Object.keys(described).filter((name): name is Name => name in described)

export const permissionNames = namesOf(permissions)
export const workspacePermissionNames = namesOf(workspacePermissions)
const ofPublic = namesOf(publicPermissions)
const ofWorkspace = workspacePermissionNames

/** Permissions that a member does not have; a member without a list of permissions has all others. */
export const ownerOnly: readonly Permission[] = [
  'workspace.members.manage',
  'workspace.delete',
  'billing.manage',
  'agency.manage',
]

/**
 * Permissions that no access token has: whoever has them gives access to others or to themselves, or acts as a person. A
 * client that is created with `client.manage` may sign in and read what the token may not.
 */
export const neverOfTokens: readonly WorkspacePermission[] = [
  'workspace.tokens.manage',
  'workspace.secret.manage',
  'workspace.members.manage',
  'workspace.delete',
  'billing.manage',
  'agency.manage',
  'client.manage',
  'organisation.rules.manage',
  'client.view-as',
  'notification.read',
  'notification.manage',
]

/** What the agency admin may do with all agents of the owner, and a client with its own, on any page (part 2 §6). */
const ofAgent: readonly WorkspacePermission[] = ['agent.list', 'agent.view', 'workspace.follow']

/** What whoever edits an agent may do. */
const ofEditing: readonly WorkspacePermission[] = [
  ...ofAgent,
  ...(['agent.read', 'agent.publish', 'agent.back-up'] as const),
]

/** Whoever may edit an agent may test it, if they may read its conversations (`requires`). */
const ofTests: readonly WorkspacePermission[] = ['test.read', 'test.manage', 'test.run']

/**
 * The permissions that each dashboard page needs which a client may be granted (`canAccess`, part 2 §2). Pages of
 * contexts that do not exist yet have no entry (`/voice`, `/metrics`, `/billing`).
 */
export const pagePermissions = {
  '/home': ofAgent,
  '/convos': [
    ...ofAgent,
    'conversation.read',
    'conversation.answer',
    'conversation.manage',
    'inbox.read',
    'notification.read',
    'notification.manage',
  ],
  '/campaigns': [...ofAgent, 'campaign.view'],
  '/leads': [...ofAgent, 'lead.read', 'lead.manage'],
  '/analytics': [...ofAgent, 'analytics.read', 'analytics.manage'],
  '/kb': [...ofAgent, 'knowledge.read', 'knowledge.manage'],
  // Whoever signs in as a client has no test panel and no page of tests (part 2 §6).
  '/prompt': ofEditing,
  '/nodes': ofEditing,
  '/settings': ofEditing,
  '/channels': [...ofAgent, 'channel.read', 'channel.manage'],
} satisfies Record<string, readonly WorkspacePermission[]>

/** What an agency gives a client beside its pages, by the name of the setting. */
export const delegatedPermissions = {
  allowCreateAgents: 'agent.create',
  canDelegateChats: 'conversation.assign',
} as const satisfies Record<string, WorkspacePermission>

export type DelegatedPermission = (typeof delegatedPermissions)[keyof typeof delegatedPermissions]

/** What a client may do with its agents, by the pages that it was granted; pages without an entry give nothing. */
export function permissionsOnPages(canAccess: readonly string[]): WorkspacePermission[] {
  const granted = Object.entries(pagePermissions).filter(([page]) => canAccess.includes(page))
  return [...new Set(granted.flatMap(([, needed]): readonly WorkspacePermission[] => needed))]
}

/** One line about each role: how a principal proves it and what limits it. */
export const roles = {
  anyone: 'No credentials.',
  person: 'A signed-in person, about themselves.',
  visitor: 'The visitor token, in the conversation that it names.',
  provider: 'A provider, by the signature of each delivery.',
  owner: 'The owner of a workspace, by session.',
  member: 'A member of a workspace, by session; where they have a list of permissions, those of it alone.',
  secret: 'The workspace secret as bearer, for servers.',
  token:
    'An access token as bearer, for servers; the permissions that it was given, while its maker has them, and where it is limited to agents, with these alone.',
  'agent-key': "An agent's key as bearer, for servers; in that agent alone.",
  'agency-admin':
    'Whoever signed in with the agency secret, by session: with all agents of the agency, what the pages /home, /leads, /convos, /settings and /analytics of a client’s dashboard need.',
  client:
    'A client of an agency, by session: with its own agents (widgetIDs) alone, and of what stands here, what its pages need (canAccess), creating agents with allowCreateAgents, and assigning with canDelegateChats.',
  'organisation-admin':
    'A client that administers its organisation (isOrgAdmin), by session: what a client may do, and what its organisation needs.',
  'root-admin':
    'Decides what organisations and clients of an agency may do (rootAdmin), by session: the owner of its workspace, and members with organisation.rules.manage; here a member who has nothing else.',
  support:
    'Support of an agency; the specification does not say what it may do, so no more than anyone. No sign-in yet.',
} as const
export type Role = keyof typeof roles
export const roleNames = namesOf(roles)

const ofClients: readonly Permission[] = [
  ...onPages(namesOf(pagePermissions)),
  ...Object.values(delegatedPermissions),
  'client.session',
  'client.profile.manage',
]

/** Whoever views as a client is a person, whose session ends the view; a token ends with the membership of its maker. */
const ofPeople: readonly Permission[] = ['client.view-as', 'workspace.tokens.manage']

/** The permissions of each role. */
export const rolePermissions: Record<Role, readonly Permission[]> = {
  anyone: ofPublic,
  person: [...ofPublic, 'account.manage'],
  visitor: [...ofPublic, 'conversation.take-part'],
  provider: ['webhook.deliver'],
  owner: [...ofPublic, ...ofWorkspace],
  member: [...ofPublic, ...ofWorkspace.filter((name) => !ownerOnly.includes(name))],
  // Billing calls use the workspace secret (part 2 §6).
  secret: [
    ...ofPublic,
    ...ofWorkspace.filter(
      (name) => name === 'billing.manage' || (!ownerOnly.includes(name) && !ofPeople.includes(name)),
    ),
  ],
  token: [...ofPublic, ...ofWorkspace.filter((name) => !neverOfTokens.includes(name))],
  'agent-key': [
    ...ofPublic,
    'agent.view',
    'agent.read',
    'agent.publish',
    'agent.test',
    ...ofTests,
    'channel.read',
    'channel.manage',
    'knowledge.read',
    'knowledge.manage',
    'conversation.read',
    'conversation.answer',
    'conversation.manage',
    'conversation.assign',
    'conversation.delete',
    'visitor.export',
    'visitor.erase',
    'lead.read',
    'lead.manage',
    'analytics.read',
    'analytics.manage',
  ],
  'agency-admin': [...onPages(agencyAdminPages), 'client.session'],
  client: ofClients,
  'organisation-admin': [...ofClients, 'organisation.manage'],
  'root-admin': [
    ...ofPublic,
    ...(['workspace.read', 'workspace.follow', 'agent.list'] as const),
    ...(['client.read', 'client.manage', 'organisation.rules.manage'] as const),
  ],
  support: ofPublic,
}

function onPages(pages: readonly (keyof typeof pagePermissions)[]): Permission[] {
  return [...ofPublic, ...permissionsOnPages(pages)]
}

/**
 * A principal in a role; `permissions` is a member's list, or what a client's pages need, if there is one. Which agents a
 * client may see (`widgetIDs` of the specification) is no permission: like the one agent of an agent's key, `access.ts` of the
 * host compares it with the agent that a call names, and lists are filtered by it.
 */
export type Holder = { role: Role; permissions?: readonly Permission[] }

/** Permissions that are worth nothing without another one: test results and notifications hold what visitors wrote. */
const requires: Partial<Record<Permission, Permission>> = {
  'test.read': 'conversation.read',
  'test.manage': 'conversation.read',
  'test.run': 'conversation.read',
  // Credentials name the functions that use them.
  'credential.read': 'function.read',
  'credential.manage': 'function.read',
  // What is sent holds what visitors wrote.
  'webhook.read': 'conversation.read',
  'webhook.manage': 'conversation.read',
  'notification.read': 'conversation.read',
  'notification.manage': 'conversation.read',
  'conversation.assign': 'conversation.read',
  'organisation.rules.manage': 'client.manage',
}

/** Adds the permissions without which others are worth nothing, in the order of the table. */
export function withRequired(permissions: readonly WorkspacePermission[]): WorkspacePermission[] {
  const needed = permissions.flatMap((name) => requires[name] ?? [])
  return workspacePermissionNames.filter((name) => permissions.includes(name) || needed.includes(name))
}

/** Permissions that are part of another one, and are listed by themselves only for whoever has no more than them. */
const partOf: Partial<Record<Permission, Permission>> = {
  'agent.view': 'agent.read',
  'workspace.follow': 'workspace.read',
  'conversation.assign': 'conversation.manage',
}

/** What a client has by its own setting alone, whatever its pages name. */
const bySetting: readonly Permission[] = Object.values(delegatedPermissions)
const isClientRole = (role: Role) => role === 'client' || role === 'organisation-admin'

/** Whether the holder has a permission. A list restricts what the role holds and never extends it. */
export function holds(holder: Holder, permission: Permission): boolean {
  const { role, permissions: listed } = holder
  const required = requires[permission]
  if (required !== undefined && !holds(holder, required)) return false
  if (!rolePermissions[role].includes(permission)) return false
  const whole = isClientRole(role) && bySetting.includes(permission) ? undefined : partOf[permission]
  return (
    listed === undefined || listed.includes(permission) || (whole !== undefined && listed.includes(whole))
  )
}
