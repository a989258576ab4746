/** A tool of a workspace. Stream `tool-<id>`; the tenant is the workspace. */
import { isDeepStrictEqual } from 'node:util'
import { type ToolEvent, toolEvents } from '@parley/contracts/integration/events.ts'
import type { ToolSettings } from '@parley/contracts/integration/tool.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'
import { withoutUndefined } from '@parley/kernel/without-undefined.ts'

/** Of a workspace. */
export const MOST_TOOLS = 500

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
}

export type ToolState = { status: 'none' | 'deleted' } | { status: 'live'; tool: Tool }

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
  | {
      type: 'RecordTest'
      outcome: Extract<ToolEvent, { type: 'ToolTested' }>['data']['outcome']
      status?: number
      tookMs: number
    }
  | { type: 'DeleteTool' }

/** Refuses with `not-found` and `too-many-tools`. */
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
    if (limit && limit.tools >= limit.maxTools)
      return refuse('too-many-tools', `A workspace can have ${limit.maxTools} tools.`)
    const secret = serverUrlSecret ? { serverUrlSecret } : {}
    return accept({ type: 'ToolCreated', data: { id, userId, at, ...stored(settings), ...secret } })
  }
  if (state.status !== 'live') return refuse('not-found', 'This tool does not exist.')
  const { id, name } = state.tool
  switch (command.type) {
    case 'ChangeTool': {
      const { serverUrlSecret = state.tool.serverUrlSecret } = command
      const changed = toolOf(id, stored(command.settings), serverUrlSecret)
      if (isDeepStrictEqual(changed, state.tool)) return accept()
      const secret =
        serverUrlSecret === state.tool.serverUrlSecret
          ? {}
          : { serverUrlSecret, signed: serverUrlSecret !== '' }
      return accept({ type: 'ToolChanged', data: { id, at, ...stored(command.settings), ...secret } })
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
      return { status: 'live', tool: toolOf(event.data.id, event.data, event.data.serverUrlSecret ?? '') }
    case 'ToolChanged': {
      const former = state.status === 'live' ? state.tool.serverUrlSecret : ''
      return { status: 'live', tool: toolOf(event.data.id, event.data, event.data.serverUrlSecret ?? former) }
    }
    case 'ToolDeleted':
      return { status: 'deleted' }
    default:
      return state
  }
}

type Stored = Omit<
  Extract<ToolEvent, { type: 'ToolChanged' }>['data'],
  'id' | 'at' | 'serverUrlSecret' | 'signed'
>

function stored({ imageUrl, method = 'POST', bodyFormat, ...rest }: ToolSettings): Stored {
  const { name, description, fields, serverUrl, mcpTool, credentialId } = rest
  return withoutUndefined({
    ...{ name, description, imageUrl: imageUrl || undefined, fields, serverUrl, method },
    ...{ bodyFormat: formOr(bodyFormat), mcpTool, credentialId },
  })
}

/** JSON is not written down. */
const formOr = (format: Stored['bodyFormat']) => (format === 'form' ? format : undefined)

function toolOf(id: string, data: Stored, serverUrlSecret: string): Tool {
  const { name, description, imageUrl, fields, serverUrl, method, mcpTool, credentialId } = data
  return withoutUndefined({
    ...{ id, name, description, imageUrl, fields, serverUrl, method },
    ...{ bodyFormat: formOr(data.bodyFormat), mcpTool, serverUrlSecret, credentialId },
  })
}
