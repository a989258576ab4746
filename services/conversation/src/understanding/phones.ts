/** Reads phone numbers by the rules of their countries (libphonenumber). */
import { findPhoneNumbersInText, isSupportedCountry } from 'libphonenumber-js'
import { withWesternDigits } from './numbers.ts'

/**
 * Returns the first phone number: as +442079460000 if its country is known, else its digits; undefined if there is none.
 * `region`: the visitor's country, for numbers without a country code.
 */
export function phoneIn(
  text: string,
  region: string | undefined,
): { value: string; rest: string } | undefined {
  const said = withWesternDigits(text.slice(0, 400))
    .replace(/(?<!\d[\s-]?)00\s?(?=[1-9])/g, '+')
    // A date is no phone number.
    .replace(/(?<!\d)(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?!\d)/g, ' ')
  const country = region !== undefined && isSupportedCountry(region) ? region : undefined
  // The digit in brackets that is left out abroad: +44 (0)20.
  const readable = said.replace(/(\+\d{1,3}\s*)\(0\)/g, '$1')
  const [known] = findPhoneNumbersInText(readable, country === undefined ? {} : { defaultCountry: country })
  if (known)
    return {
      value: known.number.number,
      rest: `${readable.slice(0, known.startsAt)} ${readable.slice(known.endsAt)}`.trim(),
    }
  const found = /(?<![\p{L}\d])\+?\(?\d[\d\s().\-/]{4,30}\d/u.exec(readable)
  if (!found) return undefined
  const digits = found[0].replace(/\D/g, '')
  const isAbroad = found[0].startsWith('+')
  // With a country code it would have been found above if it were possible.
  if (digits.length < 6 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return undefined
  const rest = `${readable.slice(0, found.index)} ${readable.slice(found.index + found[0].length)}`.trim()
  return { value: isAbroad ? `+${digits}` : digits, rest }
}
