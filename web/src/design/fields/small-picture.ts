/** Pixels in width and height: twice the largest size in which a photo of a person is shown. */
const side = 128

/** Returns the middle of a picture as a small JPEG in a `data:` address. Throws if the file is no picture. */
export async function smallPicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const shorter = Math.min(picture.width, picture.height)
  const [left, top] = [(picture.width - shorter) / 2, (picture.height - shorter) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, shorter, shorter, 0, 0, side, side)
  return canvas.toDataURL('image/jpeg', 0.85)
}
