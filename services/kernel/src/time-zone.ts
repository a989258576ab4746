const LONGEST_NAME = 64

/**
 * Returns the current name of an IANA time zone; undefined if there is no such zone. Browsers also use former names:
 * Asia/Kolkata and Asia/Calcutta are the same zone.
 */
export function knownTimeZone(name: string | undefined): string | undefined {
  if (name === undefined || name.length > LONGEST_NAME) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
