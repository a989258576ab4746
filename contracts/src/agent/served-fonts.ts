/** The fonts that are served with the chat. Any other is that of the visitor's device, if it has one of the name. */
export const servedFonts = [
  'DM Sans',
  'Inter',
  'Lora',
  'Montserrat',
  'Nunito',
  'Open Sans',
  'Roboto',
] as const
