/** What root admins alone decide of organisations and clients (part 2 §6). */
import { completed } from '@parley/contracts/workspace/member-permissions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let ada: Person
let params: { region: 'na'; workspaceId: string }

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', CLIENT_SEATS: '10', RATE_LIMIT_FACTOR: '1000' })
  ada = await parley.signUp()
  params = { region: 'na', workspaceId: ada.workspaceId }
  await ada.client.call('agency.initialize', { params })
})
afterAll(() => parley.stop())

async function memberWith(permission: string): Promise<Person['client']> {
  const member = await parley.signUp()
  await joinWorkspace(parley, ada, member, completed([permission]))
  return member.client
}
const refused = { status: 403, code: 'not-allowed' }

test('whoever only manages clients decides neither admins nor access, and a root admin does', async () => {
  const [editor, root] = [await memberWith('client.manage'), await memberWith('organisation.rules.manage')]
  const made = { params, body: { name: 'Harbour Tea', squarePhotoURL: '' } }
  const { organisationId } = await editor.call('organisations.create', made)
  const client = (email: string) => ({
    ...{ orgId: organisationId, name: 'Cleo', email, dashboardPassword: 'fifteen letters' },
  })
  const { clientId } = await editor.call('clients.create', { params, body: client('cleo@example.com') })
  const ofClient = { ...params, clientId }
  await editor.call('clients.save', { params: ofClient, body: { name: 'Cleo Tea' } })
  for (const rule of [{ isOrgAdmin: true }, { canAccess: ['/settings'] }, { hideAdvancedSettings: false }]) {
    const body = { ...client('other@example.com'), ...rule }
    await expect(editor.call('clients.create', { params, body }), JSON.stringify(rule)).rejects.toMatchObject(
      refused,
    )
    await expect(editor.call('clients.save', { params: ofClient, body: rule })).rejects.toMatchObject(refused)
    await root.call('clients.save', { params: ofClient, body: rule })
  }
  const ofOrganisation = { ...params, organisationId }
  for (const rule of [
    { defaultClientAccess: ['/kb'] },
    { disallowAnyTags: true },
    { dashboardLayout: 'horizontal' as const },
  ]) {
    await expect(
      editor.call('organisations.save', { params: ofOrganisation, body: rule }),
    ).rejects.toMatchObject(refused)
    await root.call('organisations.save', { params: ofOrganisation, body: rule })
  }
  await editor.call('organisations.save', { params: ofOrganisation, body: { name: 'Harbour' } })
  await ada.client.call('clients.save', { params: ofClient, body: { isOrgAdmin: false } })
})
