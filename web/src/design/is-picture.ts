/** Where a picture of each kind that may be uploaded (`pictureEndings`) says what it is, one character a byte. */
const beginnings = [/^\x89PNG\r\n\x1a\n/, /^\xff\xd8\xff/, /^GIF8[79]a/, /^RIFF[^]{4}WEBP/]

/** Whether a file is a picture by its content: its name and type are those that somebody gave it. */
export async function isPicture(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return beginnings.some((beginning) => beginning.test(text))
}
