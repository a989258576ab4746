/**
 * The single source of colour, type, radius and spacing. A white-label theme sets another primary colour and font;
 * everything else derives from them, charts included.
 */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { t } from '../language.ts'
import {
  brandTokens,
  fields,
  type Scheme,
  secondaryText,
  surfaces,
  type Tone,
  tintShares,
  toneOf,
} from './brand-tokens.ts'
import { hostBrand } from './host-brand.ts'
import { paletteOf, primaryStep } from './palette.ts'

export const defaultPrimary = '#0070f3'
export const defaultFont = 'DM Sans'

/** Grays with a slight blue tint. */
const gray: MantineColorsTuple = [
  '#f6f8fb',
  '#eef1f6',
  '#e2e7ef',
  '#d2d9e4',
  '#b4bfce',
  '#8794a8',
  '#5f6b7f',
  '#465267',
  '#2f394b',
  '#1a2233',
]
const dark: MantineColorsTuple = [
  '#e7eaf1',
  '#c3cbd9',
  '#9ba7bb',
  '#76839a',
  '#2c3548',
  '#222b3c',
  '#1a2130',
  '#121826',
  '#0b0f17',
  '#06090f',
]

export type Brand = { primary: string; fontFamily: string }
/** Of the product, or of the agency at whose domain the page is. */
export const defaultBrand: Brand = { primary: defaultPrimary, fontFamily: defaultFont, ...hostBrand }

const onFill = 'var(--ui-brand-on-fill)'
/** Those that `fallback-fonts.css` fits to a font; names that are not there are passed over. */
const fallbacks = (font: string) =>
  ['Arial', 'Roboto', 'DejaVu'].map((each) => `'${font} ${each}'`).join(', ')

const panelTitle = { fontSize: '18px', lineHeight: '28px', fontWeight: 700 }

export function themeOf(brand: Brand = defaultBrand) {
  const primary = paletteOf(brand.primary)
  return createTheme({
    primaryColor: 'brand',
    primaryShade: primaryStep,
    colors: { brand: [...primary], gray, dark },
    black: '#1a2233',
    autoContrast: true,
    luminanceThreshold: 0.35,
    variantColorResolver(input) {
      const colours = defaultVariantColorsResolver(input)
      return input.variant === 'filled' && input.color === 'brand' ? { ...colours, color: onFill } : colours
    },
    fontFamily: `'${brand.fontFamily} Variable', '${brand.fontFamily}', ${fallbacks(brand.fontFamily)}, system-ui, -apple-system, 'Segoe UI', sans-serif`,
    fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace",
    // Body text is 14 px under either of the names that components use.
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    headings: {
      fontWeight: '700',
      sizes: {
        h1: { fontSize: '24px', lineHeight: '32px' },
        h2: { fontSize: '18px', lineHeight: '28px' },
        h3: { fontSize: '15px', lineHeight: '24px' },
      },
    },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
    defaultRadius: 'md',
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Links must be distinguishable from the surrounding text by more than colour.
      Anchor: { defaultProps: { underline: 'always' } },
      // Enter takes what was searched for.
      Select: { defaultProps: { selectFirstOptionOnChange: true } },
      Paper: { defaultProps: { withBorder: true } },
      // CSS of an agency finds every card by the same name (docs/data-parts.md).
      Card: { defaultProps: { withBorder: true, padding: 'lg', 'data-part': 'section' } },
      Tooltip: {
        defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
      },
      Modal: {
        styles: { title: panelTitle },
        defaultProps: {
          closeButtonProps: { 'aria-label': t('Close') },
          centered: true,
          padding: 'lg',
          transitionProps: { duration: 120 },
        },
      },
      Drawer: {
        styles: { title: panelTitle },
        defaultProps: {
          closeButtonProps: { 'aria-label': t('Close') },
          position: 'right',
          padding: 'lg',
          size: 520,
          transitionProps: { duration: 160 },
        },
      },
      // A header of a dialog is not the banner of the page.
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      ModalHeader: { defaultProps: { role: 'presentation' } },
      // A menu opened by keyboard focuses its first item and contains only items.
      Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
      SegmentedControl: {
        styles: {
          root: {
            background: 'var(--ui-track)',
            border: '1px solid var(--mantine-color-default-border)',
          },
        },
      },
      Checkbox: { defaultProps: { iconColor: onFill } },
      Radio: { defaultProps: { iconColor: onFill } },
      Badge: { styles: { label: { textTransform: 'none' } } },
      // The other colours have too little contrast for text of this size.
      Avatar: {
        defaultProps: { allowedInitialsColors: ['blue', 'indigo', 'violet', 'grape', 'pink', 'cyan'] },
      },
      Skeleton: { defaultProps: { radius: 'sm' } },
    },
  })
}

/** Muted backgrounds behind text of the same hue, replacing the more saturated ones of the library. */
function tinted(name: string, { tint, text }: Tone, scheme: Scheme): Record<string, string> {
  const { rest, hover } = tintShares(tint, scheme)
  const mix = (share: number) => `color-mix(in srgb, ${tint} ${share * 100}%, transparent)`
  return {
    [`--mantine-color-${name}-light`]: mix(rest),
    [`--mantine-color-${name}-light-hover`]: mix(hover),
    [`--mantine-color-${name}-light-color`]: text,
  }
}

const errors: Record<Scheme, Tone> = {
  light: { tint: '#e5484d', text: '#b4232b' },
  dark: { tint: '#e5484d', text: '#ff9095' },
}

/** The custom properties that follow from the brand's primary in one scheme. */
export function brandVariables(primary: string, scheme: Scheme): Record<string, string> {
  const { fill, fillHover, onFill, text, charts } = brandTokens(primary, scheme)
  return {
    '--ui-brand-text': text,
    '--ui-brand-fill': fill,
    '--ui-brand-on-fill': onFill,
    '--ui-brand-indicator': fill,
    '--ui-brand-ring': fill,
    '--ui-brand-border': fill,
    ...Object.fromEntries(charts.map((chart, nth) => [`--ui-chart-${nth + 1}`, chart])),
    '--mantine-color-anchor': text,
    '--mantine-color-brand-outline': text,
    '--mantine-color-brand-text': text,
    '--mantine-color-brand-filled': fill,
    '--mantine-color-brand-filled-hover': fillHover,
    '--mantine-primary-color-contrast': onFill,
    ...tinted('brand', { tint: fill, text }, scheme),
    ...tinted('yellow', toneOf('warning', primary, scheme), scheme),
    ...tinted('teal', toneOf('success', primary, scheme), scheme),
    ...tinted('red', errors[scheme], scheme),
  }
}

/** Surfaces, borders and secondary text that reach AA in both schemes, and the colours that follow from the brand. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const primary = theme.colors.brand?.[primaryStep] ?? defaultPrimary
  return {
    variables: {},
    light: {
      '--ui-canvas': surfaces.light.canvas,
      '--ui-track': gray[1],
      '--ui-field': fields.light.fill,
      '--ui-field-border': fields.light.border,
      ...brandVariables(primary, 'light'),
      '--mantine-color-body': surfaces.light.body,
      '--mantine-color-text': gray[9],
      '--mantine-color-dimmed': secondaryText.light,
      '--mantine-color-placeholder': '#6b778b',
      '--mantine-color-default-border': gray[2],
      '--mantine-color-error': '#c9252d',
      '--mantine-color-red-6': '#c9252d',
      '--mantine-color-red-filled': '#d02f37',
    },
    dark: {
      '--ui-canvas': surfaces.dark.canvas,
      '--ui-track': dark[8],
      '--ui-field': fields.dark.fill,
      '--ui-field-border': fields.dark.border,
      ...brandVariables(primary, 'dark'),
      '--mantine-color-body': surfaces.dark.body,
      '--mantine-color-text': dark[0],
      '--mantine-color-dimmed': secondaryText.dark,
      '--mantine-color-placeholder': '#8a97ac',
      '--mantine-color-default': dark[6],
      '--mantine-color-default-hover': dark[5],
      '--mantine-color-default-border': dark[4],
      '--mantine-color-error': '#ff8a8f',
      '--mantine-color-red-6': '#ff8a8f',
      '--mantine-color-red-filled': '#c9303a',
    },
  }
}
