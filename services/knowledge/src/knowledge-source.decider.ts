/** One knowledge source of one agent: stream `knowledge-<sourceId>`. */
import { type KnowledgeEvent, knowledgeEvents, type sourceKinds } from '@parley/contracts/knowledge/events.ts'
import { type Aggregate, accept, type Decision, refuse } from '@parley/kernel/decider.ts'

export type SourceKind = (typeof sourceKinds)[number]

export type AddSource = {
  type: 'AddSource'
  sourceId: string
  agentId: string
  kind: SourceKind
  name: string
  /** The text, or for `qa` the JSON of the pairs. */
  content?: string
  /** Base64 of the document. */
  file?: string
  fileName?: string
  mimeType?: string
  tags: string[]
  maxChunkSize: number
}
export type RecordIngestion = {
  type: 'RecordIngestion'
  chunks: string[]
  charCount: number
  contentHash: string
  /** The text as extracted, for documents. */
  content?: string
  vectors?: string
  embedding?: { model: string; dimensions: number }
}
export type RecordFailure = { type: 'RecordFailure'; reason: string }
export type EditSource = {
  type: 'EditSource'
  agentId: string
  kind?: SourceKind
  name: string
  content?: string
  maxChunkSize: number
}
export type DeleteSource = { type: 'DeleteSource'; agentId: string }
export type KnowledgeSourceCommand = AddSource | RecordIngestion | RecordFailure | EditSource | DeleteSource

export type KnowledgeSource =
  | { stage: 'absent' }
  | { stage: 'present' | 'deleted'; sourceId: string; agentId: string; kind: SourceKind; name: string }

const noSuchSource = refuse('not-found', 'This knowledge source does not exist.')

export const knowledgeSource: Aggregate<KnowledgeSource, KnowledgeSourceCommand, KnowledgeEvent> = {
  category: 'knowledge',
  events: knowledgeEvents,
  decider: { initialState: { stage: 'absent' }, evolve, decide },
}

function decide(command: KnowledgeSourceCommand, state: KnowledgeSource): Decision<KnowledgeEvent> {
  if (command.type === 'AddSource') return add(command, state)
  if (state.stage === 'absent') return noSuchSource
  if (command.type === 'DeleteSource') return remove(command, state)
  if (state.stage === 'deleted') return noSuchSource
  const { sourceId, agentId } = state
  switch (command.type) {
    case 'RecordIngestion': {
      const { type: _, chunks, ...ingested } = command
      return accept({
        type: 'KnowledgeSourceIngested',
        data: { sourceId, agentId, ...ingested, chunks: JSON.stringify(chunks), chunkCount: chunks.length },
      })
    }
    case 'RecordFailure':
      return accept({ type: 'KnowledgeSourceFailed', data: { sourceId, agentId, reason: command.reason } })
    case 'EditSource':
      return edit(command, state)
  }
}

function add(command: AddSource, state: KnowledgeSource): Decision<KnowledgeEvent> {
  if (state.stage !== 'absent') return refuse('conflict', 'This knowledge source exists already.')
  const { type: _, ...data } = command
  if ((command.kind === 'document') !== (command.file !== undefined))
    return refuse('invalid-input', 'A document comes as a file, everything else as text.')
  return accept({ type: 'KnowledgeSourceAdded', data })
}

function edit(
  command: EditSource,
  state: Exclude<KnowledgeSource, { stage: 'absent' }>,
): Decision<KnowledgeEvent> {
  const { sourceId, agentId } = state
  if (command.agentId !== agentId) return noSuchSource
  if (command.content !== undefined && state.kind === 'document')
    return refuse('not-editable', 'The text of a document can’t be edited. Add the changed document instead.')
  if (command.kind !== undefined && command.kind !== state.kind)
    return refuse(
      'invalid-input',
      state.kind === 'qa' ? 'This source holds questions and answers.' : 'This source holds a text.',
      command.kind === 'qa' ? 'pairs' : 'content',
    )
  if (command.content === undefined && command.name === state.name) return accept()
  const { type: _, kind: __, ...data } = command
  return accept({ type: 'KnowledgeSourceEdited', data: { sourceId, ...data } })
}

function remove(
  command: DeleteSource,
  state: Exclude<KnowledgeSource, { stage: 'absent' }>,
): Decision<KnowledgeEvent> {
  if (command.agentId !== state.agentId) return noSuchSource
  if (state.stage === 'deleted') return accept()
  const { sourceId, agentId, name } = state
  return accept({ type: 'KnowledgeSourceDeleted', data: { sourceId, agentId, name } })
}

function evolve(state: KnowledgeSource, event: KnowledgeEvent): KnowledgeSource {
  switch (event.type) {
    case 'KnowledgeSourceAdded': {
      const { sourceId, agentId, kind, name } = event.data
      return { stage: 'present', sourceId, agentId, kind, name }
    }
    case 'KnowledgeSourceEdited':
      return state.stage === 'absent' ? state : { ...state, name: event.data.name }
    case 'KnowledgeSourceDeleted':
      return state.stage === 'absent' ? state : { ...state, stage: 'deleted' }
    case 'KnowledgeSourceIngested':
    case 'KnowledgeSourceFailed':
      return state
  }
}
