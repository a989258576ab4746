/** Files that visitors, the team and the dashboard send. */
import { z } from 'zod'
import { agentParams, defineEndpoints, regionParams, regionSchema } from '../endpoint.ts'

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const conversationParams = agentParams.extend({ conversationId: id })

/** Base64 of the largest file, with room for its name. */
const maxBodyBytes = 14_000_000

/**
 * `id` is chosen by the sender; a repeated id is the same file. `base64Payload` may be a data: address. With `link` the
 * server fetches the file from there.
 */
const upload = z.union(
  [
    z.object({
      id,
      name: z.string().trim().min(1).max(200),
      base64Payload: z.string().min(1, 'The file is empty.'),
    }),
    z.object({ id, link: z.url({ protocol: /^https?$/, error: 'Please enter a link.' }).max(2000) }),
  ],
  'Please choose a file or enter a link.',
)

/** `url` is valid for an hour. */
export const uploadedFile = z.object({
  fileId: z.string(),
  name: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number(),
  url: z.string(),
})
export type UploadedFile = z.infer<typeof uploadedFile>

const refusals = { 'too-large': 413, 'wrong-type': 415, 'link-failed': 422 } as const

export const fileEndpoints = defineEndpoints({
  'conversations.upload': {
    summary:
      'Upload a file to say it with a message after; only where the agent has acceptFileUpload, or in a test conversation',
    method: 'POST',
    path: '/api/{region}/v2/public/agents/{agentId}/conversations/{conversationId}/files',
    access: 'visitor',
    permission: 'conversation.take-part',
    kind: 'command',
    limited: 'upload',
    params: conversationParams,
    body: upload,
    output: z.object({ file: uploadedFile }),
    refusals: { ...refusals, 'uploads-off': 403 },
    maxBodyBytes,
  },
  'conversations.attach': {
    summary: 'Upload a file to answer a visitor with',
    method: 'POST',
    path: '/api/{region}/v2/agents/{agentId}/conversations/{conversationId}/files',
    permission: 'conversation.answer',
    kind: 'command',
    limited: 'upload',
    params: conversationParams,
    body: upload,
    output: z.object({ file: uploadedFile }),
    refusals,
    maxBodyBytes,
  },
  'files.open': {
    summary: 'The bytes of a file, for whoever holds its signed address',
    method: 'GET',
    path: '/api/{region}/public/files/{token}/{name}',
    access: 'anyone',
    permission: 'agent.read-public',
    kind: 'query',
    delivery: 'bytes',
    mediaTypes: ['*/*'],
    params: z.object({ region: regionSchema, token: z.string().max(190), name: z.string().max(190) }),
    output: z.unknown(),
  },
  'rpc.uploadFile': {
    summary: 'Keep a file, such as a picture of an agent, under a public address; `temporary` for a day',
    method: 'POST',
    path: '/api/{region}/rpc/uploadFile',
    permission: 'file.upload',
    kind: 'command',
    limited: 'upload',
    params: regionParams,
    body: z.object({
      agentId: id,
      userId: z.string().max(64),
      base64Payload: z.string().min(1, 'The file is empty.'),
      /** Folders are ignored; the name and its extension count. */
      targetPath: z.string().trim().min(1).max(500),
      temporary: z.boolean().optional(),
    }),
    output: z.object({ data: z.object({ url: z.string() }) }),
    refusals,
    maxBodyBytes,
  },
})
