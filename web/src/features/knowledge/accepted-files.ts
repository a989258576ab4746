/** As in the contract, whose module is not imported at run time because it includes the schemas. */
export const maxDocumentMB = 10
export const documentExtensions = ['.txt', '.md', '.pdf', '.docx', '.html', '.htm', '.csv'] as const

/** Why a file is rejected, in the words of the specification (part 1 §5). */
export const fileRefusals = {
  type: `Only ${documentExtensions.join(', ')} Files`,
  size: `Max size: ${maxDocumentMB} MBs`,
}

/** Returns why a file is rejected, or undefined. */
export function refusalOf(file: { name: string; size: number }): string | undefined {
  const name = file.name.toLowerCase()
  if (!documentExtensions.some((extension) => name.endsWith(extension))) return fileRefusals.type
  if (file.size > maxDocumentMB * 1_000_000) return fileRefusals.size
  return undefined
}
