/** Addresses of recipients, in the one form in which each is compared, and the keys that stand for them. */
import { createHmac } from 'node:crypto'
import type { CampaignMedium } from '@parley/contracts/campaign/names.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { isVisitorEmail } from '@parley/contracts/identity/visitor-email.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

const LONGEST_CONTACT = 200

/**
 * Returns an address as it is compared and written to; undefined if it is none. `country`: of numbers without a country
 * code.
 */
export function normalAddress(medium: CampaignMedium, written: string, country?: string): string | undefined {
  const text = written.trim()
  switch (medium) {
    case 'email': {
      const address = text.toLowerCase()
      return isVisitorEmail(address) ? address : undefined
    }
    case 'whatsapp': {
      const known = country !== undefined && isSupportedCountry(country) ? country : undefined
      const number = parsePhoneNumberFromString(text.slice(0, 50), known)
      // Contacts of WhatsApp are the digits of their numbers.
      return number?.isValid() ? number.number.slice(1) : undefined
    }
    case 'telegram':
      return /^-?\d{1,15}$/.test(text) ? text : undefined
    case 'push':
      return /^[A-Za-z0-9_-]{1,64}$/.test(text) ? text : undefined
    case 'webhook':
      return text.length > 0 && text.length <= LONGEST_CONTACT ? text : undefined
  }
}

export type ContactKeys = {
  /** `scope`: of media whose addresses are a channel's or an agent's own (`scopeOf`). */
  of(tenant: string, medium: CampaignMedium, address: string, scope?: string): string
  /** Of a conversation on the website, into which an answer to a mail comes. */
  ofConversation(tenant: string, conversationId: string): string
}

/** Within what addresses of a campaign are told apart: its channel, or of visitors its agent. */
export function scopeOf({
  medium,
  channelId,
  agentId,
}: Pick<CampaignSettings, 'medium' | 'channelId' | 'agentId'>): string | undefined {
  return medium === 'push' ? agentId : channelId
}

/** Keys from which nobody can tell an address by trying all: they are made under a key of the installation. */
export function contactKeys(masterKey: Buffer): ContactKeys {
  const key = derivedKey(masterKey, 'campaign contacts')
  const hashed = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('hex').slice(0, 40)
  return {
    of(tenant, medium, address, within = '') {
      // A number and a mail address are the same person's on every channel of the workspace.
      const scope = medium === 'email' || medium === 'whatsapp' ? '' : within
      return hashed(tenant, medium, scope, address)
    },
    ofConversation: (tenant, conversationId) => hashed(tenant, 'conversation', '', conversationId),
  }
}
