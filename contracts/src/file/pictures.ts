/** Which pictures of an agent people may upload, and how large (specification part 2 §5). Plain data. */

/** n of 'Max size: {n} MBs'; the limit is n × 1,000,000 bytes. */
export const maxPictureMB = 0.5
export const maxPictureBytes = maxPictureMB * 1_000_000

/** By ending, as in `mimeTypes`. What can run script in a browser (SVG) is not among them. */
export const pictureEndings = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const

export const pictureTooLarge = `Max size: ${maxPictureMB} MBs`
export const wrongPictureType = `Only ${pictureEndings.join(', ')} Files`

/** Characters of an address that is no `data:` address. */
export const longestAddress = 2_000
/** Characters of the largest picture as a `data:` address: base64 and the type before it. */
export const longestPicture = Math.ceil(maxPictureBytes / 3) * 4 + 100

/** The same of an agency's logos and icons (part 2 §2.2: icon upload max 1 MB). */
export const maxIconMB = 1
export const maxIconBytes = maxIconMB * 1_000_000
export const iconTooLarge = `Max size: ${maxIconMB} MBs`
export const longestIcon = Math.ceil(maxIconBytes / 3) * 4 + 100
