/** What makes cards that are radio buttons one stop of the Tab key, within which the arrow keys choose. */
import type { KeyboardEvent } from 'react'

/** Returns the properties of the card of a value. `values`: of all cards of the group, in their order. */
export function radioKeys(values: readonly string[], selected: string | undefined) {
  const stop = selected !== undefined && values.includes(selected) ? selected : values[0]
  return (value: string) => ({ tabIndex: value === stop ? 0 : -1, onKeyDown: chooseByKey })
}

function chooseByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const group = event.currentTarget.closest('[role=radiogroup]')
  const cards = [...(group?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])]
  const at = cards.indexOf(event.currentTarget)
  const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
  const next = nextCard(event.key, { at, many: cards.length, isRightToLeft })
  const card = next === undefined ? undefined : cards[next]
  if (!card) return
  event.preventDefault()
  card.focus()
  card.click()
}

/** Returns the place of the card that a key chooses; undefined for a key that chooses none. */
export function nextCard(
  key: string,
  { at, many, isRightToLeft }: { at: number; many: number; isRightToLeft: boolean },
): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % many
    case 'ArrowUp':
      return (at + many - 1) % many
    case 'ArrowRight':
    case 'ArrowLeft':
      return (at + ((key === 'ArrowRight') === isRightToLeft ? many - 1 : 1)) % many
    case 'Home':
      return 0
    case 'End':
      return many - 1
    default:
      return undefined
  }
}
