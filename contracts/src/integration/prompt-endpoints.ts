/** The library of prompts of a workspace, for its agents. */
import { z } from 'zod'
import { untested } from '../agent/untested.ts'
import { defineEndpoints, pageOf, pageQuery, wholeList, workspaceParams } from '../endpoint.ts'
import {
  longestPrompt,
  longestPromptDescription,
  longestPromptName,
  longestVersionNote,
} from './prompt-names.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const promptParams = workspaceParams.extend({ promptId: id })
const versionParams = promptParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) })
const path = '/api/{region}/v2/workspaces/{workspaceId}/prompts'
const one = `${path}/{promptId}`

const name = z.string().trim().min(1, 'Please provide a name for the prompt.').max(longestPromptName)
const description = z.string().trim().max(longestPromptDescription)
const text = z.string().max(longestPrompt).regex(/\S/, 'Please write the prompt.')
const note = z.string().trim().max(longestVersionNote).optional()
const done = z.object({ success: z.literal(true) })

const about = {
  promptId: z.string(),
  name: z.string(),
  /** Empty for none. */
  description: z.string(),
  /** The names of the variables in its newest version. */
  variables: z.array(z.string()),
  /** Its newest version. */
  version: z.number(),
  /** The version that agents use. */
  published: z.number(),
  /** ISO 8601, of the newest change. */
  updatedAt: z.string(),
  updatedBy: z.string().optional(),
}

const promptListItem = z.object({
  ...about,
  /** How many agents use it. */
  agents: z.number(),
})
export type PromptListItem = z.infer<typeof promptListItem>

const promptVersionView = z.object({
  version: z.number(),
  /** ISO 8601. */
  savedAt: z.string(),
  savedBy: z.string().optional(),
  note: z.string().optional(),
  /** The version whose text it has again. */
  restoredFrom: z.number().optional(),
})
export type PromptVersionView = z.infer<typeof promptVersionView>

const promptView = z.object({
  ...about,
  /** Of the newest version. */
  text: z.string(),
  /** Newest first, those that are kept. */
  versions: z.array(promptVersionView),
  /** The agents that use it as they are published or in a running canary version, by name. */
  agents: z.array(z.object({ agentId: z.string(), title: z.string() })),
})
export type PromptView = z.infer<typeof promptView>

const agentTests = z.object({
  agentId: z.string(),
  title: z.string(),
  /** Whether they have to pass before the version is published (`publishGate.set`), or a reason is given. */
  required: z.boolean(),
  cases: z.number(),
  /** Why they do not count as passed with the version; absent if they passed. */
  why: z.string().optional(),
  /** What a run of all of them with the version plays and costs: about, and at most, as `testRuns.estimate` says. */
  replies: z.number(),
  about: z.number(),
  most: z.number(),
})
export type AgentTests = z.infer<typeof agentTests>

export const promptEndpoints = defineEndpoints({
  'prompts.list': {
    summary: 'The prompts of a workspace, by name; `q` searches names and descriptions',
    method: 'GET',
    path,
    permission: 'prompt.read',
    kind: 'query',
    params: workspaceParams,
    query: pageQuery.extend({ q: z.string().max(200).optional() }),
    output: pageOf(promptListItem),
  },
  'prompts.create': {
    summary: 'Add a prompt to the library; its first version is published at once',
    method: 'POST',
    path,
    permission: 'prompt.manage',
    kind: 'command',
    params: workspaceParams,
    maxBodyBytes: 500_000,
    body: z.object({ name, description: description.optional(), text, note }),
    output: z.object({ promptId: z.string() }),
    refusals: { 'name-taken': 409, 'prompt-limit-reached': 403, 'prompt-in-prompt': 422 },
  },
  'prompts.get': {
    summary: 'A prompt with its newest text, its versions, and the agents that use it',
    method: 'GET',
    path: one,
    permission: 'prompt.read',
    kind: 'query',
    params: promptParams,
    output: promptView,
  },
  'prompts.describe': {
    summary: 'Change the name and the description of a prompt',
    method: 'POST',
    path: one,
    permission: 'prompt.manage',
    kind: 'command',
    overwrites: 'prompts.get',
    params: promptParams,
    body: z.object({ name, description }),
    output: done,
    refusals: { 'name-taken': 409 },
  },
  'prompts.delete': {
    summary: 'Delete a prompt that no agent uses',
    method: 'DELETE',
    path: one,
    permission: 'prompt.manage',
    kind: 'command',
    overwrites: 'prompts.get',
    params: promptParams,
    output: done,
    refusals: { 'prompt-in-use': 409 },
  },
  'prompts.version': {
    summary: 'The text of a version of a prompt',
    method: 'GET',
    path: `${one}/versions/{version}`,
    permission: 'prompt.read',
    kind: 'query',
    params: versionParams,
    output: z.object({ version: z.number(), text: z.string() }),
  },
  'prompts.saveVersion': {
    summary: 'Save a text as the next version of a prompt; agents go on with the published one',
    method: 'POST',
    path: `${one}/versions`,
    permission: 'prompt.manage',
    kind: 'command',
    overwrites: 'prompts.get',
    params: promptParams,
    maxBodyBytes: 500_000,
    body: z.object({ text, note }),
    output: z.object({ version: z.number() }),
    refusals: { 'nothing-changed': 409, 'prompt-in-prompt': 422 },
  },
  'prompts.restoreVersion': {
    summary: 'Save the text of an earlier version as the next version of a prompt',
    method: 'POST',
    path: `${one}/versions/{version}/restore`,
    permission: 'prompt.manage',
    kind: 'command',
    overwrites: 'prompts.get',
    params: versionParams,
    output: z.object({ version: z.number() }),
    refusals: { 'nothing-changed': 409 },
  },
  'prompts.tests': {
    summary:
      'The tests of the agents that a version of a prompt would change, as far as they passed with it (`testRuns.start` with `prompt`)',
    method: 'GET',
    path: `${one}/versions/{version}/tests`,
    permission: 'prompt.manage',
    params: versionParams,
    ...wholeList(agentTests),
  },
  'prompts.publish': {
    summary:
      'Publish a version of a prompt: the agents that refer to it use it from their next reply on. One that was published before is published without tests, so that a fault can be undone at once',
    method: 'POST',
    path: `${one}/publish`,
    permission: 'prompt.manage',
    kind: 'command',
    overwrites: 'prompts.get',
    params: promptParams,
    body: z.object({
      version: z.number().int().min(1),
      untested,
    }),
    output: done,
    /** All tests of agents that require it have to pass with the version first, or `untested` says why not. */
    refusals: { 'tests-not-passed': 409 },
  },
})
