/** The documents that a test run plays, kept with the drafts of test panels, and the hash by which a draft is known. */
import { createHash } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { isDialog } from '../dialog/dialog.ts'
import { type Drafts, withoutLooks } from '../turn/run/drafts.ts'

export type TestedDocuments = {
  /** Whether an agent with this document can be played without side effects, and is within a workspace's share. */
  refusalOf(
    tenant: string,
    document: AgentDocument,
  ): Promise<'dialog-not-testable' | 'draft-too-large' | 'storage-limit-reached' | undefined>
  /** Keeps a document for a day. */
  keep(tenant: string, runId: string, version: string, document: AgentDocument): Promise<void>
  kept(tenant: string, runId: string, version: string): Promise<AgentDocument | undefined>
  /** The same for documents whose agents reply alike, whatever they look like and whenever they were saved. */
  hashOf(document: AgentDocument): string
}

export function createTestedDocuments(drafts: Drafts): TestedDocuments {
  const idOf = (runId: string, version: string) => `${runId}-${version}`
  return {
    async refusalOf(tenant, document) {
      if (isDialog(document)) return 'dialog-not-testable'
      const room = await drafts.admit(tenant, document)
      if (room === 'admitted') return undefined
      return room === 'too-large' ? 'draft-too-large' : 'storage-limit-reached'
    },
    keep: (tenant, runId, version, document) => drafts.pin(tenant, idOf(runId, version), document),
    kept: (tenant, runId, version) => drafts.draftOf(tenant, idOf(runId, version)),
    hashOf(document) {
      const { lastModified: _, ID: __, ...own } = withoutLooks(document)
      return createHash('sha256').update(JSON.stringify(own, sorted)).digest('base64url')
    },
  }
}

/** Orders the keys of objects, so that equal documents have equal texts. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
