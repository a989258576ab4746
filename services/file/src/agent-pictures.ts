/**
 * The pictures of agents, and the files of their fonts, for which all of this holds too. A picture that is uploaded within a document is stored as a file of the agent, named by the
 * hash of its bytes, and replaced by the file's permanent address. So events and read models stay small, and a picture
 * that is saved again is stored once. The files are deleted with the agent and not before, since any of its versions
 * may show them.
 */
import { hash } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type KindOfPicture, picturesIn, withPictures } from '@parley/contracts/agent/pictures.ts'
import { maxPictureBytes, pictureTooLarge, wrongPictureType } from '@parley/contracts/file/pictures.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import type { FileKey } from '@parley/kernel/files/file-store.ts'
import { tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import { agentOwner } from './file.handlers.ts'
import type { FileAddresses } from './file-address.ts'
import { endingOfFont, endingOfPicture } from './file-content.ts'
import type { KeptFiles } from './kept-files.ts'

export type AgentPictures = {
  /**
   * Whether a workspace may use an address as a picture: one on another server, an uploaded picture (`data:`), or the
   * permanent address of a file of its own.
   */
  isOwn(tenant: string, address: string): Promise<boolean>
  /**
   * Stores uploaded pictures and returns the document with their addresses. Also copies pictures of the workspace's
   * other agents to this agent. Refuses with `too-large` and `wrong-type`, in the specification's words, or
   * `storage-limit-reached`. `within`: the path of the document in the request body, such as `draft.`.
   */
  keep(
    of: { tenant: string; agentId: string },
    document: AgentDocument,
    within?: string,
  ): Promise<{ ok: true; document: AgentDocument } | { ok: false; rejection: Rejection }>
  /** Returns the document with the addresses that `keep` would give it at this agent. Stores nothing. */
  at(of: { tenant: string; agentId: string }, document: AgentDocument): AgentDocument
  /** Returns the document with its stored pictures as `data:` addresses, without those that no longer exist. */
  embed(tenant: string, document: AgentDocument): Promise<AgentDocument>
}

type Picture = { address: string; field: string; kind: KindOfPicture }
const wrongType: Record<KindOfPicture, string> = {
  picture: wrongPictureType,
  font: 'Only woff2 files can be fonts.',
}
type Kept = { ok: true; address: string } | { ok: false; rejection: Rejection }

export function createAgentPictures({
  files,
  addresses,
  publicUrl,
}: {
  files: KeptFiles
  addresses: FileAddresses
  /** The public address of the server. */
  publicUrl: string
}): AgentPictures {
  return {
    async isOwn(tenant, address) {
      const key = lastingKeyAt(address)
      if (key === 'elsewhere') return true
      return key?.tenant === tenant && (await files.about(key)) !== undefined
    },

    async keep(of, document, within = '') {
      const kept: string[] = []
      for (const picture of picturesIn(document)) {
        const field = within + picture.field
        const outcome = await (picture.address.startsWith('data:')
          ? keepUploaded(of, { ...picture, field })
          : keepNamed(of, { ...picture, field }))
        if (!outcome.ok) return outcome
        kept.push(outcome.address)
      }
      return { ok: true, document: withPictures(document, kept) }
    },

    at({ tenant, agentId }, document) {
      const moved = picturesIn(document).map(({ address }) => {
        const key = lastingKeyAt(address)
        if (key === undefined || key === 'elsewhere' || key.tenant !== tenant) return address
        const name = address.slice(address.lastIndexOf('/') + 1).replace(`${key.id.slice(0, 8)}-`, '')
        return addresses.issue({ ...key, owner: agentOwner(agentId) }, name, 'forever')
      })
      return withPictures(document, moved)
    },

    async embed(tenant, document) {
      const embedded = picturesIn(document).map(async ({ address }) => {
        const key = lastingKeyAt(address)
        if (key === 'elsewhere') return address
        const file = key?.tenant === tenant ? await files.open(key) : undefined
        return file ? `data:${file.mimeType};base64,${file.bytes.toString('base64')}` : ''
      })
      return withoutMissingFaces(withPictures(document, await Promise.all(embedded)))
    },
  }

  /**
   * Returns the file of a permanent address; undefined if this server has no such file. An address that this server
   * signed is recognised under any host name.
   */
  function lastingKeyAt(address: string): FileKey | 'elsewhere' | undefined {
    const written = fileAddressIn(address, publicUrl)
    const opens = written && addresses.verify(written.token)
    if (opens) return opens.forever ? opens.key : undefined
    return written?.here ? undefined : 'elsewhere'
  }

  async function keepUploaded(of: { tenant: string; agentId: string }, picture: Picture): Promise<Kept> {
    const [, base64] =
      /^data:(?:image|font)\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(picture.address) ?? []
    return base64 === undefined
      ? refuse('wrong-type', wrongType[picture.kind], picture.field)
      : keepBytes(of, Buffer.from(base64, 'base64'), picture)
  }

  async function keepNamed(of: { tenant: string; agentId: string }, picture: Picture): Promise<Kept> {
    const { address } = picture
    const key = lastingKeyAt(address)
    const isKept = key !== undefined && key !== 'elsewhere' && key.tenant === of.tenant
    const file = isKept ? await files.open(key) : undefined
    return file ? keepBytes(of, file.bytes, picture) : { ok: true, address }
  }

  async function keepBytes(
    { tenant, agentId }: { tenant: string; agentId: string },
    bytes: Buffer,
    { field, kind }: Picture,
  ): Promise<Kept> {
    if (kind === 'picture' && bytes.length > maxPictureBytes)
      return refuse('too-large', pictureTooLarge, field)
    const ending = kind === 'font' ? endingOfFont(bytes) : endingOfPicture(bytes)
    if (ending === undefined) return refuse('wrong-type', wrongType[kind], field)
    const key = { tenant, owner: agentOwner(agentId), id: hash('sha256', bytes, 'base64url') }
    const name = `${kind}.${ending}`
    const proven = kind === 'font' ? { mimeType: 'font/woff2' } : {}
    const kept = await files.keep(key, tenantSubject(tenant), { name, bytes, ...proven })
    return kept.ok ? { ok: true, address: addresses.issue(key, name, 'forever') } : kept
  }
}

function withoutMissingFaces(document: AgentDocument): AgentDocument {
  const { webFont } = document
  if (!webFont) return document
  return { ...document, webFont: { ...webFont, faces: webFont.faces.filter(({ url }) => url !== '') } }
}

/** Returns the token of an address with the form of a file's, and whether its origin is this server. */
function fileAddressIn(address: string, publicUrl: string): { token: string; here: boolean } | undefined {
  if (address === '' || address.startsWith('data:') || !URL.canParse(address, publicUrl)) return undefined
  const { origin, pathname } = new URL(address, publicUrl)
  const token = /^\/api\/\w+\/public\/files\/([^/]*)/.exec(decoded(pathname))?.[1]
  return token === undefined ? undefined : { token, here: origin === new URL(publicUrl).origin }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
