/** Random keys, and ids derived from a command so that its retry finds the same agent. */
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { randomText } from '@parley/kernel/random-text.ts'

/** `vg_` and 20 random characters (part 1 §9). */
export function newSecretKey(): string {
  return `vg_${randomText(20)}`
}

/** The agent ID of 16 letters and digits for a command: the same command gives the same ID. */
export function agentIdOf(tenant: string, command: string): string {
  return derivedId(16, tenant, command)
}
