/** The file types that people may send, and their maximum size. Plain data, since the chat's bundle includes it. */

/** n of 'Max size: {n} MBs'; the limit is n × 1,000,000 bytes (specification part 1 §5). */
export const maxUploadMB = 10

/** By extension. Types that can run script in a browser (HTML, SVG) are not included. */
export const mimeTypes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** {accept} of 'Only {accept} Files', and of a file input. */
export const acceptedFiles = Object.keys(mimeTypes)
  .map((ending) => `.${ending}`)
  .join(', ')

export const tooLargeAlert = `Max size: ${maxUploadMB} MBs`
export const wrongTypeAlert = `Only ${acceptedFiles} Files`

/** Returns the extension of a file's name in lower case, without its dot; '' for none. */
export function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name.trim())?.[1]?.toLowerCase() ?? ''
}
