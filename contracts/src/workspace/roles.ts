/** The roles of a workspace's people. `permissions.ts` says what each may do; another one begins with its line there. */
import type { Role } from '../permissions.ts'

export const memberRoles = ['owner', 'member'] as const satisfies readonly Role[]
export type MemberRole = (typeof memberRoles)[number]
