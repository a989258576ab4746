/** Ms after which a typing indicator is cleared, in case the notice of its end is lost. */
const fadesAfter = 8_000

export type Typist = {
  /** The name of the person who types, '' if unknown; undefined while nobody types. */
  name(): string | undefined
  hear(event: { typing: boolean; name?: string }): void
  /** The message that was being typed has arrived. */
  done(): void
}

export function createTypist(changed: () => void): Typist {
  let name: string | undefined
  let fading: ReturnType<typeof setTimeout> | undefined

  function tell(next: string | undefined) {
    clearTimeout(fading)
    name = next
    if (next !== undefined) fading = setTimeout(() => tell(undefined), fadesAfter)
    changed()
  }

  return {
    name: () => name,
    hear: (event) => tell(event.typing ? (event.name ?? '') : undefined),
    done: () => tell(undefined),
  }
}
