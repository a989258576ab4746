/** The websites that the agents of a workspace read: their schedules, runs, and what each run changed. */
import { z } from 'zod'
import { agentParams, defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import { crawlStates, pageChanges, runOutcomes, runReasons } from './crawl-names.ts'
import { refreshRates, websiteKinds } from './events.ts'

const counts = {
  /** Pages whose text was not there before, and pages whose text is another. */
  added: z.number(),
  changed: z.number(),
  /** Pages whose text is no longer used. */
  removed: z.number(),
  /** Pages that could not be read; what was read before is kept. */
  failed: z.number(),
  /** Pages without text, or that the site asks not to read. */
  skipped: z.number(),
}

export const crawlRunView = z.object({
  crawlId: z.string(),
  reason: z.enum(runReasons),
  /** ISO 8601. */
  startedAt: z.string(),
  /** Absent while it runs. */
  endedAt: z.string().optional(),
  outcome: z.enum(runOutcomes).optional(),
  /** Why it failed or was stopped, for users. */
  fault: z.string().optional(),
  /** Whether there were more pages than may be read. */
  limited: z.boolean().optional(),
  ...counts,
  /** Pages that it looked at, and pages with a text after it. */
  checked: z.number(),
  pages: z.number(),
})
export type CrawlRunView = z.infer<typeof crawlRunView>

const website = {
  sourceId: z.string(),
  agentId: z.string(),
  /** The agent's title. */
  agent: z.string(),
  name: z.string(),
  url: z.string(),
  kind: z.enum(websiteKinds),
  refreshRate: z.enum(refreshRates),
  state: z.enum(crawlStates),
  paused: z.boolean(),
  /** When it is read next, if it is scheduled. ISO 8601. */
  nextRunAt: z.string().optional(),
  /** Pages with a text, and pages that could not be read last. */
  pages: z.number(),
  failedPages: z.number(),
}
export const crawledWebsiteView = z.object({ ...website, lastRun: crawlRunView.optional() })
export type CrawledWebsiteView = z.infer<typeof crawledWebsiteView>

export const changedPageView = z.object({
  pageId: z.string(),
  url: z.string(),
  title: z.string().optional(),
  change: z.enum(pageChanges),
  /** Why it was removed, skipped or not read, for users. */
  reason: z.string().optional(),
  /** Whether its text before and after the run can be compared. */
  comparable: z.boolean(),
})
export type ChangedPageView = z.infer<typeof changedPageView>

/** A text as agents were given it, cut at `longestComparedText` characters. */
const comparedText = z.object({ text: z.string(), cut: z.boolean() })

export const citingAnswerView = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The beginning of the answer; absent if it was erased. */
  text: z.string().optional(),
  /** The pages of this run that it cites. */
  pages: z.array(z.object({ pageId: z.string(), title: z.string() })),
})
export type CitingAnswerView = z.infer<typeof citingAnswerView>

const sourceParams = agentParams.extend({ sourceId: z.string().min(1).max(64) })
const runParams = sourceParams.extend({ crawlId: z.string().min(1).max(64) })
const runs = '/api/{region}/v2/agents/{agentId}/knowledge/{sourceId}/runs'
const run = `${runs}/{crawlId}`

export const crawlEndpoints = defineEndpoints({
  'crawls.list': {
    summary: 'The websites that the agents of a workspace read, those read last first',
    method: 'GET',
    path: '/api/{region}/v2/workspaces/{workspaceId}/websites',
    permission: 'knowledge.read',
    kind: 'query',
    ofOwnAgents: true,
    params: workspaceParams,
    query: pageQuery.extend({
      /** Words that must all occur in the name or the address. */
      q: z.string().trim().max(200).optional(),
      agentId: z.string().min(1).max(64).optional(),
      /** `errors`: the last run failed, or pages could not be read. */
      state: z.enum([...crawlStates, 'errors']).optional(),
    }),
    output: pageOf(crawledWebsiteView),
  },
  'crawls.get': {
    summary: 'A website with its last runs, newest first',
    method: 'GET',
    path: runs,
    permission: 'knowledge.read',
    kind: 'query',
    params: sourceParams,
    output: z.object({ ...website, runs: z.array(crawlRunView) }),
  },
  'crawls.run': {
    summary: 'A run of a website, with the pages that it changed or could not read',
    method: 'GET',
    path: run,
    permission: 'knowledge.read',
    kind: 'query',
    params: runParams,
    output: crawlRunView.extend({
      changes: z.array(changedPageView),
      /** How many more there were, which are not kept one by one. */
      more: z.number(),
    }),
  },
  'crawls.page': {
    summary: 'The text of a page before and after a run',
    method: 'GET',
    path: `${run}/pages/{pageId}`,
    permission: 'knowledge.read',
    kind: 'query',
    params: runParams.extend({ pageId: z.string().min(1).max(64) }),
    output: changedPageView.extend({ before: comparedText.optional(), after: comparedText.optional() }),
  },
  'crawls.answers': {
    summary: 'The answers of the last 30 days that cite a page that a run changed or removed, newest first',
    method: 'GET',
    path: `${run}/answers`,
    permission: 'conversation.read',
    params: runParams,
    ...wholeList(citingAnswerView, {
      /** Set if older answers of these days were not looked through: back to when they were. ISO 8601. */
      backTo: z.string().optional(),
    }),
  },
  'crawls.tests': {
    summary:
      'The tests that expect an answer from a website or one of the pages that a run changed or removed',
    method: 'GET',
    path: `${run}/tests`,
    permission: 'test.read',
    params: runParams,
    ...wholeList(
      z.object({
        caseId: z.string(),
        name: z.string(),
        /** Part of a name or address that the answer has to cite. */
        source: z.string(),
      }),
    ),
  },
})
