import { randomText } from '../../shell/random-text.ts'

/** Generates a key: `vg_` and 20 random letters or digits. */
export function newSecretKey(): string {
  return `vg_${randomText(20)}`
}
