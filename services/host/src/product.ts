/** What the public site and mails call the product, until agencies bring their own brand. */
export const productName = 'Parley'
