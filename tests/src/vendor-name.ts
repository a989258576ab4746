/** Finds the name of the product in what people see at the domain of an agency, or could see in its source. */

const name = /.{0,60}parley.{0,60}/gi

/** What browsers keep, storage and cookies: the rulings on the specification want this prefix. */
const keptInBrowsers = /\bparley_/g

/** Where a text names the product, with what stands around it. */
export function namesIn(text: string): string[] {
  return text.replace(keptInBrowsers, '').match(name) ?? []
}

/**
 * By the names of a build's files: what pages of customers call, and what their servers send, which has to stay. Clients do
 * not open the page of channels.
 */
const published: [file: RegExp, names: RegExp][] = [
  [/^loader\.js$/, /\bwindow\.Parley\b|\b__PARLEY_BOOT__\b/g],
  [/^channels-page-[\w-]+\.js$/, /\bX-Parley-(?:Timestamp|Signature)\b/g],
]

/** The same of a file of a build. The pages name it once, where the server puts the name of the agency. */
export function namesInFile(file: string, text: string): string[] {
  const base = file.split('/').at(-1) ?? ''
  const ours = published.find(([files]) => files.test(base))?.[1]
  const rest = ours ? text.replace(ours, '') : text
  return namesIn(base.endsWith('.html') ? rest.replace(/<meta name="application-name"[^>]*>/, '') : rest)
}
