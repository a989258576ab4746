/** A tool of a workspace, in versions, of which agents call the newest. Stream `tool-<id>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import { type ToolEvent, toolEvents } from '@parley/contracts/integration/events.ts'
import type { ToolSettings, ToolVersionSettings } from '@parley/contracts/integration/tool.ts'
import { keptToolVersions } from '@parley/contracts/integration/tool-limits.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/commands/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

/** Of a workspace. */
export const MOST_TOOLS = 500
/** A deleted one can be brought back for so long, in ms. */
const UNDELETED_WITHIN_MS = 30 * 86_400_000

export type Tool = Required<
  Pick<ToolSettings, 'name' | 'description' | 'fields' | 'serverUrl' | 'method'>
> & {
  id: string
  imageUrl?: string
  bodyFormat?: 'form'
  mcpTool?: string
  /** Empty if requests are not signed. */
  serverUrlSecret: string
  credentialId?: string
  needsApproval?: true
  retries?: number
}

export type ToolState =
  | { status: 'none' }
  /** `former`: what it is brought back as. */
  | { status: 'deleted'; at: string; former?: { tool: Tool; version: number } }
  | {
      status: 'live'
      tool: Tool
      /** Oldest first: the newest ones, without their secrets. */
      versions: readonly ToolVersion[]
    }
export type ToolVersion = { version: number; settings: ToolVersionSettings }

export type ToolCommand =
  | {
      type: 'CreateTool'
      id: string
      userId: string
      settings: ToolSettings
      serverUrlSecret?: string
      limit?: { maxTools: number; tools: number }
    }
  | { type: 'ChangeTool'; settings: ToolSettings; serverUrlSecret?: string }
  /** The secret stays as it is, and so does the approval that calls need, unless `approval` is `remove`. */
  | { type: 'RestoreToolVersion'; version: number; approval?: 'keep' | 'remove' | undefined }
  | {
      type: 'RecordTest'
      outcome: Extract<ToolEvent, { type: 'ToolTested' }>['data']['outcome']
      status?: number
      tookMs: number
    }
  | { type: 'DeleteTool' }
  | { type: 'UndeleteTool'; userId: string; limit: { maxTools: number; tools: number } }

export const noTool = refuse('not-found', 'This tool does not exist.')
export const noToolVersion = refuse('not-found', 'This version does not exist, or is no longer kept.')

/** Refuses with `not-found`, `too-many-tools` and `nothing-changed`. */
export const tool: Aggregate<ToolState, ToolCommand, ToolEvent> = {
  category: 'tool',
  events: toolEvents,
  decider: { initialState: { status: 'none' }, evolve, decide },
}

function decide(command: ToolCommand, state: ToolState, now: Date): Decision<ToolEvent> {
  const at = now.toISOString()
  if (command.type === 'CreateTool') {
    if (state.status !== 'none') return accept()
    const { id, userId, settings, serverUrlSecret, limit } = command
    const tooMany = limit && tooManyTools(limit)
    if (tooMany) return tooMany
    const secret = serverUrlSecret ? { serverUrlSecret } : {}
    return accept({ type: 'ToolCreated', data: { id, userId, at, ...stored(settings), ...secret } })
  }
  if (command.type === 'UndeleteTool') {
    if (state.status === 'live') return accept()
    if (state.status !== 'deleted' || !state.former) return noTool
    if (now.getTime() - Date.parse(state.at) > UNDELETED_WITHIN_MS) return noTool
    const { tool, version } = state.former
    const { id, serverUrlSecret, ...settings } = tool
    const secret = serverUrlSecret === '' ? {} : { serverUrlSecret }
    const { userId } = command
    const data = { id, userId, at, ...stored(settings), ...secret, toolVersion: version + 1 }
    return tooManyTools(command.limit) ?? accept({ type: 'ToolUndeleted', data })
  }
  if (state.status !== 'live') return noTool
  const { id, name } = state.tool
  switch (command.type) {
    case 'ChangeTool': {
      const { serverUrlSecret = state.tool.serverUrlSecret } = command
      const settings = stored(command.settings)
      const changed = changedSettings(state.tool, toolOf(id, settings, serverUrlSecret))
      if (changed.length === 0) return accept()
      const secret = changed.includes('serverUrlSecret')
        ? { serverUrlSecret, signed: serverUrlSecret !== '' }
        : {}
      return accept({ type: 'ToolChanged', data: { id, at, ...settings, ...secret, changed } })
    }
    case 'RestoreToolVersion': {
      const restored = toolVersionOf(state, command.version)
      if (!restored) return noToolVersion
      const keepsApproval = state.tool.needsApproval && command.approval !== 'remove'
      const settings = stored({ ...restored.settings, ...(keepsApproval ? { needsApproval: true } : {}) })
      const changed = changedSettings(state.tool, toolOf(id, settings, state.tool.serverUrlSecret))
      if (changed.length === 0) return refuse('nothing-changed', 'The function has these settings already.')
      const restoredFrom = command.version
      return accept({ type: 'ToolChanged', data: { id, at, ...settings, changed, restoredFrom } })
    }
    case 'RecordTest': {
      const { outcome, status, tookMs } = command
      const answered = status === undefined ? {} : { status }
      return accept({ type: 'ToolTested', data: { id, at, outcome, tookMs, ...answered } })
    }
    case 'DeleteTool':
      return accept({ type: 'ToolDeleted', data: { id, at, name } })
  }
}

function evolve(state: ToolState, event: ToolEvent): ToolState {
  switch (event.type) {
    case 'ToolCreated':
      return withTool([], toolOf(event.data.id, event.data, event.data.serverUrlSecret ?? ''))
    case 'ToolChanged': {
      const former = state.status === 'live' ? state : { tool: { serverUrlSecret: '' }, versions: [] }
      const { serverUrlSecret = former.tool.serverUrlSecret } = event.data
      return withTool(former.versions, toolOf(event.data.id, event.data, serverUrlSecret))
    }
    case 'ToolDeleted': {
      const { at } = event.data
      if (state.status !== 'live') return { status: 'deleted', at }
      const { tool, versions } = state
      return { status: 'deleted', at, former: { tool, version: versions.at(-1)?.version ?? 1 } }
    }
    case 'ToolUndeleted': {
      const { id, toolVersion, serverUrlSecret = '' } = event.data
      return withTool([], toolOf(id, event.data, serverUrlSecret), toolVersion)
    }
    default:
      return state
  }
}

function tooManyTools({ maxTools, tools }: { maxTools: number; tools: number }) {
  return tools >= maxTools ? refuse('too-many-tools', `A workspace can have ${maxTools} tools.`) : undefined
}

function withTool(
  former: readonly ToolVersion[],
  tool: Tool,
  version = (former.at(-1)?.version ?? 0) + 1,
): ToolState {
  const { id: _, serverUrlSecret: __, ...settings } = tool
  return { status: 'live', tool, versions: [...former, { version, settings }].slice(-keptToolVersions) }
}

export function toolVersionOf({ versions }: Extract<ToolState, { status: 'live' }>, version: number) {
  return versions.find((one) => one.version === version)
}

/** The names of the settings that differ, in the order of their names. */
function changedSettings(before: Tool, after: Tool): string[] {
  const [former, present] = [new Map(Object.entries(before)), new Map(Object.entries(after))]
  return [...new Set([...former.keys(), ...present.keys()])]
    .filter((name) => !isDeepStrictEqual(former.get(name), present.get(name)))
    .sort()
}

type Stored = Omit<
  Extract<ToolEvent, { type: 'ToolChanged' }>['data'],
  'id' | 'at' | 'serverUrlSecret' | 'signed' | 'changed' | 'restoredFrom'
>

function stored({ imageUrl, method = 'POST', bodyFormat, ...rest }: ToolSettings): Stored {
  const { name, description, fields, serverUrl, mcpTool, credentialId, needsApproval, retries } = rest
  return withoutUndefined({
    ...{ name, description, imageUrl: imageUrl || undefined, fields, serverUrl, method },
    ...{
      bodyFormat: formOr(bodyFormat),
      mcpTool,
      credentialId,
      needsApproval: needsApproval || undefined,
      retries: retries || undefined,
    },
  })
}

/** JSON is not written down. */
const formOr = (format: Stored['bodyFormat']) => (format === 'form' ? format : undefined)

function toolOf(id: string, data: Stored, serverUrlSecret: string): Tool {
  const { name, description, imageUrl, fields, serverUrl, method, mcpTool, credentialId } = data
  return withoutUndefined({
    ...{ id, name, description, imageUrl, fields, serverUrl, method },
    ...{ bodyFormat: formOr(data.bodyFormat), mcpTool, serverUrlSecret, credentialId },
    needsApproval: data.needsApproval || undefined,
    retries: data.retries || undefined,
  })
}
