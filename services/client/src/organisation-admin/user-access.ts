/** Which pages and custom tabs a client has that the admin of its organisation adds. */
import { isClientPage, leastClientAccess } from '@parley/contracts/client/pages.ts'

/**
 * What new clients of the organisation have by default, without pages that the admin itself does not have (part 2 §6), so
 * that an admin gives nobody more than it was given. Custom tabs are the agency's for all. Without any page that both have,
 * those of the admin.
 */
export function accessOfAddedUser(defaults: readonly string[], ofAdmin: readonly string[]): string[] {
  const usual = defaults.length > 0 ? defaults : leastClientAccess
  const granted = usual.filter((href) => !isClientPage(href) || ofAdmin.includes(href))
  return granted.length > 0 ? granted : [...ofAdmin]
}
