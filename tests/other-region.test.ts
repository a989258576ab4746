/** People in workspaces of the region that does not keep their account: joining, names, sign-out and erasure. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform()
})
afterAll(() => parley?.stop())

const inEurope = ({ workspaceId }: { workspaceId: string }) => ({
  params: { region: 'eu', workspaceId } as const,
})
const workspacesOf = async (person: Person) => (await person.client.call('auth.session', {})).workspaces

/** Makes a person of North America a member of a European workspace, by an invitation. */
async function joined(owner: Person, member: Person): Promise<void> {
  const place = inEurope(owner)
  const { inviteId } = await owner.client.call('invites.create', { ...place, body: { email: member.email } })
  const { link } = await owner.client.call('invites.link', { params: { ...place.params, inviteId } })
  const token = /#eu\.(iv_[\w-]+\.[\w-]+)/.exec(link)?.[1] ?? ''
  const body = { token, email: member.email }
  const answer = await member.client.call('invites.accept', { params: { region: 'eu' }, body })
  expect(answer.workspaceId).toBe(owner.workspaceId)
}

test('an invitation to a workspace of the other region is accepted, and its workspace is listed with its region', async () => {
  const [owner, member] = [await parley.signUp('eu'), await parley.signUp('na')]
  await joined(owner, member)
  expect(await workspacesOf(member)).toMatchObject([
    { workspaceId: member.workspaceId, region: 'na', role: 'owner' },
    { workspaceId: owner.workspaceId, region: 'eu', role: 'member' },
  ])
  const { members } = await member.client.call('members.list', inEurope(owner))
  expect(members).toMatchObject([{ email: owner.email }, { email: member.email }])
  const { user } = await member.client.call('auth.session', {})
  expect(members[1]?.displayName).toBe(user.displayName)

  const exported = await member.client.call('auth.exportAccount', {})
  expect(exported.workspaces.map(({ region }) => region)).toEqual(['na', 'eu'])

  const stranger = await parley.signUp('na')
  await expect(stranger.client.call('members.list', inEurope(owner))).rejects.toMatchObject({ status: 404 })
  await member.client.call('members.leave', inEurope(owner))
  await expect(member.client.call('members.list', inEurope(owner))).rejects.toMatchObject({ status: 404 })
  expect(await workspacesOf(member)).toHaveLength(1)
})

test('a workspace is created in the region that its owner chooses', async () => {
  const owner = await parley.signUp('na')
  const created = await owner.client.call('workspaces.create', {
    params: { region: 'eu' },
    body: { workspaceName: 'Lampenladen' },
  })
  expect(created).toMatchObject({ workspaceName: 'Lampenladen', region: 'eu', role: 'owner' })
  expect((await workspacesOf(owner)).map(({ region }) => region)).toEqual(['na', 'eu'])
})

test('a session that ends is worth nothing in the other region either', async () => {
  const [owner, member] = [await parley.signUp('eu'), await parley.signUp('na')]
  await joined(owner, member)
  await member.client.call('auth.signOut', {})
  await expect(member.client.call('members.list', inEurope(owner))).rejects.toMatchObject({ status: 401 })
})

test('a deleted account leaves the workspaces of the other region, and nothing of the person can be read there', async () => {
  const [owner, member] = [await parley.signUp('eu'), await parley.signUp('na')]
  await joined(owner, member)
  const { user } = await member.client.call('auth.session', {})
  const agent = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region: 'eu' },
    body: { agentName: 'Ada', businessName: 'Shop', agentTemplate: 'blank-template' },
  })
  await member.client.call('agents.rename', {
    params: { region: 'eu', agentId: agent.agentCreated.ID },
    body: { title: 'Renamed' },
  })
  await parley.settled('eu')
  const { keyring } = parley.platform.regions.get('eu')!.engines
  const subject = `user-${member.userId}`
  expect(await keyring.tenantsOf(subject)).toContain(owner.workspaceId)

  await member.client.call('auth.deleteAccount', { body: { password: member.password } })
  await parley.settled('na')
  await parley.settled('eu')
  const { members } = await owner.client.call('members.list', inEurope(owner))
  expect(members.map(({ email }) => email)).toEqual([owner.email])
  expect(await keyring.isErased({ tenant: owner.workspaceId, subject })).toBe(true)
  const { places } = await searchFiles(parley.dataDir, [member.email, user.displayName])
  expect(places).toEqual([])
})

test('an account is not deleted while others are members of a workspace that it owns in the other region', async () => {
  const [owner, colleague] = [await parley.signUp('na'), await parley.signUp('na')]
  const { workspaceId } = await owner.client.call('workspaces.create', {
    params: { region: 'eu' },
    body: { workspaceName: 'Lampenladen' },
  })
  await joined({ ...owner, workspaceId }, colleague)
  const deleting = owner.client.call('auth.deleteAccount', { body: { password: owner.password } })
  await expect(deleting).rejects.toMatchObject({ code: 'owns-workspaces' })
})
