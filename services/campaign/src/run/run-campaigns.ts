/** Runs the process of campaigns: adds recipients from leads, writes to those whose time has come, and removes lists. */
import { campaignEvents } from '@parley/contracts/campaign/events.ts'
import { usualPace } from '@parley/contracts/campaign/names.ts'
import type { CampaignRunEffect, CampaignRunInput } from '@parley/contracts/campaign/run-events.ts'
import type { CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { type AnySinglePolicy, definePolicy } from '@parley/kernel/policies/policy.ts'
import type { DeadlineWork } from '@parley/kernel/process-managers/deadline-runner.ts'
import type { Deadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { runProcess } from '@parley/kernel/process-managers/process-manager.ts'
import { pick } from '@parley/kernel/read-models/projection.ts'
import { type ContactKeys, scopeOf } from '../audience/addresses.ts'
import { type AudienceDeps, audiencePage, type LeadRecipient } from '../audience/recipients-of-leads.ts'
import { type Campaign, campaign } from '../campaign.decider.ts'
import { contact } from '../contact.decider.ts'
import { recipient } from '../recipient.decider.ts'
import type { CampaignSenders } from '../senders.ts'
import { campaignRun } from './run.process.ts'
import { earliestOf } from './send-times.ts'
import { commandContext, sendToRecipient } from './send-to-recipient.ts'

export type RunCampaignsDeps = Pick<CommandHandler, 'handle' | 'load' | 'refresh'> & {
  deadlines: Deadlines
  keys: ContactKeys
  senders: CampaignSenders
  audience: AudienceDeps
  recipients: {
    /** Ids of those that are due by a time (ISO 8601), the earliest first. */
    due(tenant: string, listId: string, by: string, limit: number): Promise<string[]>
    nextDue(tenant: string, listId: string): Promise<string | undefined>
    page(
      tenant: string,
      listId: string,
      of: { state?: string; cursor?: string; limit: number },
    ): Promise<{ recipientIds: string[]; next?: string | undefined }>
  }
  /** Aborts when the process stops. */
  closing: AbortSignal
  now?: () => number
}

/** Recipients that are read at once to be added or removed. */
const PAGE = 200
/** Recipients that are written to in one batch, at most. */
const BATCH = 500
/** Recipients that are added, removed, mailed or pushed to at once. */
const AT_ONCE = 16
/** The same of a channel: writing to a conversation waits for nothing but the log. */
const WRITTEN_AT_ONCE = 64
/** A batch ends after this time, in ms, so that a pause and others are not held up. */
const LONGEST_BATCH_MS = 2_000
/** How often a batch looks whether its campaign still runs, in ms. */
const LOOK_EVERY_MS = 50
const MINUTE_MS = 60_000
/** The time between two batches of a campaign with a pace, in ms: short of a fast one, so that it is even. */
const paceOf = (perMinute: number) => (perMinute >= 600 ? 1_000 : 2_000)

export function recipientIdOf(listId: string, address: string): string {
  return derivedId(20, 'campaign recipient', listId, address)
}

/** Which of two texts a recipient gets: theirs for good, and by chance. */
export function variantOf(recipientId: string): 'a' | 'b' {
  return recipientId.charCodeAt(0) % 2 === 1 ? 'b' : 'a'
}

export function runCampaigns(deps: RunCampaignsDeps): {
  policies: AnySinglePolicy[]
  deadlineWork: DeadlineWork
} {
  const { handle, load, refresh, recipients, now = Date.now } = deps

  const running = runProcess(campaignRun, {
    ...{ handle, load, deadlines: deps.deadlines },

    async carryOut({ type }, context) {
      const campaignId = context.cause.correlation
      const command = type === 'PauseCampaign' ? ({ type, reason: 'channel' } as const) : ({ type } as const)
      const handled = await handle(campaign, campaignId, command, context)
      const isOver = !handled.ok && ['not-found', 'not-running'].includes(handled.rejection.code)
      if (!handled.ok && !isOver) throw new Error(handled.rejection.code)
    },

    perform: (effect, { tenant, instance }) => perform(effect, tenant, instance),
  })

  return {
    policies: [
      definePolicy({
        name: 'run-campaigns',
        startFrom: 'origin',
        events: pick(
          campaignEvents,
          'CampaignStarted',
          'CampaignPaused',
          'CampaignResumed',
          'CampaignCancelled',
          'CampaignFinished',
          'CampaignRetried',
          'CampaignListReplaced',
          'CampaignDeleted',
        ),
        async react({ id, tenant, stream, ...event }) {
          const instance = stream.slice('campaign-'.length)
          for (const [nth, input] of inputsOf(event).entries())
            await running.take({ tenant, instance }, input, `${id}/${nth}`)
        },
      }),
      running.policy,
    ],
    deadlineWork: running.deadlineWork,
  }

  async function perform(
    effect: CampaignRunEffect,
    tenant: string,
    campaignId: string,
  ): Promise<CampaignRunInput> {
    const { listId } = effect
    if (effect.type === 'RemovePage')
      return { type: 'PageRemoved', listId, more: await removePage(tenant, listId) }
    const found = await runningCampaign(tenant, campaignId)
    switch (effect.type) {
      case 'AddPage': {
        const cursor = found && (await addPage(tenant, found, effect.cursor))
        return cursor === undefined ? { type: 'PageAdded' } : { type: 'PageAdded', cursor }
      }
      case 'RetryPage': {
        const cursor = found && (await retryPage(tenant, found, effect.cursor))
        return cursor === undefined ? { type: 'PageRetried' } : { type: 'PageRetried', cursor }
      }
      case 'SendBatch':
        // The outcome is not acted upon if it was paused or ended meanwhile.
        return found
          ? sendBatch(tenant, found)
          : { type: 'BatchSent', next: new Date(now()).toISOString(), channelGone: false }
    }
  }

  /** As the log has it now: undefined if it does not run. */
  async function runningCampaign(tenant: string, campaignId: string): Promise<Campaign | undefined> {
    await refresh(campaign.category, campaignId)
    const state = (await load(campaign, campaignId, tenant))?.state
    return state?.standing === 'running' ? state : undefined
  }

  async function sendBatch(tenant: string, found: Campaign): Promise<CampaignRunInput> {
    const { campaignId, listId, settings } = found
    const began = now()
    const earliest = earliestOf(settings)
    const sent = (next: string | undefined, channelGone = false): CampaignRunInput => ({
      ...{ type: 'BatchSent', channelGone },
      ...(next === undefined ? {} : { next }),
    })
    if (earliest > began) return sent(new Date(earliest).toISOString())
    const sender = deps.senders[settings.medium]
    if (!(await sender.isReady(tenant, settings))) return sent(undefined, true)
    const perMinute = settings.perMinute ?? usualPace[settings.medium]
    const pauseMs = paceOf(perMinute)
    const allowed = Math.max(1, Math.round((perMinute * pauseMs) / MINUTE_MS))
    const due = await recipients.due(tenant, listId, new Date(began).toISOString(), Math.min(BATCH, allowed))
    let gone = false
    let written = 0
    let isOver = false
    let lookedAt = 0
    /** Paused and cancelled campaigns stop at once: what was done elsewhere is looked for again and again. */
    const isStopped = async () => {
      if (now() - lookedAt < LOOK_EVERY_MS) return false
      lookedAt = now()
      if (!(await runningCampaign(tenant, campaignId))) isOver = true
      return isOver
    }
    const atOnce = settings.medium === 'email' || settings.medium === 'push' ? AT_ONCE : WRITTEN_AT_ONCE
    await inTurns(due, atOnce, async (recipientId) => {
      if (gone || isOver || deps.closing.aborted || now() - began > LONGEST_BATCH_MS) return
      if (await isStopped()) return
      const became = await sendToRecipient({ ...deps, now }, sender, found, { tenant, recipientId })
      if (became === 'channel-gone') gone = true
      if (became === 'written') written++
    })
    deps.closing.throwIfAborted()
    if (gone) return sent(undefined, true)
    if (due.length > 0) {
      const restMs = Math.max(0, (written / perMinute) * MINUTE_MS - (now() - began))
      return sent(restMs < 1 ? 'now' : new Date(now() + restMs).toISOString())
    }
    const next = await recipients.nextDue(tenant, listId)
    return sent(next !== undefined && Date.parse(next) <= now() ? 'now' : next)
  }

  async function addPage(
    tenant: string,
    found: Campaign,
    cursor: string | undefined,
  ): Promise<string | undefined> {
    const { settings } = found
    const { audience, agentId, medium, channelId } = settings
    if (audience.kind === 'list') return undefined
    const asked = { tenant, agentId, medium, channelId, audience }
    const page = await audiencePage(deps.audience, asked, { cursor, limit: PAGE })
    await inTurns(page.candidates, AT_ONCE, async (candidate) => {
      const made = await candidate.read()
      if (typeof made !== 'string') await addLead(tenant, found, made)
    })
    return page.next
  }

  async function addLead(tenant: string, found: Campaign, made: LeadRecipient): Promise<void> {
    const { campaignId, listId, settings } = found
    const { address, variables, subject, leadId, timeZone, conversationId } = made
    const contactKey = deps.keys.of(tenant, settings.medium, address, scopeOf(settings))
    if ((await load(contact, contactKey, tenant))?.state.optedOut) return
    const recipientId = recipientIdOf(listId, address)
    const added = await handle(
      recipient,
      recipientId,
      {
        ...{ type: 'AddRecipient', campaignId, listId, recipientId, contactKey, address, variables },
        ...(leadId === undefined ? {} : { leadId }),
        ...{ medium: settings.medium, importId: 'leads' },
        variant: variantOf(recipientId),
        ...(timeZone === undefined ? {} : { timeZone }),
        ...(conversationId === undefined ? {} : { conversationId }),
      },
      { ...commandContext(tenant, campaignId, `${recipientId}/add`), subject },
    )
    // The key of an erased visitor can't seal anything: the lead is gone.
    if (!added.ok) throw new Error(added.rejection.code)
  }

  async function retryPage(
    tenant: string,
    { campaignId, listId }: Campaign,
    cursor: string | undefined,
  ): Promise<string | undefined> {
    const of = { state: 'failed', limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
    const page = await recipients.page(tenant, listId, of)
    await inTurns(page.recipientIds, AT_ONCE, async (recipientId) => {
      const found = (await load(recipient, recipientId, tenant))?.state
      const nth = found?.is === 'live' ? found.retries : 0
      const context = commandContext(tenant, campaignId, `${recipientId}/retry/${nth}`)
      await handle(recipient, recipientId, { type: 'Retry' }, context)
    })
    return page.next
  }

  /** Returns whether others are left. */
  async function removePage(tenant: string, listId: string): Promise<boolean> {
    const page = await recipients.page(tenant, listId, { limit: PAGE })
    await inTurns(page.recipientIds, AT_ONCE, async (recipientId) => {
      const context = commandContext(tenant, listId, `${recipientId}/remove`)
      await handle(recipient, recipientId, { type: 'RemoveRecipient' }, context)
    })
    return page.recipientIds.length > 0
  }
}

type CampaignEvent = { type: string; data: object }

function inputsOf({ type, data }: CampaignEvent): CampaignRunInput[] {
  const of = data as { listId?: string; formerListId?: string; fromLeads?: boolean; live?: boolean }
  const { listId = '', formerListId = '', fromLeads = false, live = false } = of
  switch (type) {
    case 'CampaignStarted':
      return [{ type: 'RunStarted', listId, fromLeads, live }]
    case 'CampaignPaused':
      return [{ type: 'RunPaused' }]
    case 'CampaignResumed':
      return [{ type: 'RunResumed' }]
    case 'CampaignRetried':
      return [{ type: 'RetryAsked', listId }]
    case 'CampaignListReplaced':
      return [{ type: 'ListRemoved', listId: formerListId }]
    case 'CampaignDeleted':
      return [{ type: 'RunEnded' }, { type: 'ListRemoved', listId }]
    default:
      return [{ type: 'RunEnded' }]
  }
}

/** Works through items, some at once. Rejects with the first failure, once those under way are over. */
async function inTurns<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
