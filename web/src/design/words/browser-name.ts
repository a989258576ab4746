import { t } from '../language.ts'

/** Order matters: many user agents also name the browsers that they derive from. */
const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** The common name of a browser by its user agent. An unknown browser is named by the first word. */
export function browserName(userAgent: string | undefined): string {
  if (!userAgent) return t('Unknown browser')
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1]
  const system = systems.find(([sign]) => userAgent.includes(sign))?.[1]
  if (!browser) return userAgent.split(/[\s/]/)[0] || t('Unknown browser')
  return system ? t('{browser} on {system}', { browser, system }) : browser
}
