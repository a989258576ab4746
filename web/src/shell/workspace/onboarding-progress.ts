/**
 * How far an onboarding is, in this browser: a reload, or a visit of the dashboard, goes on where it stopped. Sign-up
 * begins one. It belongs to a workspace, since several people may use a browser.
 */
import type { Company } from '@parley/contracts/onboarding/company.ts'
import type { BrandingChoices } from '@parley/contracts/onboarding/endpoints.ts'

export type Progress = {
  workspaceId: string
  step: 'company' | 'brand' | 'creating' | 'ready'
  company: Company
  choices?: BrandingChoices | undefined
  /** The idempotency key of the creation: asked again, it finds the same agent. */
  creationKey?: string | undefined
  made?: { agentId: string; questions: string[] } | undefined
}

export const onboardingKey = 'parley_onboarding_state'
export const wizardKey = 'parley_active_steps_state'

const noCompany: Company = { name: '', website: '', description: '' }

export const newProgress = (workspaceId: string): Progress => ({
  workspaceId,
  step: 'company',
  company: noCompany,
})

/** Undefined if there is none of this workspace, or it can't be read. */
export function storedProgress(key: string, workspaceId: string): Progress | undefined {
  try {
    const stored: Partial<Progress> = Object(JSON.parse(localStorage.getItem(key) ?? 'null'))
    const steps = ['company', 'brand', 'creating', 'ready']
    if (stored.workspaceId !== workspaceId || !steps.includes(stored.step ?? '')) return undefined
    const company = { ...noCompany, ...stored.company }
    return reachable({ ...newProgress(workspaceId), ...stored, company })
  } catch {
    return undefined
  }
}

/** A logo may be too large for what a browser stores: then a reload asks for it again. */
export function storeProgress(key: string, progress: Progress): void {
  try {
    localStorage.setItem(key, JSON.stringify(progress))
  } catch {
    localStorage.setItem(key, JSON.stringify({ ...progress, step: 'brand', choices: undefined }))
  }
}

/** Leaves what belongs to another workspace. */
export function clearProgress(key: string, workspaceId: string): void {
  if (storedProgress(key, workspaceId)) localStorage.removeItem(key)
}

/** A step needs what the steps before it gave (part 1 §4). */
function reachable(progress: Progress): Progress {
  const { step, company, choices, creationKey, made } = progress
  if (step !== 'company' && company.website === '') return { ...progress, step: 'company' }
  if (step === 'creating' && (!choices || !creationKey)) return { ...progress, step: 'brand' }
  if (step === 'ready' && !made) return { ...progress, step: 'brand' }
  return progress
}
