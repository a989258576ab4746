/** The query handlers of campaigns. */
import type {
  CampaignItem,
  CampaignRecipientView,
  campaignEndpoints,
} from '@parley/contracts/campaign/endpoints.ts'
import { type RecipientState, recipientStates } from '@parley/contracts/campaign/names.ts'
import { type CampaignSettings, storedSettings } from '@parley/contracts/campaign/settings.ts'
import { namedTexts } from '@parley/contracts/conversation/named-texts.ts'
import { textsAt, withTexts } from '@parley/contracts/marked-fields.ts'
import { readJson } from '@parley/contracts/message.ts'
import { sealedFieldsIn } from '@parley/contracts/sealed-fields.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Handlers, reply, replyWithTag } from '@parley/kernel/commands/handler.ts'
import { everyPage } from '@parley/kernel/read-models/every-page.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { CSV_START, csvLine } from '../csv/csv.ts'
import {
  type CampaignRecipientDocument,
  campaignRecipientsProjection,
} from './campaign-recipients.projection.ts'
import { type CampaignDocument, campaignsProjection } from './campaigns.projection.ts'
import { suppressedContactsProjection } from './suppressed-contacts.projection.ts'

type Queries = Pick<
  Handlers<typeof campaignEndpoints>,
  | 'campaigns.list'
  | 'campaigns.get'
  | 'campaigns.ofAgent'
  | 'campaigns.getOfAgent'
  | 'campaigns.recipientsOfAgent'
  | 'campaigns.recipients'
  | 'campaigns.export'
  | 'campaigns.suppressed'
>
type Figures = Record<RecipientState, number>

const PAGE = 50
const EXPORT_PAGE = 500
/** Columns of an export; further variables are left out. */
const MOST_COLUMNS = 40
const sealedSettings = sealedFieldsIn(storedSettings)
const notFound = refuse('not-found', 'This campaign does not exist.')

export function campaignQueries({ reader }: { reader: Reader }): Queries {
  return {
    async 'campaigns.list'({ tenant, query }) {
      const { cursor, limit = PAGE } = query
      const of = { index: 'byCreation', order: 'desc', limit, cursor } as const
      const page = await reader.find(campaignsProjection, tenant, of)
      const items = await Promise.all(page.items.map((one) => itemOf(tenant, one)))
      return reply(page.next === undefined ? { items } : { items, next: page.next })
    },

    async 'campaigns.get'({ tenant, params }) {
      const document = await reader.get(campaignsProjection, tenant, params.campaignId)
      if (!document) return notFound
      const settings = await openSettings(reader, tenant, document)
      const view = { ...(await itemOf(tenant, document)), settings, ...(await variantsOf(tenant, document)) }
      return replyWithTag(view, reader.newestIn([document]))
    },

    async 'campaigns.ofAgent'({ tenant, params: { agentId }, query }) {
      const { cursor, limit = PAGE } = query
      const of = { index: 'byAgent', where: { agentId }, order: 'desc', limit } as const
      let page = await reader.find(campaignsProjection, tenant, { ...of, cursor })
      // A page of drafts alone would read as the end of the list.
      while (page.next !== undefined && !page.items.some(isStarted))
        page = await reader.find(campaignsProjection, tenant, { ...of, cursor: page.next })
      const started = page.items.filter(isStarted)
      const items = await Promise.all(started.map((one) => itemOf(tenant, one)))
      return reply(page.next === undefined ? { items } : { items, next: page.next })
    },

    async 'campaigns.getOfAgent'({ tenant, params }) {
      const document = await startedOfAgent(tenant, params)
      if (!document) return notFound
      const { steps } = await openSettings(reader, tenant, document)
      return reply({
        ...(await itemOf(tenant, document)),
        ...(await variantsOf(tenant, document)),
        steps,
      })
    },

    async 'campaigns.recipientsOfAgent'({ tenant, params, query }) {
      const document = await startedOfAgent(tenant, params)
      return document ? recipientsOf(tenant, document, query) : notFound
    },

    async 'campaigns.recipients'({ tenant, params, query }) {
      const document = await reader.get(campaignsProjection, tenant, params.campaignId)
      return document ? recipientsOf(tenant, document, query) : notFound
    },

    async 'campaigns.export'({ tenant, params }) {
      const document = await reader.get(campaignsProjection, tenant, params.campaignId)
      if (!document) return notFound
      return {
        ok: true,
        text: csv(reader, tenant, document),
        contentType: 'text/csv; charset=utf-8',
        headers: { 'content-disposition': 'attachment; filename="campaign.csv"' },
      }
    },

    async 'campaigns.suppressed'({ tenant, query }) {
      const { cursor, limit = PAGE } = query
      const of = { index: 'byTime', order: 'desc', limit, cursor } as const
      const page = await reader.find(suppressedContactsProjection, tenant, of)
      const addresses = await reader.open(
        tenant,
        page.items.map(({ address }) => address),
      )
      const items = page.items.map((one, nth) => ({ ...one, address: addresses[nth] ?? '' }))
      return reply(page.next === undefined ? { items } : { items, next: page.next })
    },
  }

  /** Drafts are the workspace's own. */
  async function startedOfAgent(
    tenant: string,
    { agentId, campaignId }: { agentId: string; campaignId: string },
  ): Promise<CampaignDocument | undefined> {
    const document = await reader.get(campaignsProjection, tenant, campaignId)
    return document?.agentId === agentId && isStarted(document) ? document : undefined
  }

  async function recipientsOf(
    tenant: string,
    { listId }: CampaignDocument,
    { state, cursor, limit = PAGE }: { state?: RecipientState; cursor?: string; limit?: number },
  ) {
    const where: Record<string, string> = state === undefined ? { listId } : { listId, state }
    const index = state === undefined ? 'byList' : 'byState'
    const page = await reader.find(campaignRecipientsProjection, tenant, { index, where, limit, cursor })
    const items = await openRecipients(reader, tenant, page.items)
    return reply(page.next === undefined ? { items } : { items, next: page.next })
  }

  async function variantsOf(
    tenant: string,
    { listId, settings }: CampaignDocument,
  ): Promise<{ variants?: { a: Figures; b: Figures } }> {
    if (!settings.steps.some(({ b }) => b !== undefined)) return {}
    const a = await figuresOf(tenant, { listId, variant: 'a' })
    return { variants: { a, b: await figuresOf(tenant, { listId, variant: 'b' }) } }
  }

  async function itemOf(tenant: string, document: CampaignDocument): Promise<CampaignItem> {
    const { listId, settings, ...item } = document
    const [name = ''] = await reader.open(tenant, [settings.name])
    const figures = await figuresOf(tenant, { listId })
    const recipients = Object.values(figures).reduce((sum, one) => sum + one, 0)
    return { ...item, name, recipients, figures }
  }

  async function figuresOf(tenant: string, where: { listId: string; variant?: 'a' | 'b' }): Promise<Figures> {
    const index = where.variant === undefined ? 'byState' : 'byVariant'
    const counts = await Promise.all(
      recipientStates.map(async (state) => {
        const of = { index, where: { ...where, state } }
        return [state, await reader.count(campaignRecipientsProjection, tenant, of)] as const
      }),
    )
    const none: Figures = {
      ...{ queued: 0, sent: 0, delivered: 0, read: 0, answered: 0, failed: 0 },
      'opted-out': 0,
    }
    return { ...none, ...Object.fromEntries(counts) }
  }
}

const isStarted = ({ state }: CampaignDocument) => state !== 'draft'

async function openSettings(
  reader: Reader,
  tenant: string,
  { settings }: CampaignDocument,
): Promise<CampaignSettings> {
  const texts = await reader.open(tenant, textsAt(settings, sealedSettings))
  return storedSettings.parse(withTexts(settings, sealedSettings, texts))
}

async function openRecipients(
  reader: Reader,
  tenant: string,
  documents: readonly CampaignRecipientDocument[],
): Promise<CampaignRecipientView[]> {
  const texts = await reader.open(
    tenant,
    documents.flatMap(({ address, variables }) => [address, variables]),
  )
  return documents.map(({ listId: _, campaignId: __, dueAt, ...document }, nth) => ({
    ...document,
    reason: document.reason as CampaignRecipientView['reason'],
    address: texts[nth * 2] ?? '',
    variables: readJson(namedTexts, texts[nth * 2 + 1] ?? ''),
    ...(dueAt ? { dueAt } : {}),
  }))
}

/** Reads the recipients twice, first for the names of their variables, so that they need not be kept in memory. */
async function* csv(
  reader: Reader,
  tenant: string,
  { listId, settings }: CampaignDocument,
): AsyncGenerator<string> {
  const hasTwo = settings.steps.some(({ b }) => b !== undefined)
  const query = { index: 'byList', where: { listId }, limit: EXPORT_PAGE }
  const pages = () => everyPage(reader, campaignRecipientsProjection, tenant, query)
  const names = new Set<string>()
  for await (const page of pages())
    for (const { variables } of await openRecipients(reader, tenant, page))
      for (const name of Object.keys(variables)) if (names.size < MOST_COLUMNS) names.add(name)
  const columns = [...names].toSorted()
  yield CSV_START +
    csvLine(['address', 'state', 'reason', 'text', 'steps sent', 'changed', 'conversation', ...columns])
  for await (const page of pages()) {
    const lines = (await openRecipients(reader, tenant, page)).map((one) =>
      csvLine([
        ...[
          one.address,
          one.state,
          one.reason,
          hasTwo ? one.variant.toUpperCase() : undefined,
          one.sent,
          one.changedAt,
        ],
        one.conversationId,
        ...columns.map((name) => one.variables[name]),
      ]),
    )
    yield lines.join('')
  }
}
