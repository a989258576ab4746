/** As in the contract, whose module can't be imported at run time since it brings the schemas with it. */
export const maxDocumentMB = 10
export const documentExtensions = ['.txt', '.md', '.pdf', '.docx', '.html', '.htm'] as const

/** Why a file is not taken, in the specification's words (part 1 §5); undefined when it is. */
export function refusalOf(file: { name: string; size: number }): string | undefined {
  const name = file.name.toLowerCase()
  if (!documentExtensions.some((extension) => name.endsWith(extension)))
    return `Only ${documentExtensions.join(', ')} Files`
  if (file.size > maxDocumentMB * 1_000_000) return `Max size: ${maxDocumentMB} MBs`
  return undefined
}
