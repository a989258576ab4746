/** Recognises a file by its first bytes, whatever its name says. */

export type FileType = 'text' | 'pdf' | 'zip' | 'old-office' | 'other'

const SIGNATURES: [FileType, number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['old-office', [0xd0, 0xcf, 0x11, 0xe0]],
  ['other', [0x89, 0x50, 0x4e, 0x47]],
  ['other', [0xff, 0xd8, 0xff]],
  ['other', [0x47, 0x49, 0x46, 0x38]],
  ['other', [0x52, 0x49, 0x46, 0x46]],
  ['other', [0x7f, 0x45, 0x4c, 0x46]],
  ['other', [0x4d, 0x5a, 0x90]],
  ['other', [0x1f, 0x8b]],
  ['other', [0x37, 0x7a, 0xbc, 0xaf]],
  ['other', [0x52, 0x61, 0x72, 0x21]],
  ['other', [0xca, 0xfe, 0xba, 0xbe]],
]

export function fileTypeOf(file: Buffer): FileType {
  // A PDF may have some bytes before its header (ISO 32000-1, implementation note 13).
  if (file.subarray(0, 1024).includes('%PDF-')) return 'pdf'
  const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => file[at] === byte))
  return found ? found[0] : 'text'
}
