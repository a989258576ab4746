let before: string | undefined
let shown = ''

/** Shows `(2) Shop` as the title while the page is hidden and has unread replies; otherwise restores the title. */
export function hintInTitle(count: number) {
  // A title that the page changed meanwhile is kept.
  if (before !== undefined && document.title === shown) document.title = before
  before = undefined
  if (!count || !document.hidden) return
  before = document.title
  shown = `(${count}) ${before}`
  document.title = shown
}
