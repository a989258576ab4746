/** The domain from which an agency's mails come (part 2 §2.2 and §4). Plain data, for browsers. */
import type { Region } from '../endpoint.ts'

/**
 * `not_started`: added; `pending`: its records are looked for; `failure`: DNS has something else, or what was verified is
 * gone; `temporary_failure`: nobody could tell what DNS has.
 */
export const emailDomainStatuses = [
  'not_started',
  'pending',
  'verified',
  'failure',
  'temporary_failure',
] as const
export type EmailDomainStatus = (typeof emailDomainStatuses)[number]

export const emailRecordTypes = ['MX', 'TXT', 'CNAME'] as const

/** Of MX records (part 2 §9). */
export const mxPriority = 10

/** `self-hosted`: our own mail server sends, and signs with a key made here; `resend`: the provider of that name does both. */
export const emailDomainProviders = ['self-hosted', 'resend'] as const
export type EmailDomainProviderName = (typeof emailDomainProviders)[number]

/** Why a domain is an agency's no more. */
export const emailDomainEnds = ['person', 'not-verified', 'workspace-deleted'] as const
export type EmailDomainEnd = (typeof emailDomainEnds)[number]

/** What is said of what happens to it (part 2 §8). */
export const emailDomainNotices = {
  added: 'Domain added successfully! Please add the DNS records.',
  pending: 'Domain verification pending..',
  verified: 'Domain verification successful..',
  deleted: 'Domain deleted successfully..',
  notAdded: 'Failed to add domain',
  notVerified: 'Failed to verify domain. Please try again.',
  notDeleted: 'Failed to delete domain. Please try again.',
  taken: 'This domain is already added.',
} as const

/** The agency in whose name a mail is sent. */
export type AgencyPlace = { region: Region; agencyId: string }

/** The address that the mails of a domain come from. */
export const emailDomainAddress = (domain: string): string => `no-reply@${domain}`
