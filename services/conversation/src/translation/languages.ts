/** The languages that models translate to well, offered in the dashboard. */
import type { translationEndpoints } from '@parley/contracts/agent/translation-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'

const tags =
  'af ar az bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms my nb ne nl pa pl pt pt-BR ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-TW'

/** Sorted by name. */
export function translationHandlers(): Handlers<typeof translationEndpoints> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  const languages = tags
    .split(' ')
    .map((language) => ({ language, name: names.of(language) ?? language }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return { 'public.translationLanguages': async () => reply({ success: true, languages }) }
}
