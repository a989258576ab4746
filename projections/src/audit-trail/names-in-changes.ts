/** The names behind the ids of people and things in the changes that an event made. */
import { isRecord } from '@parley/contracts/is-record.ts'
import { ERASED } from '@parley/contracts/message.ts'
import type { EventNames } from './event-sentences.ts'

export type Shown = {
  path: string
  before?: unknown
  after?: unknown
  removed?: unknown[]
  added?: unknown[]
}

type NameOf = (id: string) => Promise<string | undefined>

/** More are shown as ids. */
const MOST_NAMES = 200

/** Returns the names by id; without those that are not known, may not be read, or are erased. */
export async function namesInChanges(
  changes: readonly Shown[],
  names: EventNames,
  titleOf: NameOf,
): Promise<Record<string, string>> {
  const ids = new Map<string, NameOf>()
  const kinds = kindsOf(names, titleOf)
  const note = (key: string, value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) note(key, item)
    else if (isRecord(value)) for (const [field, part] of Object.entries(value)) note(field, part)
    else if (typeof value === 'string' && value !== '' && Object.hasOwn(kinds, key) && ids.size < MOST_NAMES)
      ids.set(value, kinds[key as keyof typeof kinds])
  }
  for (const { path, before, after, removed, added } of changes) {
    for (const [, key = '', id] of path.matchAll(/\[(\w+)=([^[\]]*)\]/g)) note(key, id)
    const [field = ''] = path.slice(path.lastIndexOf('.') + 1).split('[')
    for (const value of [before, after, removed, added]) note(field, value)
  }
  const found = await Promise.all([...ids].map(async ([id, nameOf]) => [id, await nameOf(id)] as const))
  return Object.fromEntries(
    found.filter(
      (one): one is [string, string] => one[1] !== undefined && one[1] !== '' && one[1] !== ERASED,
    ),
  )
}

/** What the ids in fields of these names belong to. */
function kindsOf(names: EventNames, titleOf: NameOf) {
  const { member, client, organisation, tool, source, channel, blueprint, prompt, webhook, credential } =
    names
  return {
    ...{ userId: member, ownerId: member, formerOwnerId: member, invitedBy: member, offeredTo: member },
    ...{ assignee: member, viewer: member, memberIds: member, createdBy: member },
    clientId: client,
    ...{ agentId: titleOf, agentIds: titleOf, widgetIDs: titleOf },
    ...{ orgId: organisation, organisationId: organisation },
    ...{ toolId: tool, assignedToolsIds: tool },
    sourceId: source,
    channelId: channel,
    conversationId: names.visitor,
    blueprintId: blueprint,
    promptId: prompt,
    webhookId: webhook,
    credentialId: credential,
    tokenId: async (id: string) => (await names.token(id))?.name,
  } satisfies Record<string, NameOf>
}
