/** Whether a file is a picture of a kind that may be uploaded, by its content: its name and type are those that somebody gave it. */
export async function isPicture(file: Blob): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  const text = String.fromCharCode(...bytes)
  return (
    ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'].some((beginning) =>
      text.startsWith(beginning),
    ) ||
    (text.startsWith('RIFF') && text.slice(8) === 'WEBP')
  )
}
