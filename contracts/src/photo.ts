import { z } from 'zod'

/** A small picture as a data URL; the dashboard scales pictures down to it. Empty for none. */
export const photoSchema = z
  .string()
  .max(60_000, 'Please choose a smaller picture')
  .regex(
    /^(?:data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2})?$/,
    'Only pictures (PNG, JPEG, WebP)',
  )
