/** Query parameters of the screens of campaigns. */
import { type RecipientState, recipientStates } from '@parley/contracts/campaign/names.ts'

export type CampaignsSearch = {
  /** The drawer of a new campaign. */
  create?: true | undefined
  /** The drawer of those who opted out. */
  optedOut?: true | undefined
}

export const editorSteps = ['message', 'recipients', 'schedule', 'check'] as const
export type EditorStep = (typeof editorSteps)[number]

/** `state`: the recipients that a report lists. */
export type CampaignSearch = { step?: EditorStep | undefined; state?: RecipientState | undefined }

export function campaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  return { create: raw.create === true || undefined, optedOut: raw.optedOut === true || undefined }
}

export function campaignSearch(raw: Record<string, unknown>): CampaignSearch {
  return {
    step: editorSteps.find((step) => step === raw.step),
    state: recipientStates.find((state) => state === raw.state),
  }
}
