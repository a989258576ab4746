/** Whoever signs in with the agency secret (part 2 §6). Without zod, for browsers. */
import type { ClientPageHref } from './pages.ts'

/** The pages of its dashboard. */
export const agencyAdminPages = [
  '/home',
  '/leads',
  '/convos',
  '/settings',
  '/analytics',
] as const satisfies readonly ClientPageHref[]

/** How its acts are signed in the audit. */
export const AGENCY_ADMIN_NAME = 'Agency admin (agency secret)'

/** Sessions of an agency at a time; another one ends the oldest. */
export const mostAgencyAdminSessions = 20
