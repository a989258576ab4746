/**
 * Colours, font and background of the chat: the tab UI of the settings. Replies do not depend on them, so drafts of the
 * test panel are kept without them.
 */
import { z } from 'zod'
import { field } from '../field.ts'
import { pictureAddress } from '../picture-address.ts'
import { webFontSchema } from '../web-font.ts'

export const looksFields = {
  theme: field(z.string().max(100), {
    label: 'Theme',
    place: 'ui',
    words: 'dark light mode',
    default: 'blue-light',
    fallback: 'blue-light',
    public: true,
    exported: true,
  }),
  /** `primary`, `themeType` and ten steps in `nineColorPallet`, as JSON. */
  customThemeJSONString: field(z.string().max(20_000), {
    label: 'Colours',
    place: 'ui',
    words: 'primary color palette brand swatch hex',
    fallback: '',
    public: true,
    exported: true,
  }),
  fontFamily: field(z.string().max(100), {
    label: 'Font',
    help: 'All come from the chat’s own server; inherit takes the font of the page, if the visitor’s device has it',
    place: 'ui',
    words: 'typeface lettering DM Sans',
    fallback: 'DM Sans',
    emptyIsAbsent: true,
    public: true,
    exported: true,
  }),
  webFont: field(webFontSchema, {
    label: 'Font from the web',
    help: 'The name of a Google font, or the address of a stylesheet or a .woff2 file. The font is copied to this server, so visitors load it from here.',
    place: 'ui',
    words: 'google fonts typeface woff2 stylesheet',
    public: true,
    exported: true,
  }),
  chatBgURL: field(pictureAddress, {
    label: 'Background picture',
    help: 'Behind the messages; empty for none',
    place: 'ui',
    words: 'image wallpaper',
    fallback: '',
    public: true,
    exported: true,
  }),
  ADVANCED_customCSS: field(z.string().max(50_000), {
    label: 'Custom CSS',
    help: 'Applies inside the chat, never to the page around it, once published. Addresses of other sites are not fetched.',
    place: 'ui',
    words: 'style sheet code',
    fallback: '',
    public: true,
    exported: true,
  }),
}
