/** Adds the rows of a list to the recipients of a draft. */
import type { CommandContext, CommandHandler } from '@parley/kernel/commands/command-handling.ts'
import { atStep } from '@parley/kernel/commands/command-step.ts'
import type { Rejection } from '@parley/kernel/commands/decider.ts'
import type { Campaign } from '../campaign.decider.ts'
import { contact } from '../contact.decider.ts'
import { contactSubject, recipient } from '../recipient.decider.ts'
import { recipientIdOf, variantOf } from '../run/run-campaigns.ts'
import { type ContactKeys, scopeOf } from './addresses.ts'
import { type DroppedRow, type ListedRecipient, readList } from './read-list.ts'

/** Rows under way at once. */
const AT_ONCE = 32

export async function addListed(
  { handle, load, keys }: Pick<CommandHandler, 'handle' | 'load'> & { keys: ContactKeys },
  { campaignId, listId, settings }: Campaign,
  { csv, country }: { csv: string; country?: string | undefined },
  context: CommandContext,
): Promise<
  | { ok: true; added: number; dropped: DroppedRow[]; position: number | undefined }
  | { ok: false; rejection: Rejection }
> {
  const { medium } = settings
  const { tenant } = context
  const read = readList(csv, { medium, country })
  if (!read.ok) return read
  const { dropped } = read
  const importId = context.cause.command
  const seen = new Set<string>()
  let added = 0
  let position: number | undefined
  const left = read.recipients.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const one of left) await add(one)
    }),
  )
  return { ok: true, added, dropped: dropped.toSorted((one, other) => one.row - other.row), position }

  async function add({ row, address, variables, timeZone }: ListedRecipient): Promise<void> {
    const drop = (reason: DroppedRow['reason']) => dropped.push({ row, reason, address })
    if (seen.has(address)) {
      drop('duplicate')
      return
    }
    seen.add(address)
    const contactKey = keys.of(tenant, medium, address, scopeOf(settings))
    if ((await load(contact, contactKey, tenant))?.state.optedOut) {
      drop('opted-out')
      return
    }
    const recipientId = recipientIdOf(listId, address)
    const known = (await load(recipient, recipientId, tenant))?.state
    // The same upload that is sent again has added it.
    if (known && !(known.is === 'live' && known.importId === importId)) {
      drop('duplicate')
      return
    }
    const handled = await handle(
      recipient,
      recipientId,
      {
        ...{ type: 'AddRecipient', campaignId, listId, recipientId, contactKey, medium, address, variables },
        ...{ importId, variant: variantOf(recipientId) },
        ...(timeZone === undefined ? {} : { timeZone }),
      },
      { ...atStep(context, recipientId), subject: contactSubject(contactKey) },
    )
    if (!handled.ok) throw new Error(handled.rejection.code)
    added++
    position = Math.max(position ?? 0, handled.position)
  }
}
