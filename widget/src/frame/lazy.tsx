import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'

/** A component whose code is loaded when it is first rendered. Renders nothing until then, or if loading fails. */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Part) return
      let gone = false
      load().then(
        (part) => {
          loaded = part
          if (!gone) setPart(() => part)
        },
        () => undefined,
      )
      return () => {
        gone = true
      }
    }, [])
    return Part ? <Part {...props} /> : null
  }
}
