/** Pixels in width and height. */
const SIDE = 256

/**
 * A drawing (SVG in a `data:` address) as a PNG, since drawings may hold scripts and are never kept; any other picture
 * as it is. Undefined if the browser can't show it.
 */
export async function pictureOfDrawing(address: string): Promise<string | undefined> {
  if (!address.startsWith('data:image/svg')) return address
  const image = new Image()
  image.src = address
  try {
    await image.decode()
  } catch {
    return undefined
  }
  const { naturalWidth: width, naturalHeight: height } = image
  const scale = SIDE / Math.max(width, height, 1)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const [wide, high] = width && height ? [width * scale, height * scale] : [SIDE, SIDE]
  canvas.getContext('2d')?.drawImage(image, (SIDE - wide) / 2, (SIDE - high) / 2, wide, high)
  return canvas.toDataURL('image/png')
}
