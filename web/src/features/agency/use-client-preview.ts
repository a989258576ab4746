import { useCallback, useEffect, useRef, useState } from 'react'
import { type FromFrame, isFromFrame, type Previewed, type ToFrame } from '../../client-preview/messages.ts'

/** From then on, the preview says that it does not load, in ms. */
const loadsWithinMs = 20_000

type Listeners = {
  onScheme: (scheme: Previewed['scheme']) => void
  onPage: (page: Previewed['page']) => void
}

/** Sends a frame of the preview what it is to show. `listeners`: called with what was chosen within the frame. */
export function useClientPreview(previewed: Previewed, listeners: Listeners) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(1)
  const newest = useRef(previewed)
  newest.current = previewed
  const chosen = useRef(listeners)
  chosen.current = listeners

  const send = useCallback(() => {
    const message: ToFrame = { to: 'client-preview', previewed: newest.current }
    // The frame's origin is opaque, so it can't be named.
    frame.current?.contentWindow?.postMessage(message, '*')
  }, [])

  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === null || source !== frame.current?.contentWindow || !isFromFrame(data)) return
      const { state, scheme, page }: FromFrame = data
      if (state === 'listening') send()
      else setState(state)
      if (scheme) chosen.current.onScheme(scheme)
      if (page) chosen.current.onPage(page)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [send])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes with it
  useEffect(send, [send, JSON.stringify(previewed)])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt has its time
  useEffect(() => {
    const late = setTimeout(
      () => setState((before) => (before === 'loading' ? 'failed' : before)),
      loadsWithinMs,
    )
    return () => clearTimeout(late)
  }, [attempt])

  return {
    frame,
    state,
    attempt,
    tryAgain: () => {
      setState('loading')
      setAttempt((before) => before + 1)
    },
  }
}
