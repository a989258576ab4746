/**
 * Lists the texts of events that are stored unsealed. For a new text decide: about or by a person it is `personal()`,
 * of the team alone `tenantText()` or `secret()`; otherwise it is named here with the reason.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** Generated values: ids, times, hashes, languages, codes and names of models. */
const machineMade =
  /(?:Ids?|ID|Hash|Keys?|\.at|\.sentAt|\.id|[a-z]lang|\.lang|\.region|\.quarter|\.upTo|\.model|\.etag|[mM]odified|mimeType|inReplyTo|alsoAnswers|assignee|notifyOnly|removed|changed|restoredFrom)(?:\[\])?$/

const readable: Record<string, string[]> = {
  'What an agent is and how it looks; most of it is published, and the team compares versions of the rest': [
    'AgentCreated.document.',
    'AgentCreated.template',
    'AgentPublished.changes.',
    'AgentVersionRestored.document.',
    'AgentRenamed.title',
    'AgentDeleted.title',
  ],
  'Counts of many visitors': ['WidgetLoadsCounted.groups[].'],
  'What a browser is, never where it was': [
    'ConversationStarted.browser',
    'ConversationStarted.platform',
    'ConversationStarted.country',
  ],
  'Words that the platform or the agent’s owner chose, the same for every visitor': [
    'ReplyFailed.notice',
    'ReplyFailed.detail',
    'CreditsReleased.reason',
    'KnowledgeSourceFailed.reason',
    'KnowledgePageFailed.reason',
    'KnowledgePageSkipped.reason',
    'KnowledgeCrawlFinished.reason',
    'NotificationRaised.title',
    'NotificationRaised.body',
    'NotificationRaised.urlPathname',
  ],
  'Names of sources and pages, by which lists are sorted and replies cite them; the contents are sealed': [
    'AgentReplied.sources[].name',
    'AgentReplied.sources[].url',
    'KnowledgeSourceAdded.name',
    'KnowledgeSourceAdded.fileName',
    'KnowledgeSourceAdded.url',
    'KnowledgeSourceAdded.crawl.include[]',
    'KnowledgeSourceAdded.crawl.exclude[]',
    'KnowledgeSourceEdited.name',
    'KnowledgeSourceDeleted.name',
    'KnowledgePagesFound.pages[].url',
    'KnowledgePageIngested.url',
    'KnowledgePageIngested.title',
    'KnowledgePageIngested.description',
    'KnowledgePageFailed.url',
    'KnowledgePageSkipped.url',
    'KnowledgePageRemoved.url',
  ],
  'Labels that lists are filtered by': [
    'KnowledgeSourceAdded.tags[]',
    'KnowledgeSourceTagged.tags[]',
    'ConversationTagged.tags[]',
    'InboxSettingsChanged.predefinedTags[]',
    'InboxViewSaved.name',
    'InboxViewSaved.filters.',
  ],
  'What a tool is called and where it leads, as models are told; keys belong in its fields, which are sealed':
    ['ToolCalled.name', 'ToolCreated.', 'ToolChanged.', 'ToolDeleted.name'],
  'What a process manager does next, in names that the code chose': [
    'DeliveryAdvanced.input.name',
    'DeliveryAdvanced.outcomeOf',
    'DeliveryAdvanced.deadlines[].name',
    'DeliveryAdvanced.deadlines[].due',
  ],
  'Names of teams': ['WorkspaceCreated.workspaceName', 'WorkspaceRenamed.workspaceName'],
}

test('every text that is stored unsealed is named here with the reason', async () => {
  const known = Object.values(readable).flat()
  const found = await readableTexts()
  const covers = (entry: string, path: string) =>
    entry.endsWith('.') ? path.startsWith(entry) : path === entry
  expect(found.filter((path) => !known.some((entry) => covers(entry, path)))).toEqual([])
  expect(known.filter((entry) => !found.some((path) => covers(entry, path)))).toEqual([])
})

async function readableTexts(): Promise<string[]> {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  const modules: object[] = await Promise.all(
    files.filter((name) => name.endsWith('events.ts')).map((name) => import(join(import.meta.dirname, name))),
  )
  const shapes = modules
    .flatMap((module) => Object.values(module))
    .flatMap((catalogue) => Object.entries(Object(catalogue)))
  const paths = shapes.flatMap(([type, shape]) => {
    const data = Object(shape).data
    return data instanceof z.ZodType ? textsIn(data, type) : []
  })
  return [...new Set(paths)].filter((path) => !machineMade.test(path))
}

function textsIn(schema: z.core.$ZodType, path: string): string[] {
  if (z.globalRegistry.get(schema)?.sealed !== undefined) return []
  if (schema instanceof z.ZodString || schema instanceof z.ZodLazy) return [path]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([key, field]) => textsIn(field, `${path}.${key}`))
  if (schema instanceof z.ZodArray) return textsIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord) return textsIn(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => textsIn(option, path))
  if (schema instanceof z.ZodPipe) return textsIn(schema.in, path)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.def.innerType, path)
  return []
}
