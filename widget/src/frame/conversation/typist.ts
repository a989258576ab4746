/** The person who types at the other end. Should the end of it be lost on the way, it fades. */
const fadesAfter = 8_000

export type Typist = {
  /** A name, '' where it is not known; undefined while nobody types. */
  name(): string | undefined
  hear(event: { typing: boolean; name?: string }): void
  /** What was being typed has come. */
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
