import { z } from 'zod'

/** A field of commands that publish. */
export const untested = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .optional()
  .describe(
    'Why it is published although tests have to pass first and did not, for the list of versions; without it the call is refused with tests-not-passed',
  )
