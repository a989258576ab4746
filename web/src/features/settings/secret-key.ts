import { randomText } from '../../shell/random-text.ts'

/** `vg_` and 20 random letters or digits. */
export function newSecretKey(): string {
  return `vg_${randomText(20)}`
}
