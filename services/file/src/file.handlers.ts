/** Uploads, and the addresses of uploaded files. */
import { createHash } from 'node:crypto'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import type { fileEndpoints } from '@parley/contracts/file/endpoints.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { type Call, type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { FileKey } from '@parley/kernel/files/file-store.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import type { FileAddresses } from './file-address.ts'
import { type AboutFile, decoded, type KeptFiles } from './kept-files.ts'
import { linkedFile } from './linked-file.ts'

export type FileDeps = {
  files: KeptFiles
  addresses: FileAddresses
  /** The server's public address, for pictures that other sites show. */
  publicUrl: string | undefined
  newId(): string
  /** The subject whose key seals a conversation of an agent; undefined if there is none, or it is deleted. */
  subjectOf(tenant: string, agentId: string, conversationId: string): Promise<string | undefined>
  /** Whether the visitor of a conversation may upload: where the agent has `acceptFileUpload`, or the team tries it out. */
  acceptsUploads(tenant: string, agentId: string, conversationId: string): Promise<boolean>
  /** Whether a user is a member of the workspace. */
  isMember(tenant: string, userId: string): Promise<boolean>
  /** Fetches linked files. */
  fetch: SafeFetch
  now?: () => Date
}

type Endpoints = typeof fileEndpoints
type Upload = Call<Endpoints['conversations.upload']> | Call<Endpoints['conversations.attach']>

const notFound = refuse('not-found', 'This conversation does not exist.')

export function fileHandlers(deps: FileDeps): Handlers<Endpoints> {
  return {
    async 'conversations.upload'(call) {
      const { agentId, conversationId } = call.params
      if (!(await deps.acceptsUploads(call.tenant, agentId, conversationId)))
        return refuse('uploads-off', 'This chat takes no files.')
      return uploadTo(call)
    },

    'conversations.attach': uploadTo,

    async 'files.open'(call) {
      const opens = deps.addresses.verify(call.params.token)
      const file = opens && (await deps.files.open(opens.key))
      if (!file) return refuse('not-found', 'This file is gone, or its address is over.')
      return {
        ok: true,
        bytes: file.bytes,
        etag: `"${createHash('sha256').update(file.bytes).digest('base64url').slice(0, 27)}"`,
        contentType: file.mimeType.startsWith('text/') ? `${file.mimeType}; charset=utf-8` : file.mimeType,
        headers: headersOf(file, opens.forever),
      }
    },

    async 'rpc.uploadFile'(call) {
      const { agentId, userId, base64Payload, targetPath, temporary } = call.body
      const { principal } = call
      const own =
        principal.kind === 'user' ? principal.userId === userId : await deps.isMember(call.tenant, userId)
      if (!own) return refuse('not-allowed', 'A file is uploaded in one’s own name.')
      const name = targetPath.split(/[/\\]/).at(-1) ?? ''
      const owner = temporary ? temporaryOwner(deps.now?.() ?? new Date()) : `agent-${agentId}`
      const key = { tenant: call.tenant, owner, id: deps.newId() }
      const kept = await deps.files.keep(key, tenantSubject(call.tenant), {
        name,
        bytes: decoded(base64Payload),
      })
      if (!kept.ok) return kept
      return reply({ data: { url: `${deps.publicUrl ?? ''}${deps.addresses.issue(key, name, 'forever')}` } })
    },
  }

  async function uploadTo(call: Upload) {
    const { agentId, conversationId } = call.params
    const subject = await deps.subjectOf(call.tenant, agentId, conversationId)
    if (subject === undefined) return notFound
    const { id } = call.body
    const key = { tenant: call.tenant, owner: conversationOwner(conversationId), id }
    const upload =
      'link' in call.body
        ? await linkedFile(deps.fetch, call.body.link)
        : { ok: true as const, name: call.body.name, bytes: decoded(call.body.base64Payload) }
    if (!upload.ok) return upload
    const kept = await deps.files.keep(key, subject, upload)
    if (!kept.ok) return kept
    return reply({ file: { fileId: id, ...kept.about, url: deps.addresses.issue(key, kept.about.name) } })
  }
}

export const conversationOwner = (conversationId: string): string => `conversation-${conversationId}`
export const agentOwner = (agentId: string): string => `agent-${agentId}`
export const TEMPORARY = 'temporary-'
export const temporaryOwner = (day: Date): string => `${TEMPORARY}${day.toISOString().slice(0, 10)}`

/** Adds addresses to the file blocks of messages, for readers with access. */
export function withFileAddresses(
  addresses: FileAddresses,
  tenant: string,
  conversationId: string,
  messages: readonly MessageView[],
): MessageView[] {
  const owner = conversationOwner(conversationId)
  return messages.map((message) => {
    if (!message.blocks.some((block) => block.type === 'file' && block.fileId)) return message
    const blocks = message.blocks.map((block) => {
      if (block.type !== 'file' || !block.fileId) return block
      return { ...block, url: addresses.issue({ tenant, owner, id: block.fileId }, block.name) }
    })
    return { ...message, blocks }
  })
}

/** Only pictures, sound and video are shown inline; no script may run in any file. */
function headersOf({ name, mimeType }: AboutFile, forever: boolean): Record<string, string> {
  const inline = /^(image|audio|video)\//.test(mimeType)
  return {
    'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${headerName(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': forever ? 'public, max-age=31536000, immutable' : 'private, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
  }
}

/** Encoded as in RFC 8187. Names stored before they were repaired may contain an unpaired surrogate. */
function headerName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

export type { FileKey }
