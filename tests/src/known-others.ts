/** Calls that succeed, besides those of channels and campaigns: their inputs fit together, which a tester does not come upon. */
import type { KnownCalls } from './known-calls.ts'
import type { Owned } from './owned.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** `owned` has a website that was read. */
export async function knownOthers({
  person: { client, workspaceId },
  named,
  word,
}: Owned): Promise<KnownCalls> {
  const agentId = named.agentId ?? ''
  const ofWebsite = { params: { sourceId: named.websiteId ?? '' } }
  const canaryOf = async (title: string) => {
    const id = `${title}${workspaceId}`.slice(0, 40)
    const own = { params: { region: 'na' as const, agentId: id } }
    await client.call('agents.save', { ...own, body: { title } })
    const { data: draft } = await client.call('agents.get', own)
    const body = { draft: { ...draft, title: `${title} next` }, share: 10 }
    const { version } = await client.call('canary.start', { ...own, body })
    return { params: { agentId: id }, body: { version } }
  }
  const [shared, promoted, withdrawn] = [
    await canaryOf('shared'),
    await canaryOf('promoted'),
    await canaryOf('withdrawn'),
  ]
  const clientOf = (email: string) => ({
    ...{ orgId: named.organisationId, name: word, email, widgetIDs: [agentId] },
    dashboardPassword: `${word} and more of it`,
  })
  const email = `${word}.known@clients.example`.toLowerCase()
  await client.call('clients.create', {
    params: { region: 'na', workspaceId },
    body: clientOf(email) as never,
  })
  return {
    'crawls.get': ofWebsite,
    'crawls.run': ofWebsite,
    'crawls.page': ofWebsite,
    'crawls.answers': ofWebsite,
    'crawls.tests': ofWebsite,
    'knowledge.pages': ofWebsite,
    'knowledge.page': ofWebsite,
    'knowledge.refresh': { ...ofWebsite, body: {} },
    'knowledge.cancel': ofWebsite,
    'knowledge.addDocument': {
      body: { fileName: 'hours.txt', base64Payload: base64('Open from nine to five.') },
    },
    'prompts.describe': { body: { name: `${word} prompt`, description: word } },
    'prompts.publish': { body: { version: 2 } },
    'tokens.create': { body: { name: word, permissions: ['agent.list'] } },
    'tools.list': {},
    'tools.readImport': { body: { text: 'curl https://tools.example/orders/17' } },
    'credentials.list': {},
    'credentials.create': {
      body: {
        settings: { name: `${word} more`, use: { kind: 'bearer' }, hosts: ['tools.example'] },
        secret: `${word} and more of it`,
      },
    },
    'workspaces.problems': {},
    'workspaces.sendEmail': { body: { to: 'ada@example.com', subject: word, html: `<p>${word}</p>` } },
    'audit.anchors': {},
    'canary.setShare': { ...shared, body: { ...shared.body, share: 20 } },
    'canary.promote': promoted,
    'canary.withdraw': withdrawn,
    'campaigns.audience': {
      body: { agentId, medium: 'email', audience: { kind: 'leads', live: false } },
    },
    'conversations.reply': { body: { id: `${word}reply`, text: word } },
    'rpc.uploadFile': {
      body: {
        ...{ agentId, userId: named.userId ?? '', targetPath: 'known.gif' },
        base64Payload: 'R0lGODlhAQABAAAAACw=',
      },
    },
    'clients.create': { body: clientOf(`${word}.other@clients.example`.toLowerCase()) },
    'clientAuth.agency': { query: { agency: workspaceId } },
    'clientAuth.signIn': { body: { email, password: `${word} and more of it`, agencyId: workspaceId } },
  }
}
