import type { Plugin } from 'vite'

/**
 * Links the styles of a page's entry before those of the files that it shares with others. They begin with Mantine's, which
 * the styles of components change with selectors of the same weight: whatever is linked later applies.
 */
export function entryStylesFirst(): Plugin {
  return {
    name: 'parley-entry-styles-first',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: withEntryStylesFirst },
  }
}

/** The build links the styles of an entry last. */
export function withEntryStylesFirst(html: string): string {
  const links = html.match(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g) ?? []
  const entry = links.at(-1)
  if (links.length < 2 || entry === undefined) return html
  return html.replace(entry, '').replace(links[0] ?? '', (first) => `${entry}${first}`)
}
