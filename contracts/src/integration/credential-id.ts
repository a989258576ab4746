import { z } from 'zod'

export const credentialIdSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
