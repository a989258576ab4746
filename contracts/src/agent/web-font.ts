/** A font that the server fetched from the web for an agent. Its files are kept with the agent, as its pictures are. */
import { z } from 'zod'
import { longestAddress } from '../file/pictures.ts'
import { longestFontFile, maxFontBytes, maxFontFiles } from './web-font-limits.ts'

const keptFile = /^\/api\/\w+\/public\/files\/[\w-][\w.-]*\/[\w-][\w.-]*$/
const uploadedFile = /^data:font\/woff2;base64,[A-Za-z0-9+/]+={0,2}$/

/**
 * The address of a font's file: always of this server, so that no visitor calls a third party. In an exported template
 * it is a `data:` address, which is kept as a file when the template is imported.
 */
const fontFileAddress = z
  .string()
  .max(longestFontFile)
  .refine(
    (address) => (address.length <= longestAddress && keptFile.test(address)) || uploadedFile.test(address),
    'The files of a font are kept by this server. Fetch the font by its address.',
  )
  .meta({ fontFile: true, examples: ['/api/na/public/files/w1.a1.f1.0.s/font.woff2'] })

/** A face of a font: a file, and for which letters, weights and style it is. Values as in CSS. */
export const fontFaceSchema = z.object({
  url: fontFileAddress,
  weight: z
    .string()
    .regex(/^(?:normal|bold|\d{1,4}(?: \d{1,4})?)$/)
    .meta({ examples: ['400'] })
    .optional(),
  style: z
    .string()
    .regex(/^(?:normal|italic|oblique(?: -?[\d.]+deg){0,2})$/)
    .max(40)
    .meta({ examples: ['italic'] })
    .optional(),
  unicodeRange: z
    .string()
    .regex(/^[U+0-9A-F?, -]*$/i)
    .max(2_000)
    .meta({ examples: ['U+0-FF'] })
    .optional(),
})
export type WebFontFace = z.infer<typeof fontFaceSchema>

export const webFontSchema = z.object({
  /** Where it was fetched: the address of a stylesheet or of a file. */
  source: z.string().max(longestAddress),
  family: z.string().max(100),
  faces: z
    .array(fontFaceSchema)
    .max(maxFontFiles)
    .refine(
      (faces) => faces.reduce((sum, { url }) => sum + url.length, 0) <= (maxFontBytes * 3) / 2,
      `The files of a font have at most ${maxFontBytes / 1_000_000} MB together.`,
    ),
})
export type WebFont = z.infer<typeof webFontSchema>
