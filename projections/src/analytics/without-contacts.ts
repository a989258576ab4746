const HIDDEN = '•••'
const EMAIL = /[^\s@<>()[\],;:"]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu
const DIGITS = /(?<![\p{L}\d])[+(]{0,2}\d[\d\s().\-/]{4,30}\d/gu
const DATE = /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/g

/** Returns a text without its e-mail addresses and phone numbers, for lists that many people read. */
export function withoutContacts(text: string): string {
  return text.replace(EMAIL, HIDDEN).replace(DIGITS, (number) => (isPhone(number) ? HIDDEN : number))
}

/** Whether a text says anything, with or without contact details. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Of a domestic or a foreign number; a date or a price is none. */
function isPhone(number: string): boolean {
  const digits = number.replace(DATE, '').replace(/\D/g, '')
  return digits.length >= (/^[+(]{0,2}[0+]|\+/.test(number) ? 7 : 9)
}
