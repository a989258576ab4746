/**
 * The address to which a visitor answers a mail: `reply+<region><conversation><signature>@host`. The signature is over
 * region, workspace and conversation, so that nobody can make up an address, nor turn one into that of another
 * workspace's conversation. It consists of lower-case letters and digits, since mail servers may change the case, and
 * is within the 64 characters that a local part may have.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Region, regions } from '@parley/contracts/endpoint.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

export type ReplyAddresses = {
  /** Undefined for a conversation of another origin than the website. */
  addressOf(of: { region: Region; tenant: string; conversationId: string }): string | undefined
  /** What an address says, unproven; undefined if it is no address for replies. */
  read(address: string): ReplyAddress | undefined
  /** Whether the address was issued for its conversation, which belongs to this workspace. */
  isOf(address: ReplyAddress, tenant: string): boolean
}

export type ReplyAddress = { region: Region; conversationId: string; signature: string }

const LOCAL = /^reply\+([a-z])([0-9a-f]{20})([0-9a-f]{32})$/
const CONVERSATION = /^[0-9a-f]{20}$/

/** `host`: the domain whose mail comes in. */
export function createReplyAddresses(masterKey: Buffer, host: string): ReplyAddresses {
  const key = derivedKey(masterKey, 'reply addresses')
  const sign = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 32)

  return {
    addressOf({ region, tenant, conversationId }) {
      if (!CONVERSATION.test(conversationId)) return undefined
      return `reply+${region[0]}${conversationId}${sign(region, tenant, conversationId)}@${host}`
    },

    read(address) {
      const [local = '', domain, ...rest] = address.trim().toLowerCase().split('@')
      if (domain !== host.toLowerCase() || rest.length > 0) return undefined
      const [, initial, conversationId, signature] = LOCAL.exec(local) ?? []
      const region = regions.find((name) => name[0] === initial)
      if (!region || !conversationId || !signature) return undefined
      return { region, conversationId, signature }
    },

    isOf({ region, conversationId, signature }, tenant) {
      return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(region, tenant, conversationId)))
    },
  }
}
