/** A member of the team who leaves their name, address and photo in every possible place. */

import type { UserEvent } from '@parley/contracts/identity/events.ts'
import { user } from '@parley/identity/user.decider.ts'
import { accept } from '@parley/kernel/commands/decider.ts'
import { joinWorkspace } from '../src/join-workspace.ts'
import { signUpAs } from '../src/sign-up.ts'
import type { Person } from '../src/test-platform.ts'
import { type Attacked, inRegion, type Visit } from './attacker.ts'

export const member = {
  displayName: 'Marker-Member Quennell',
  email: 'marker-member@team.example',
  photoURL: 'https://photos.example/marker-photo-19.png',
}
/** Each whole, and its beginning alone. */
export const memberMarkers = Object.values(member).flatMap((text) => [text, text.slice(0, 14)])

const password = 'correct horse battery'

export type MemberTraces = { person: Person; visit: Visit }

/** The member joins `mine`, answers a visitor of the agent, and works in the dashboard. */
export async function leaveMemberTraces(attacked: Attacked, agentId: string): Promise<MemberTraces> {
  const { parley, mine } = attacked
  const person = await signUpMember(attacked)
  await joinWorkspace(parley, mine, person)
  await setPhoto(attacked, person)
  const { client, userId } = person
  const workspace = { ...inRegion, workspaceId: mine.workspaceId }
  await client.call('notifications.saveSettings', {
    params: workspace,
    body: { notifyThrough: 'all', notifyIf: 'all' },
  })
  const agent = { ...inRegion, agentId }
  await client.call('agents.save', { params: agent, body: { enableHumanHandoff: true } })
  await client.call('rpc.saveAgentBackup', {
    params: inRegion,
    body: { agentId, workspaceId: mine.workspaceId, userEmail: member.email },
  })
  await client.call('inbox.saveView', {
    params: { ...workspace, viewId: 'mine' },
    body: { name: 'Waiting', filters: { tag: 'vip' }, onlyMine: true },
  })

  const visit = await attacked.startWith(agentId)
  await visit.say('m1', 'Is anybody there?')
  const params = { ...agent, conversationId: visit.conversationId }
  const leaving = new AbortController()
  const watching = await client.open('conversations.watch', { params }, { signal: leaving.signal })
  await client.call('conversations.assign', { params, body: { assignee: userId } })
  await client.call('conversations.takeOver', { params })
  await client.call('conversations.typing', { params, body: { typing: true } })
  await client.call('conversations.reply', { params, body: { id: 'r1', text: 'Yes, here I am.' } })
  await client.call('conversations.addNote', { params, body: { text: 'A new customer' } })
  await mine.client.call('conversations.addNote', { params, body: { text: 'Seen by the owner' } })
  await parley.settled()
  leaving.abort()
  await watching.body?.cancel().catch(() => undefined)
  return { person, visit }
}

export async function signUpMember({ parley }: Pick<Attacked, 'parley'>): Promise<Person> {
  const { displayName, email } = member
  const body = { email, displayName, password, region: inRegion.region }
  const { token, user: signedUp, workspace } = await signUpAs(parley.client(), parley.url, body)
  const { userId } = signedUp
  const { workspaceId } = workspace
  return { email, password, token, userId, workspaceId, ...inRegion, client: parley.client(token) }
}

/** No screen changes a profile yet, so the event is appended directly. */
async function setPhoto({ parley }: Attacked, { userId }: Person): Promise<void> {
  const changing = {
    ...user,
    decider: {
      ...user.decider,
      decide: (_: 'photo') =>
        accept<UserEvent>({ type: 'ProfileChanged', data: { userId, photoURL: member.photoURL } }),
    },
  }
  const changed = await parley.platform.regions
    .get('na')!
    .engines.commands.handle(changing, userId, 'photo', {
      tenant: userId,
      actor: { kind: 'user', id: userId },
      cause: { via: 'system', command: `photo/${userId}`, correlation: userId },
    })
  if (!changed.ok) throw new Error(changed.rejection.message)
}
