/** What the address of the Audit screen holds after the question mark. */
export type AuditSearch = { search?: string }

export function auditSearch(_raw: Record<string, unknown>): AuditSearch {
  return {}
}
