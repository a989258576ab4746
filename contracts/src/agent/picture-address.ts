import { z } from 'zod'
import { longestAddress, longestPicture, pictureTooLarge } from '../file/pictures.ts'

/**
 * A picture's address. A picture that is uploaded comes as a `data:` address; it is kept as a file, and the address
 * of the file takes its place before anything is saved.
 */
export const pictureAddress = z
  .string()
  .max(longestPicture, pictureTooLarge)
  .refine(
    (address) => address.length <= longestAddress || address.startsWith('data:'),
    `The address of a picture has at most ${longestAddress} characters.`,
  )
  .meta({ picture: true })
