/** Languages and countries by their codes, in the reader's language; the code where it has no name. */
export function languageName(code: string): string {
  return nameOf('language', code)
}

export function countryName(code: string): string {
  return nameOf('region', code)
}

function nameOf(type: 'language' | 'region', code: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type }).of(code) ?? code
  } catch {
    return code
  }
}
