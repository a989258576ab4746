let before: string | undefined
let shown = ''

/** `(2) Shop` while the page is hidden and replies wait; the page's own title otherwise. */
export function hintInTitle(count: number) {
  // Whoever changed the title meanwhile meant it.
  if (before !== undefined && document.title === shown) document.title = before
  before = undefined
  if (!count || !document.hidden) return
  before = document.title
  shown = `(${count}) ${before}`
  document.title = shown
}
