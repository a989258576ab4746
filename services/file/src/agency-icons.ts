/**
 * The logos and icons of agencies, and the files of their font: kept as files of the workspace, named by the hash of
 * their bytes, so that one that is saved again is stored once. Addresses on other servers are refused, since whoever
 * opens an agency's pages calls no third party.
 */
import { hash } from 'node:crypto'
import type { WebFont } from '@parley/contracts/agent/web-font.ts'
import { iconTooLarge, maxIconBytes, wrongPictureType } from '@parley/contracts/file/pictures.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { tenantSubject } from '@parley/kernel/sealing/sealing.ts'
import type { FileAddresses } from './file-address.ts'
import { endingOfFont, endingOfPicture } from './file-content.ts'
import type { KeptFiles } from './kept-files.ts'

type Refused = { ok: false; rejection: Rejection }
type Kept = { ok: true; address: string } | Refused

/** Of the files of a workspace's agency. */
const AGENCY_OWNER = 'agency'

const unknownPicture = 'This picture is not on this server. Upload it.'

export type AgencyIcons = {
  /**
   * Stores an uploaded picture (`data:`), or one that the workspace has already, and returns its address.
   * Refuses with `too-large`, `wrong-type`, `invalid-input` and `storage-limit-reached`.
   */
  keep(tenant: string, address: string, field: string): Promise<Kept>
  /** The bytes of a picture that it keeps, by its address with or without a server; undefined if there is none. */
  open(tenant: string, address: string): Promise<Buffer | undefined>
  /** Stores the files of a font that was fetched, and returns it with their addresses. */
  keepFont(tenant: string, webFont: WebFont): Promise<{ ok: true; webFont: WebFont } | Refused>
}

export function createAgencyIcons({
  files,
  addresses,
}: {
  files: KeptFiles
  addresses: FileAddresses
}): AgencyIcons {
  return {
    async keep(tenant, address, field) {
      if (!address.startsWith('data:')) {
        const file = await opened(tenant, address)
        return file ? keepPicture(tenant, file.bytes, field) : refuse('invalid-input', unknownPicture, field)
      }
      const base64 = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/]+={0,2})$/.exec(address)?.[1]
      return base64 === undefined
        ? refuse('wrong-type', wrongPictureType, field)
        : keepPicture(tenant, Buffer.from(base64, 'base64'), field)
    },

    async open(tenant, address) {
      const path = /^https?:\/\/[^/]+(\/.*)$/.exec(address)?.[1] ?? address
      return (await opened(tenant, path))?.bytes
    },

    async keepFont(tenant, webFont) {
      const faces: WebFont['faces'] = []
      for (const face of webFont.faces) {
        const bytes = Buffer.from(face.url.slice(face.url.indexOf(',') + 1), 'base64')
        const ending = endingOfFont(bytes)
        if (ending === undefined) return refuse('wrong-type', 'Only woff2 files can be fonts.', 'font')
        const kept = await keepBytes(tenant, bytes, `font.${ending}`, 'font/woff2')
        if (!kept.ok) return kept
        faces.push({ ...face, url: kept.address })
      }
      return { ok: true, webFont: { ...webFont, faces } }
    },
  }

  async function opened(tenant: string, path: string) {
    const token = /^\/api\/\w+\/public\/files\/([^/]+)\/[\w.-]+$/.exec(path)?.[1]
    const opens = token === undefined ? undefined : addresses.verify(token)
    return opens?.forever && opens.key.tenant === tenant ? files.open(opens.key) : undefined
  }

  async function keepPicture(tenant: string, bytes: Buffer, field: string): Promise<Kept> {
    if (bytes.length > maxIconBytes) return refuse('too-large', iconTooLarge, field)
    const ending = endingOfPicture(bytes)
    return ending === undefined
      ? refuse('wrong-type', wrongPictureType, field)
      : keepBytes(tenant, bytes, `picture.${ending}`)
  }

  async function keepBytes(tenant: string, bytes: Buffer, name: string, mimeType?: string): Promise<Kept> {
    const key = { tenant, owner: AGENCY_OWNER, id: hash('sha256', bytes, 'base64url') }
    const kept = await files.keep(key, tenantSubject(tenant), { name, bytes, ...(mimeType && { mimeType }) })
    return kept.ok ? { ok: true, address: addresses.issue(key, name, 'forever') } : kept
  }
}
