/** Members, invitations and the ownership of workspaces, over HTTP: who may what, and what two do at once. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { WorkspacePermission } from '@parley/contracts/permissions.ts'
import { inviteSubject } from '@parley/contracts/workspace/events.ts'
import { memberPresets } from '@parley/contracts/workspace/member-permissions.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { keyName } from '@parley/kernel/sealing/sealing.ts'
import { invitePolicies } from '@parley/workspace/invites.policy.ts'
import { INVITE_LASTS_MS } from '@parley/workspace/membership.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { searchFiles } from './src/search-files.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
/** Another process on the same data. */
let second: TestPlatform
beforeAll(async () => {
  parley = await startTestPlatform({ WORKSPACE_SEATS: '3', RATE_LIMIT_FACTOR: '1000' })
  second = await startTestPlatform({ WORKSPACE_SEATS: '3', DATA_DIR: parley.dataDir, ROLES: 'api' })
})
afterAll(async () => {
  await second?.stop()
  await parley?.stop()
})

const placeOf = ({ workspaceId }: Person) => ({ params: { region, workspaceId } })
const invite = (owner: Person, email: string, permissions?: readonly WorkspacePermission[]) =>
  owner.client.call('invites.create', {
    ...placeOf(owner),
    body: { email, ...(permissions && { permissions: [...permissions] }) },
  })
const list = (person: Person, owner = person) => person.client.call('members.list', placeOf(owner))

async function mailTo(address: string): Promise<string> {
  await parley.settled()
  const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
  const mail = items.find(
    ({ to, subject }: { to: string; subject: string }) => to === address && subject.includes('invited you'),
  )
  return mail?.text ?? ''
}

const tokenIn = (text: string) => /\/app\/join#na\.(iv_[\w-]+\.[\w-]+)/.exec(text)?.[1] ?? ''
const accept = (person: Person, token: string) =>
  person.client.call('invites.accept', { params: { region }, body: { token, email: person.email } })

const viewer = memberPresets.find(({ name }) => name === 'Viewer')?.permissions ?? []

test('a mailed invitation makes its addressee a member with the permissions of it, at once', async () => {
  const [owner, newcomer] = [await parley.signUp(), await parley.signUp()]
  const { inviteId } = await invite(owner, newcomer.email, viewer)
  expect((await list(owner)).invites).toMatchObject([{ inviteId, email: newcomer.email }])
  const text = await mailTo(newcomer.email)
  expect(text).toContain('invited you to the workspace')
  const token = tokenIn(text)
  const opened = await parley.client().call('invites.open', { params: { region }, body: { token } })
  expect(opened).toMatchObject({ email: newcomer.email })

  expect(await accept(newcomer, token)).toMatchObject({ workspaceId: owner.workspaceId })
  const { members, invites, seats } = await list(owner)
  expect(seats).toBe(3)
  expect(invites).toEqual([])
  expect(members.map(({ email, role }) => [email, role])).toEqual([
    [owner.email, 'owner'],
    [newcomer.email, 'member'],
  ])
  expect(members[1]).toMatchObject({ permissions: viewer, joinedAt: expect.stringMatching(/^20/) })
  const session = await newcomer.client.call('auth.session', {})
  expect(session.workspaces.map(({ workspaceId }) => workspaceId)).toEqual([
    newcomer.workspaceId,
    owner.workspaceId,
  ])

  // A viewer sees, and neither changes anything nor reads what would let them.
  const seen = await newcomer.client.call('workspaces.get', placeOf(owner))
  expect(seen.workspaceSecret).toBe('')
  expect((await list(newcomer, owner)).invites).toEqual([])
  const rename = newcomer.client.call('workspaces.save', { ...placeOf(owner), body: { workspaceName: 'X' } })
  await expect(rename).rejects.toMatchObject({ status: 403 })
  const agentId = 'team-agent-01'
  await owner.client.call('agents.save', {
    params: { region, agentId },
    body: { title: 'Lamps', enableNodes: false },
  })
  const key = (person: Person) => person.client.call('agents.get', { params: { region, agentId } })
  expect((await key(owner)).data.SECRET_API_KEY).toMatch(/^vg_/)
  expect((await key(newcomer)).data.SECRET_API_KEY).toBeUndefined()

  // The address is erased with the key of the invitation.
  await parley.settled()
  const keys = new DatabaseSync(join(parley.dataDir, 'na/keys.db'), { readOnly: true })
  const name = keyName({ tenant: owner.workspaceId, subject: `invite-${inviteId}` })
  const row = keys.prepare('SELECT wrapped FROM key WHERE subject = ?').get(name)
  keys.close()
  expect(row?.wrapped ?? null).toBeNull()
  expect(await mailTo(newcomer.email)).toBe('')
})

test('a change of permissions and a removal apply at once, in every process', async () => {
  const [owner, colleague] = [await parley.signUp(), await parley.signUp()]
  await joinWorkspace(parley, owner, colleague)
  const elsewhere = second.client(colleague.token)
  const rename = (name: string) =>
    elsewhere.call('workspaces.save', { ...placeOf(owner), body: { workspaceName: name } })
  await rename('By the colleague')
  const params = { ...placeOf(owner).params, userId: colleague.userId }
  await owner.client.call('members.change', { params, body: { permissions: ['lead.read'] } })
  await expect
    .poll(() =>
      rename('Again').then(
        () => 200,
        ({ status }) => status,
      ),
    )
    .toBe(403)

  await owner.client.call('members.remove', { params })
  const read = () =>
    elsewhere.call('workspaces.get', placeOf(owner)).then(
      () => 200,
      ({ status }) => status,
    )
  await expect.poll(read).toBe(404)
  expect((await elsewhere.call('auth.session', {})).workspaces).toHaveLength(1)
  await expect(owner.client.call('members.remove', { params })).rejects.toMatchObject({ status: 404 })
})

test('what is wrong with an invitation is said in the words of the specification', async () => {
  const owner = await parley.signUp()
  const wrong = (email: string) => invite(owner, email)
  await expect(wrong('nobody')).rejects.toThrow('Please enter a valid email')
  await expect(wrong(owner.email.toUpperCase())).rejects.toThrow("You can't invite yourself lol")
  await invite(owner, 'one@example.com')
  await expect(wrong('one@example.com')).rejects.toMatchObject({ code: 'already-invited' })
  await invite(owner, 'two@example.com')
  await expect(wrong('three@example.com')).rejects.toThrow('You have reached the maximum number of seats')
})

test('two processes that invite at once give the last seat once', async () => {
  const owner = await parley.signUp()
  await invite(owner, 'first@example.com')
  const elsewhere = second.client(owner.token)
  const both = await Promise.allSettled([
    invite(owner, 'last@example.com'),
    elsewhere.call('invites.create', { ...placeOf(owner), body: { email: 'least@example.com' } }),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await list(owner)).invites).toHaveLength(2)
})

test('an invitation is accepted by its addressee only, and once at the same time', async () => {
  const [owner, newcomer, stranger] = [await parley.signUp(), await parley.signUp(), await parley.signUp()]
  await invite(owner, newcomer.email)
  const token = tokenIn(await mailTo(newcomer.email))
  await expect(accept(stranger, token)).rejects.toMatchObject({ code: 'other-address' })
  const asNewcomer = stranger.client.call('invites.accept', {
    params: { region },
    body: { token, email: newcomer.email },
  })
  await expect(asNewcomer).rejects.toMatchObject({ code: 'other-address' })
  for (const forged of [`${token}x`, token.replace(/\.(.)/, (_, letter) => `.${letter === 'A' ? 'B' : 'A'}`)])
    await expect(accept(newcomer, forged)).rejects.toMatchObject({ code: 'invite-over' })
  const both = await Promise.all([
    accept(newcomer, token),
    second.client(newcomer.token).call('invites.accept', {
      params: { region },
      body: { token, email: newcomer.email },
    }),
  ])
  expect(both.map(({ joined }) => joined).toSorted()).toEqual([false, true])
  await parley.settled()
  const log = await parley.platform.regions
    .get(region)!
    .engines.eventStore.readStream(`workspace-${owner.workspaceId}`)
  expect(log.filter(({ type }) => type === 'WorkspaceMemberAdded')).toHaveLength(2)
  // The used link says so to whoever is a member, and is over for everybody else.
  for (const member of [newcomer, owner])
    expect(await accept(member, token)).toMatchObject({ workspaceId: owner.workspaceId, joined: false })
  await expect(accept(stranger, token)).rejects.toMatchObject({ code: 'invite-over' })
  // Its link stands nowhere on the disk, and is not in the outbox any more.
  expect((await searchFiles(parley.dataDir, [token])).places).toEqual([])
})

test('a revoked invitation opens nothing, and its link is not shown', async () => {
  const [owner, newcomer] = [await parley.signUp(), await parley.signUp()]
  const { inviteId } = await invite(owner, newcomer.email)
  const params = { ...placeOf(owner).params, inviteId }
  const { link } = await owner.client.call('invites.link', { params })
  await owner.client.call('invites.revoke', { params })
  await expect(accept(newcomer, tokenIn(link))).rejects.toMatchObject({ status: 410 })
  await expect(owner.client.call('invites.link', { params })).rejects.toMatchObject({ status: 404 })
})

test('an invitation that nobody accepts ends by its deadline, and its address is erased', async () => {
  const owner = await parley.signUp()
  const { inviteId } = await invite(owner, 'late@example.com')
  await parley.settled()
  const { engines } = parley.platform.regions.get(region)!
  const { commands, keyring, state } = engines
  const deadlines = createDeadlines(state)
  const weekFromNow = Date.now() + INVITE_LASTS_MS
  const due = await deadlines.due('end-invites', weekFromNow, 100)
  const deadline = due.find(({ note }) => note === inviteId)
  if (!deadline) throw new Error('There is no deadline')
  const { deadlineWork } = invitePolicies({
    brandOf: async () => undefined,
    commands,
    region,
    keyring,
    deadlines,
    links: { linkOf: () => '' },
    mail: { send: async () => undefined, remove: async () => undefined },
    nameOf: async () => undefined,
    now: () => weekFromNow,
  })
  const never = new AbortController().signal
  await deadlineWork.carryOut(deadline, never)
  await deadlineWork.carryOut(deadline, never)
  expect((await list(owner)).invites).toEqual([])
  const log = await engines.eventStore.readStream(`workspace-${owner.workspaceId}`)
  expect(log.filter(({ type }) => type === 'InviteExpired')).toHaveLength(1)
  const subject = inviteSubject(inviteId)
  expect(await keyring.isErased({ tenant: owner.workspaceId, subject })).toBe(true)
  await invite(owner, 'late@example.com')
})

test('another workspace is handed over to a member who accepts it, and its owner can then leave', async () => {
  const [owner, colleague] = [await parley.signUp(), await parley.signUp()]
  const created = await owner.client.call('workspaces.create', {
    params: { region },
    body: { workspaceName: 'Lamp shop' },
  })
  expect(created).toMatchObject({ workspaceName: 'Lamp shop', role: 'owner' })
  const place = { params: { region, workspaceId: created.workspaceId } }
  const { inviteId } = await owner.client.call('invites.create', {
    ...place,
    body: { email: colleague.email },
  })
  const { link } = await owner.client.call('invites.link', { params: { ...place.params, inviteId } })
  await accept(colleague, tokenIn(link))
  await expect(owner.client.call('members.leave', place)).rejects.toMatchObject({ code: 'owner-stays' })
  const { userId } = colleague
  await owner.client.call('ownership.offer', { ...place, body: { userId } })
  expect(await colleague.client.call('members.list', place)).toMatchObject({ offeredTo: userId })
  await colleague.client.call('ownership.answer', { ...place, body: { accept: true } })
  const { members } = await colleague.client.call('members.list', place)
  expect(members.map((member) => [member.email, member.role])).toEqual([
    [owner.email, 'member'],
    [colleague.email, 'owner'],
  ])
  await owner.client.call('members.leave', place)
  await expect(owner.client.call('workspaces.get', place)).rejects.toMatchObject({ status: 404 })
})
