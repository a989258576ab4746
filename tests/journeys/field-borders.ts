/** The borders of fields as they are painted on a page (WCAG 2.2, 1.4.11). */
import type { Page } from 'playwright-core'
import { animationsOver } from './browser.ts'

/**
 * The fields that are not seen well enough: whose border has less than 3:1 to what it stands on or to the fill of the
 * field, or that have no border. Fields that can't be used are left out, and those in the frame of a larger field.
 */
export async function faintFields(page: Page): Promise<string[]> {
  await animationsOver(page)
  return page.evaluate(() => {
    const least = 3
    type Colour = [red: number, green: number, blue: number]
    const canvas = document.createElement('canvas')
    canvas.width = 1
    canvas.height = 1
    const brush = canvas.getContext('2d', { willReadFrequently: true })
    if (!brush) throw new Error('this browser draws nothing')

    /** What is seen where these colours lie on each other, the first at the bottom. */
    const painted = (layers: readonly string[]): Colour => {
      for (const layer of ['#fff', ...layers]) {
        brush.fillStyle = layer
        brush.fillRect(0, 0, 1, 1)
      }
      const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data
      return [red, green, blue]
    }
    const luminance = (colour: Colour) => {
      const [red = 0, green = 0, blue = 0] = colour.map((channel) => {
        const share = channel / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const contrast = (one: Colour, other: Colour) => {
      const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (lighter + 0.05) / (darker + 0.05)
    }
    const groundsOf = (element: Element | null): string[] =>
      element ? [...groundsOf(element.parentElement), getComputedStyle(element).backgroundColor] : []
    const hasBorder = (element: Element) => {
      const style = getComputedStyle(element)
      return style.borderBottomStyle !== 'none' && Number.parseFloat(style.borderBottomWidth) > 0
    }
    /** The field itself, or what surrounds nothing but it and its buttons. */
    const framed = (field: Element): Element | undefined => {
      const box = field.getBoundingClientRect()
      for (let one: Element | null = field; one && one !== document.body; one = one.parentElement) {
        const { height } = one.getBoundingClientRect()
        if (height > box.height + 80) return undefined
        if (hasBorder(one)) return one
      }
      return undefined
    }
    const nameOf = (field: Element) =>
      field.getAttribute('aria-label') ??
      (field as HTMLInputElement).labels?.[0]?.textContent ??
      field.getAttribute('placeholder') ??
      field.id

    const fields = document.querySelectorAll(
      [
        'input:not([type=hidden], [type=file], [type=range], [type=color], [type=submit])',
        'textarea',
        'select',
        '.cm-editor',
      ].join(),
    )
    return [...fields].flatMap((field) => {
      if (field.matches(':disabled, [aria-disabled=true], [data-disabled], .cm-editor textarea')) return []
      if (!field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return []
      if (field.getBoundingClientRect().width < 4) return []
      const name = `${field.tagName.toLowerCase()} “${nameOf(field)?.trim()}”`
      // A box that is ticked has the brand's colour, whose contrast has tests of its own.
      if (field.matches('[type=checkbox]:checked, [type=radio]:checked, :indeterminate')) return []
      // What the browser itself draws is seen in both schemes.
      if (field.matches('[type=checkbox], [type=radio]') && getComputedStyle(field).appearance !== 'none')
        return []
      const frame = framed(field)
      if (!frame) return [`${name} has no border`]
      const around = groundsOf(frame.parentElement)
      const own = getComputedStyle(frame)
      const border = painted([...around, own.backgroundColor, own.borderBottomColor])
      const [outside, inside] = [painted(around), painted([...around, own.backgroundColor])]
      return Object.entries({ 'what it stands on': outside, 'its fill': inside }).flatMap(
        ([what, ground]) => {
          const ratio = contrast(border, ground)
          return ratio < least
            ? [`${name}: ${ratio.toFixed(2)}:1 of its border (${border}) to ${what} (${ground})`]
            : []
        },
      )
    })
  })
}
