/** A text with values in place of its `{name}` placeholders. Those without a value stay: messages of the server may quote some. */
export function withValues(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}
