/** What a new agent knows of its company before it has read the whole website. */
import { readWebsite, type Visits } from '../branding/read-website.ts'
import { type ReadPage, readMainPages } from './main-pages.ts'
import { organisationIn } from './organisation.ts'
import { type Said, whatPagesSay } from './what-pages-say.ts'

export type PersonalText = {
  language: string | undefined
  said: Said
  /** The website's address, with its scheme; absent without a website. */
  url?: string
}

export type PersonalTextDeps = {
  visits: Visits
  readPage: ReadPage
  languageOf(text: string): Promise<string | undefined>
}

/** A site that can't be read leaves what the owner wrote, as does a company without one. */
export async function personalText(
  deps: PersonalTextDeps,
  company: { name: string; website: string; description: string },
): Promise<PersonalText> {
  const { name, description } = company
  const site =
    company.website === '' ? ({ ok: false } as const) : await readWebsite(deps.visits, company.website)
  const pages = site.ok ? await readMainPages({ visits: deps.visits, read: deps.readPage }, site) : []
  const text = [...pages.map((page) => page.text), description].join('\n').slice(0, 20_000)
  // Many templates say "en" whatever is written below.
  const language = (await deps.languageOf(text)) ?? (site.ok ? site.marks.lang : undefined)
  const organisation = organisationIn(site.ok ? site.marks.jsonLd : [])
  const said = whatPagesSay({ name, description, language, pages, organisation })
  if (company.website === '') return { language, said }
  const given = /^https?:\/\//i.test(company.website) ? company.website : `https://${company.website}`
  return { language, said, url: site.ok ? site.url : given }
}
