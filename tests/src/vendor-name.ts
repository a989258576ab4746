/** Finds the name of the product in what people see at the domain of an agency, or could see in its source. */

const name = /.{0,60}parley.{0,60}/gi

/** What browsers keep, storage and cookies: the rulings on the specification want this prefix. */
const keptInBrowsers = /\bparley_/g

/** Where a text names the product, with what stands around it. */
export function namesIn(text: string): string[] {
  return text.replace(keptInBrowsers, '').match(name) ?? []
}

/** By the name of a build's file: what pages of customers call, and so has to stay. */
const published: Record<string, RegExp> = { 'loader.js': /\bwindow\.Parley\b|\b__PARLEY_BOOT__\b/g }

/** The same of a file of a build. The pages name it once, where the server puts the name of the agency. */
export function namesInFile(file: string, text: string): string[] {
  const base = file.split('/').at(-1) ?? ''
  const ours = published[base]
  const rest = ours ? text.replace(ours, '') : text
  return namesIn(base.endsWith('.html') ? rest.replace(/<meta name="application-name"[^>]*>/, '') : rest)
}
