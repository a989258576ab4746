/** What the agency settings and the frame of the preview tell each other. */
import type { ClientOnboarding } from '@parley/contracts/agency/client-onboarding.ts'
import type { CustomTab } from '@parley/contracts/agency/settings.ts'
import type { AgencyBrand } from '@parley/contracts/client/sign-in-endpoints.ts'

/** Where the frame is served. */
export const previewAddress = '/client/preview'

/** Within the dashboard, the frame's own links lead on. */
export type PreviewedPage = 'sign-in' | 'dashboard'

export type Scheme = 'light' | 'dark'

/** Nothing that is secret: the frame's origin is opaque, so that it can't be checked who gets this. */
export type Previewed = {
  /** With the CSS as the server cleans it. */
  brand: AgencyBrand
  tabs: readonly CustomTab[]
  onboarding: ClientOnboarding
  page: PreviewedPage
  scheme: Scheme
}

export type ToFrame = { to: 'client-preview'; previewed: Previewed }

export type FromFrame = {
  from: 'client-preview'
  /** `listening`: nothing is shown yet. `failed`: its pages could not be loaded. */
  state: 'listening' | 'shown' | 'failed'
  /** The scheme that was chosen within the frame. */
  scheme?: Scheme
  /** The page to which the frame leads. */
  page?: PreviewedPage
}

export const isToFrame = (data: unknown): data is ToFrame => Object(data).to === 'client-preview'
export const isFromFrame = (data: unknown): data is FromFrame => Object(data).from === 'client-preview'
