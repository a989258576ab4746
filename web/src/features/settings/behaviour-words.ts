/** The shapes of the widget on a page, and where its buttons stand. */

export const widgetShapes = [
  { value: 'popup', label: 'Popup in the corner' },
  { value: 'full-width', label: 'Full width' },
  { value: 'modal', label: 'Modal in the middle' },
  { value: 'inline', label: 'Inline in a container' },
] as const

export const buttonLayouts = [
  { value: 'horizontal', label: 'Side by side' },
  { value: 'vertical', label: 'Stacked' },
  { value: 'in-footer', label: 'Above the field' },
] as const
