import type { Owned } from './owned.ts'

/**
 * Makes attempts with an owner who was used before, since making one takes a second. An attempt returns whether it
 * proved what it had to; where it did not, such as after the agent was deleted, it is made once more with a new owner,
 * whose outcome counts. The new owner is then the one who was used before.
 */
export function withUsedOwner<Owner extends Owned | Owned[]>(make: () => Promise<Owner>) {
  let used: Owner | undefined
  return async (attempt: (owner: Owner, isNew: boolean) => Promise<boolean>): Promise<void> => {
    if (used !== undefined && (await attempt(used, false))) return
    used = await make()
    await attempt(used, true)
  }
}
