/**
 * The legal pages (part 2 §2.1). Their texts are templates, filled from the configuration and marked as templates; a
 * file of the operator's replaces each.
 */
import { readFileSync } from 'node:fs'
import { markdownHtml } from '@parley/contracts/conversation/markdown-html.ts'
import { escapeHtml } from '../page-files.ts'
import { legalLinks, type Site, sitePage } from './site-page.ts'

export type LegalPage = (typeof legalLinks)[number][0]
export const legalPages: readonly LegalPage[] = legalLinks.map(([path]) => path)

/** Who runs this installation. What is not configured shows as a gap. */
export type LegalOperator = {
  product: string
  name: string | undefined
  address: string | undefined
  email: string | undefined
}

const gaps: Record<string, string> = { email: 'e-mail address' }

const note =
  'Template. This text is an example and not legal advice. The operator of this service replaces it with a reviewed text.'

/** `text`: the operator's own, as Markdown; undefined for the template. */
export function legalPage(
  site: Site,
  page: LegalPage,
  operator: LegalOperator,
  text: string | undefined,
): string {
  const template = text ?? readFileSync(new URL(`./legal/${page}.md`, import.meta.url), 'utf8')
  const [, title = ''] = legalLinks.find(([path]) => path === page) ?? []
  const values: Record<string, string | undefined> = { ...operator, url: site.url }
  const html = markdownHtml(template).replace(/\{\{(\w+)\}\}/g, (_all, name: string) =>
    values[name] === undefined
      ? `<mark>[${gaps[name] ?? name} of the operator]</mark>`
      : escapeHtml(values[name]),
  )
  const marked =
    text === undefined ? html.replace('</h1>', `</h1><p class="template" role="note">${note}</p>`) : html
  return sitePage(site, {
    path: `/legal/${page}`,
    title,
    description: `${title} of ${site.name}`,
    body: `<article class="text">${marked}</article>`,
  })
}
