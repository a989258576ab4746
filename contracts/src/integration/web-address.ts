import { z } from 'zod'

/** An address that is called as it stands: with `http` or `https`, and without a user name and password, which are not sent. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'Please enter a valid URL.' })
  .max(2000)
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'The URL must not contain a user name or password.')
