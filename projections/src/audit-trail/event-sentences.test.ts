import { describe, expect, it } from 'vitest'
import { type EventNames, sentenceOf } from './event-sentences.ts'

const names: EventNames = {
  agent: 'Harbour Tea',
  visitor: async () => 'Visitor 1bd0',
  member: async (userId) => (userId === 'ben' ? 'Ben' : undefined),
  source: async () => 'Opening hours',
  tool: async () => 'Order lookup',
  channel: async () => 'Shop app',
  credential: async () => 'Shop API',
  webhook: async () => 'Orders',
  client: async () => 'Cleo',
  organisation: async () => 'Acme',
  blueprint: async () => 'Dentist',
  prompt: async () => 'Tone of voice',
  token: async () => ({ name: 'n8n', madeBy: 'Nora' }),
  read: async (text) => text,
}
const nobody: EventNames = { ...names, visitor: async () => undefined, agent: undefined }
const told = async (type: string, data: object, known = names) =>
  (await sentenceOf({ type, data }, known))
    ?.map(({ text, strong }) => (strong ? `**${text}**` : text))
    .join('')

describe('the sentence of an event', () => {
  it('says with whom and which', async () => {
    expect(await told('ConversationTagged', { tags: ['Order'] })).toBe('tagged Visitor 1bd0 **Order**')
    expect(await told('ConversationTagged', { tags: [] })).toBe('removed all tags from Visitor 1bd0')
    expect(await told('ConversationAssigned', { assignee: 'ben' })).toBe('assigned Visitor 1bd0 to **Ben**')
    expect(await told('ConversationAssigned', {})).toBe('unassigned Visitor 1bd0')
    expect(await told('ConversationStatusChanged', { status: 'resolved' })).toBe(
      'resolved the conversation with Visitor 1bd0',
    )
    expect(await told('AgentVersionRestored', { restoredFrom: 3 })).toBe(
      'restored **version 3** of Harbour Tea',
    )
    expect(await told('CampaignRecipientsUploaded', { added: 2 })).toBe(
      'uploaded **2 recipients** of a campaign of Harbour Tea',
    )
    expect(await told('KnowledgeSourceTagged', { sourceId: 's1', tags: ['faq'] })).toBe(
      'tagged Opening hours **faq**',
    )
    expect(await told('AccessTokenCreated', { name: 'n8n' })).toBe('made the access token **n8n**')
    expect(await told('AccessTokenRevoked', { tokenId: 't1', reason: 'person' })).toBe(
      'revoked the access token **n8n**',
    )
    expect(await told('AccessTokenRevoked', { tokenId: 't1', reason: 'maker-left' })).toBe(
      'revoked the access token **n8n**, since Nora left',
    )
    expect(await told('WebhookPaused', { webhookId: 'w1' })).toBe('paused the webhook **Orders**')
    expect(await told('CredentialRotated', { credentialId: 'c1' })).toBe(
      'replaced the secret of the credential **Shop API**',
    )
    expect(await told('CredentialDeleted', { name: 'CRM' })).toBe('deleted the credential **CRM**')
    expect(await told('ToolTested', { id: 't1' })).toBe('tested the function **Order lookup**')
    expect(await told('ToolChanged', { name: 'Orders', restoredFrom: 2 })).toBe(
      'restored **version 2** of the function **Orders**',
    )
    expect(await told('ClientCreated', { clientId: 'c1' })).toBe('created the client **Cleo**')
    const rollout = { blueprintId: 'b1', version: 2, as: 'draft', targets: [{}, {}] }
    expect(await told('RolloutStarted', rollout)).toBe(
      'rolled **version 2** of the blueprint Dentist out to 2 agents as drafts',
    )
    const taken = { blueprintId: 'b1', blueprintVersion: 2, as: 'published' }
    expect(await told('BlueprintTaken', taken)).toBe(
      'merged version 2 of the blueprint **Dentist** into Harbour Tea',
    )
    expect(await told('PromptVersionSaved', { promptId: 'p1', version: 4, restoredFrom: 2 })).toBe(
      'restored version 2 as **version 4** of the prompt Tone of voice',
    )
    expect(await told('PromptPublished', { promptId: 'p1', version: 4, former: 3, agents: 2 })).toBe(
      'published **version 4** of the prompt Tone of voice, which 2 agents use',
    )
    const transfer = { organisationId: 'o1', from: 'workspace', amount: 40 }
    expect(await told('CreditsTransferred', { ...transfer, direction: 'out' })).toBe(
      'transferred **40 credits** to **Acme**',
    )
    expect(await told('CreditsTransferred', { ...transfer, direction: 'in' })).toBe(
      'added **40 credits** to the balance of **Acme**',
    )
    const back = { ...transfer, from: 'organisation', direction: 'in' }
    expect(await told('CreditsTransferred', back)).toBe(
      'added **40 credits** to the workspace, from **Acme**',
    )
    expect(await told('CreditsTransferred', { ...transfer, direction: 'in', returned: true })).toBe(
      'took back **40 credits** that **Acme** could not take',
    )
  })

  it('is left out where the event has none, or a name is not known or erased', async () => {
    expect(await told('CreditsReturned', {})).toBeUndefined()
    expect(await told('toString', {})).toBeUndefined()
    expect(await told('ConversationTagged', { tags: ['Order'] }, nobody)).toBeUndefined()
    expect(await told('ConversationAssigned', { assignee: 'gone' })).toBeUndefined()
    expect(
      await told('ChannelConnected', { name: 'sealed' }, { ...names, read: async () => '[erased]' }),
    ).toBeUndefined()
  })
})
