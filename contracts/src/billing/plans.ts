/**
 * The names of plans. A new one is added here; `services/host/src/quotas/plans.ts` does not compile until it has quotas.
 */
import { z } from 'zod'

export const planNameSchema = z.enum(['standard'])
export type PlanName = z.infer<typeof planNameSchema>
