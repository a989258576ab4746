/** Numbers in the language that is shown. */
import { locale } from '../language.ts'

/** What stands between the digits of a number, for fields of numbers. */
export function numberSeparators(): { thousandSeparator: string; decimalSeparator: string } {
  const parts = new Intl.NumberFormat(locale ?? 'en').formatToParts(1_234_567.8)
  const sign = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value
  return { thousandSeparator: sign('group') ?? ',', decimalSeparator: sign('decimal') ?? '.' }
}

/** With two decimals. */
export const inHundredths = (value: number): string =>
  value.toLocaleString(locale ?? 'en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
