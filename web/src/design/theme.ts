/**
 * The single source of colour, type, radius and spacing. A white-label theme sets another primary colour and font;
 * everything else derives from them, charts included.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { paletteOf, primaryStep, readableStep, textOn } from './palette.ts'

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

const surfaces = { light: '#ffffff', lightCanvas: '#f6f8fb', dark: '#121826', darkCanvas: '#0b0f17' } as const

export type Brand = { primary: string; fontFamily: string }
export const defaultBrand: Brand = { primary: defaultPrimary, fontFamily: defaultFont }

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
    fontFamily: `'${brand.fontFamily} Variable', '${brand.fontFamily}', system-ui, -apple-system, 'Segoe UI', sans-serif`,
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
      Paper: { defaultProps: { withBorder: true } },
      Card: { defaultProps: { withBorder: true, padding: 'lg' } },
      Tooltip: {
        defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: false } },
      },
      Modal: {
        styles: { title: panelTitle },
        defaultProps: {
          closeButtonProps: { 'aria-label': 'Close' },
          centered: true,
          padding: 'lg',
          transitionProps: { duration: 120 },
        },
      },
      Drawer: {
        styles: { title: panelTitle },
        defaultProps: {
          closeButtonProps: { 'aria-label': 'Close' },
          position: 'right',
          padding: 'lg',
          size: 520,
          transitionProps: { duration: 160 },
        },
      },
      // A menu opened by keyboard focuses its first item and contains only items.
      Menu: { defaultProps: { shadow: 'md', position: 'bottom-end', withInitialFocusPlaceholder: false } },
      SegmentedControl: {
        styles: {
          root: {
            background: 'var(--parley-track)',
            border: '1px solid var(--mantine-color-default-border)',
          },
        },
      },
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
const hues = {
  yellow: { light: '#7a5200', dark: '#f2c14e', tint: '#ffc400' },
  red: { light: '#b4232b', dark: '#ff9095', tint: '#e5484d' },
  teal: { light: '#0b6b57', dark: '#5ad1b3', tint: '#12a88a' },
} as const

function tints(scheme: 'light' | 'dark', primary: string): Record<string, string> {
  const share = scheme === 'light' ? 12 : 18
  const tint = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, transparent)`
  const named = Object.entries(hues).flatMap(([hue, colours]) => [
    [`--mantine-color-${hue}-light`, tint(colours.tint, share)],
    [`--mantine-color-${hue}-light-hover`, tint(colours.tint, share + 6)],
    [`--mantine-color-${hue}-light-color`, colours[scheme]],
  ])
  return {
    ...Object.fromEntries(named),
    '--mantine-color-brand-light': tint(primary, share - 3),
    '--mantine-color-brand-light-hover': tint(primary, share + 3),
  }
}

/** Surfaces, borders and secondary text that reach AA in both schemes, and primary text chosen by contrast. */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const primary = paletteOf(theme.colors.brand?.[primaryStep] ?? defaultPrimary)
  const onLight = readableStep(primary, surfaces.lightCanvas)
  const onDark = readableStep(primary, surfaces.dark, 5.5)
  return {
    variables: { '--parley-on-primary': textOn(primary[primaryStep]) },
    light: {
      '--parley-canvas': surfaces.lightCanvas,
      '--parley-track': gray[1],
      '--parley-primary-text': onLight,
      '--mantine-color-anchor': onLight,
      '--mantine-color-brand-light-color': readableStep(primary, primary[1]),
      '--mantine-color-brand-outline': onLight,
      '--mantine-color-brand-text': onLight,
      ...tints('light', primary[primaryStep]),
      '--mantine-color-body': surfaces.light,
      '--mantine-color-text': gray[9],
      '--mantine-color-dimmed': gray[6],
      '--mantine-color-placeholder': '#6b778b',
      '--mantine-color-default-border': gray[2],
      '--mantine-color-error': '#c9252d',
      '--mantine-color-red-6': '#c9252d',
      '--mantine-color-red-filled': '#d02f37',
    },
    dark: {
      '--parley-canvas': surfaces.darkCanvas,
      '--parley-track': dark[8],
      '--parley-primary-text': onDark,
      '--mantine-color-anchor': onDark,
      '--mantine-color-brand-light-color': onDark,
      '--mantine-color-brand-outline': onDark,
      '--mantine-color-brand-text': onDark,
      ...tints('dark', primary[primaryStep]),
      '--mantine-color-body': surfaces.dark,
      '--mantine-color-text': dark[0],
      '--mantine-color-dimmed': dark[2],
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
