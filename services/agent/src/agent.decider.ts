/** An agent: its document, its versions, its deletion. Stream `agent-<agentId>`; the tenant is the owning workspace. */
import { isDeepStrictEqual } from 'node:util'
import { newAgentDefaults, withDefaults } from '@parley/contracts/agent/defaults.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type AgentEvent, agentEvents } from '@parley/contracts/agent/events.ts'
import { callerValuesOf, serverFieldsOf } from '@parley/contracts/agent/field-values.ts'
import { agentFields } from '@parley/contracts/agent/fields.ts'
import { secretFields, withKeptSecrets } from '@parley/contracts/agent/secrets.ts'
import type { Region } from '@parley/contracts/endpoint.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import {
  type AgentState,
  changedFields,
  changesOf,
  completed,
  keyHash,
  lastVersion,
  newestVersion,
  nextModified,
  only,
  published,
  refuseUnsoundFlow,
  savedDocument,
  unixSeconds,
  withPromoted,
  withVersion,
} from './agent.state.ts'
import {
  type BlueprintMergeCommand,
  decideMerge,
  evolveMerge,
  settledByDocument,
} from './blueprint/blueprint-merge.decider.ts'
import {
  type CanaryCommand,
  canaryRunning,
  decideCanary,
  evolveCanary,
  startCanary,
} from './canary/canary.decider.ts'

export type AgentCommand =
  | {
      type: 'CreateAgent'
      agentId: string
      ownerID: string
      region: Region
      document: AgentDocument
      /** SECRET_API_KEY, if the document has none. */
      newSecretKey: string
      template?: string
      limit?: AgentLimit
    }
  /** Creates the agent if it does not exist; fields that are absent stay unchanged in an existing one. */
  | {
      type: 'SaveAgent'
      agentId: string
      ownerID: string
      region: Region
      document: AgentDocument
      newSecretKey: string
      limit?: AgentLimit
      /** Why it is published although its tests had to pass and did not. */
      untested?: string
      /** `lastModified` of the published document on which its tests were found to have passed. */
      testedOn?: number
    }
  | CanaryCommand
  | BlueprintMergeCommand
  | { type: 'RenameAgent'; agentId: string; title: string }
  | { type: 'SaveBackup'; agentId: string }
  | { type: 'RestoreVersion'; agentId: string; version: number }
  | { type: 'DeleteAgent'; agentId: string }

/** How many agents the plan allows and how many exist. */
export type AgentLimit = { maxAgents: number; agents: number }

export const agent: Aggregate<AgentState, AgentCommand, AgentEvent> = {
  category: 'agent',
  events: agentEvents,
  decider: {
    initialState: { status: 'none', document: {}, versions: [], blueprints: [], revision: -1 },
    evolve: (state, event) => ({
      ...settledByDocument(evolve(state, event)),
      revision: state.revision + 1,
    }),
    decide,
  },
}

/** Fields that callers can't set: owner, region and measured values. */
const setByServer = serverFieldsOf(agentFields)

function decide(command: AgentCommand, state: AgentState, now: Date): Decision<AgentEvent> {
  if (state.status === 'deleted') return refuse('agent-deleted', 'This agent has been deleted.')
  if (command.type === 'CreateAgent') {
    return state.status === 'live' ? accept() : create(command, now)
  }
  if (command.type === 'SaveAgent') {
    const misplaced = refuseMisplaced(command)
    if (misplaced) return misplaced
    return state.status === 'live' ? save(command, state, now) : create(command, now)
  }
  if (state.status === 'none') return refuse('not-found', 'Agent not found.')

  const { agentId } = command
  switch (command.type) {
    case 'RenameAgent':
      return command.title === state.document.title
        ? accept()
        : accept({
            type: 'AgentRenamed',
            data: { agentId, title: command.title, lastModified: nextModified(state, now) },
          })
    case 'SaveBackup':
      return isDeepStrictEqual(newestVersion(state)?.document, state.document)
        ? accept()
        : accept({
            type: 'AgentBackupSaved',
            data: { agentId, version: lastVersion(state) + 1, revision: state.revision },
          })
    case 'RestoreVersion':
      return restore(agentId, command.version, state, now)
    case 'StartCanary':
      return startCanary(command, state, now)
    case 'ChangeCanaryShare':
    case 'PromoteCanary':
    case 'WithdrawCanary':
      return decideCanary(command, state, now)
    case 'TakeBlueprint':
    case 'TakeBlueprintBack':
    case 'SettleBlueprintDraft':
      return decideMerge(command, state, now)
    case 'DeleteAgent':
      return accept({
        type: 'AgentDeleted',
        data: { agentId, title: state.document.title ?? '', formerKeyHash: keyHash(state.document) },
      })
  }
}

type Create = Extract<AgentCommand, { type: 'CreateAgent' | 'SaveAgent' }>

function create(command: Create, now: Date): Decision<AgentEvent> {
  const { agentId, ownerID, region, limit } = command
  if (!command.document.title) return refuse('invalid-input', agentFields.title.message, 'title')
  if (limit && limit.agents >= limit.maxAgents) {
    return refuse(
      'agent-limit-reached',
      `You have reached the maximum number of agents (${limit.maxAgents}) for your current subscription plan. Please upgrade to add more agents.`,
    )
  }
  const defaults = newAgentDefaults({
    ID: agentId,
    ownerID,
    region,
    SECRET_API_KEY: command.newSecretKey,
    lastModified: unixSeconds(now),
  })
  const given = withKeptSecrets(callerValuesOf(agentFields, command.document), {})
  const document = withDefaults(completed(given, defaults), defaults)
  const template = command.type === 'CreateAgent' ? command.template : undefined
  const unsound = refuseUnsoundFlow(document, ['nodes'])
  if (unsound) return unsound
  return accept({
    type: 'AgentCreated',
    data: {
      agentId,
      document,
      keyHash: keyHash(document),
      ...(template === undefined ? {} : { template }),
    },
  })
}

function save(
  command: Extract<AgentCommand, { type: 'SaveAgent' }>,
  state: AgentState,
  now: Date,
): Decision<AgentEvent> {
  const saved = savedDocument(state.document, command.document)
  const changes = changesOf(state.document, saved)
  if (Object.keys(changes).length === 0) return accept()
  const unsound = refuseUnsoundFlow(saved, Object.keys(changes))
  if (unsound) return unsound

  const seen = command.document.lastModified
  const last = state.document.lastModified ?? 0
  // What is published on top of another document than the tests were judged on may reply differently.
  const judgedOnAnother = command.testedOn !== undefined && command.testedOn !== last
  if (judgedOnAnother || (seen !== undefined && seen < last)) {
    return refuse(
      'changed-meanwhile',
      'Somebody else saved this agent in the meantime. Reload to see their changes.',
    )
  }
  if (state.canary) return canaryRunning
  return accept(published(command.agentId, state, changes, now, { untested: command.untested }))
}

function restore(agentId: string, version: number, state: AgentState, now: Date): Decision<AgentEvent> {
  const wanted = state.versions.find((known) => known.version === version)
  if (!wanted) return refuse('version-not-found', 'This version is no longer kept.')
  const restored: AgentDocument = {
    ...only(wanted.document, (name) => !staysOnRestore(name)),
    ...only(state.document, staysOnRestore),
  }
  const changed = changedFields(state.document, restored)
  if (changed.length === 0) return accept()
  const lastModified = nextModified(state, now)
  const withdrawn: AgentEvent[] = state.canary
    ? [
        {
          type: 'CanaryWithdrawn',
          data: { agentId, version: state.canary.version, reason: 'version-restored' },
        },
      ]
    : []
  return accept(...withdrawn, {
    type: 'AgentVersionRestored',
    data: {
      agentId,
      version: lastVersion(state) + 1,
      restoredFrom: version,
      changed,
      document: { ...restored, lastModified },
      lastModified,
    },
  })
}

function evolve(state: AgentState, event: AgentEvent): AgentState {
  switch (event.type) {
    case 'AgentCreated': {
      const { document } = event.data
      return { ...state, status: 'live', document, versions: [{ version: 1, document }] }
    }
    case 'AgentPublished': {
      const { changes, lastModified } = event.data
      return withPromoted(state, { ...state.document, ...changes, lastModified })
    }
    case 'AgentRenamed': {
      const { title, lastModified } = event.data
      return { ...state, document: { ...state.document, title, lastModified } }
    }
    case 'AgentBackupSaved':
      return withVersion(state, { version: event.data.version, document: state.document })
    case 'AgentVersionRestored': {
      const { version, document } = event.data
      return withVersion({ ...state, document }, { version, document })
    }
    case 'CanaryStarted':
    case 'CanaryShareChanged':
    case 'CanaryPromoted':
    case 'CanaryWithdrawn':
      return evolveCanary(state, event)
    case 'BlueprintTaken':
    case 'BlueprintTakenBack':
    case 'BlueprintDraftSettled':
      return evolveMerge(state, event)
    case 'AgentDeleted':
      return {
        ...state,
        status: 'deleted',
        document: {},
        versions: [],
        canary: undefined,
        blueprints: [],
        blueprintDraft: undefined,
      }
    default:
      return state
  }
}

/** Refuses a document that names another agent or workspace than it is saved for. `within`: its place in a body. */
export function refuseMisplaced(
  place: { agentId: string | undefined; ownerID: string; document: AgentDocument },
  within = '',
) {
  const { ID, ownerID } = place.document
  if (ID !== undefined && ID !== place.agentId)
    return refuse('invalid-input', 'The ID in the document is not the ID in the address.', `${within}ID`)
  if (ownerID !== undefined && ownerID !== place.ownerID)
    return refuse('not-allowed', 'An agent stays in the workspace that made it.', `${within}ownerID`)
  return undefined
}

/** Whether a field is not restored from an older version: it is set by the server, or is or contains a secret. */
function staysOnRestore(name: string): boolean {
  return secretFields.has(name) || setByServer.has(name)
}
