import { t } from '../../design/language.ts'

/** Why the server could not read something. */
export function reasonText(reason: string): string {
  const [number] = /\d[\d,]*/.exec(reason) ?? []
  return number === undefined ? t(reason) : t(reason.replace(number, '{number}'), { number })
}
