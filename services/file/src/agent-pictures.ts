/**
 * The pictures of agents. What is uploaded within a document is kept as a file of the agent, named by the hash of its
 * bytes, and the file's lasting address takes its place: so events and read models stay small, a picture that is saved
 * again is not kept again, and the files go with the agent. While it is there they stay, since each of its versions
 * may show them.
 */
import { hash } from 'node:crypto'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { picturesIn, withPictures } from '@parley/contracts/agent/pictures.ts'
import { maxPictureBytes, pictureTooLarge, wrongPictureType } from '@parley/contracts/file/pictures.ts'
import { type Rejection, refuse } from '@parley/kernel/decider.ts'
import type { FileKey } from '@parley/kernel/file-store.ts'
import { tenantSubject } from '@parley/kernel/sealing.ts'
import { agentOwner } from './file.handlers.ts'
import type { FileAddresses } from './file-address.ts'
import { endingOfPicture } from './file-content.ts'
import type { KeptFiles } from './kept-files.ts'

export type AgentPictures = {
  /**
   * Whether a workspace may name an address as a picture: one elsewhere, a picture that is uploaded with it, or a
   * lasting address of a file of its own.
   */
  isOwn(tenant: string, address: string): Promise<boolean>
  /**
   * The document with addresses in place of uploaded pictures. A picture that `isOwn` and is no file of this agent is
   * kept as one, too. Refuses `too-large` and `wrong-type` in the specification's words, and `storage-limit-reached`.
   * `within`: where in the body the document stands, such as `draft.`.
   */
  keep(
    of: { tenant: string; agentId: string },
    document: AgentDocument,
    within?: string,
  ): Promise<{ ok: true; document: AgentDocument } | { ok: false; rejection: Rejection }>
  /** The document with its kept pictures inside, as `data:` addresses; one that is gone is left out. */
  embed(tenant: string, document: AgentDocument): Promise<AgentDocument>
}

type Picture = { address: string; field: string }
type Kept = { ok: true; address: string } | { ok: false; rejection: Rejection }

export function createAgentPictures({
  files,
  addresses,
  publicUrl,
}: {
  files: KeptFiles
  addresses: FileAddresses
  /** The address people reach the server at. */
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

    async embed(tenant, document) {
      const embedded = picturesIn(document).map(async ({ address }) => {
        const key = lastingKeyAt(address)
        if (key === 'elsewhere') return address
        const file = key?.tenant === tenant ? await files.open(key) : undefined
        return file ? `data:${file.mimeType};base64,${file.bytes.toString('base64')}` : ''
      })
      return withPictures(document, await Promise.all(embedded))
    },
  }

  /**
   * The file that an address opens for ever; undefined where it leads to none. What was signed here is a file of this
   * server under whichever of its names it is called.
   */
  function lastingKeyAt(address: string): FileKey | 'elsewhere' | undefined {
    const written = fileAddressIn(address, publicUrl)
    const opens = written && addresses.verify(written.token)
    if (opens) return opens.forever ? opens.key : undefined
    return written?.here ? undefined : 'elsewhere'
  }

  async function keepUploaded(of: { tenant: string; agentId: string }, picture: Picture): Promise<Kept> {
    const [, base64] = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(picture.address) ?? []
    return base64 === undefined
      ? refuse('wrong-type', wrongPictureType, picture.field)
      : keepBytes(of, Buffer.from(base64, 'base64'), picture.field)
  }

  async function keepNamed(of: { tenant: string; agentId: string }, picture: Picture): Promise<Kept> {
    const { address, field } = picture
    const key = lastingKeyAt(address)
    const isKept = key !== undefined && key !== 'elsewhere' && key.tenant === of.tenant
    const file = isKept ? await files.open(key) : undefined
    return file ? keepBytes(of, file.bytes, field) : { ok: true, address }
  }

  async function keepBytes(
    { tenant, agentId }: { tenant: string; agentId: string },
    bytes: Buffer,
    field: string,
  ): Promise<Kept> {
    if (bytes.length > maxPictureBytes) return refuse('too-large', pictureTooLarge, field)
    const ending = endingOfPicture(bytes)
    if (ending === undefined) return refuse('wrong-type', wrongPictureType, field)
    const key = { tenant, owner: agentOwner(agentId), id: hash('sha256', bytes, 'base64url') }
    const name = `picture.${ending}`
    const kept = await files.keep(key, tenantSubject(tenant), { name, bytes })
    return kept.ok ? { ok: true, address: addresses.issue(key, name, 'forever') } : kept
  }
}

/** The token in an address that has the form of a file's here, and whether it leads to this very host. */
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
