/**
 * The text of an access token: `pat_<workspace>_<id><secret><checksum>`. The prefix and the checksum (CRC-32, as
 * GitHub's tokens have it) let tools that look for leaked secrets tell one from other texts. It is derived from the master
 * key, so that a repeated call answers with the same text although only its hash is stored.
 */
import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { TOKEN_PREFIX } from '@parley/contracts/workspace/token-names.ts'
import { textFrom } from '@parley/kernel/random-text.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

export const TOKEN_ID_LENGTH = 20
/** 238 bits. */
const SECRET_LENGTH = 40
const CHECKSUM_LENGTH = 7

const pattern = /^pat_([\w-]{1,64})_([A-Za-z0-9]{20})[A-Za-z0-9]{40}[a-z0-9]{7}$/

export function tokenTexts({
  masterKey,
}: {
  masterKey: Buffer
}): (tenant: string, tokenId: string) => string {
  const key = derivedKey(masterKey, 'access tokens')
  return (tenant, tokenId) => {
    let round = 0
    const secret = textFrom(SECRET_LENGTH, () =>
      createHmac('sha512', key)
        .update(JSON.stringify([tenant, tokenId, round++]))
        .digest(),
    )
    const text = `${TOKEN_PREFIX}${tenant}_${tokenId}${secret}`
    return text + checksumOf(text)
  }
}

/** What a text names, before anything is looked up; undefined if it is no access token. */
export function readTokenText(text: string): { tenant: string; tokenId: string } | undefined {
  const [, tenant, tokenId] = pattern.exec(text) ?? []
  if (tenant === undefined || tokenId === undefined) return undefined
  const end = text.length - CHECKSUM_LENGTH
  return checksumOf(text.slice(0, end)) === text.slice(end) ? { tenant, tokenId } : undefined
}

function checksumOf(text: string): string {
  return crc32(text).toString(36).padStart(CHECKSUM_LENGTH, '0')
}
