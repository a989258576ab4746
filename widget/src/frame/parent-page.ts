/** The page around the frame, identified by the fragment of the address that the loader set. */
import type { FromFrame, FromLoader, Mode } from '../messages.ts'

export type ParentPage = {
  mode: Mode | 'alone'
  /** The page's `font-family`, where the agent takes it; otherwise empty. */
  font: string
  send(message: FromFrame): void
  listen(listener: (message: FromLoader) => void): void
}

/** Without a loader (in a plain iframe or a tab of its own) the chat is standalone and sends no messages. */
export function parentPage(): ParentPage {
  const told = new URLSearchParams(location.hash.slice(1))
  const origin = originOf(told.get('parent'))
  if (!origin || window.parent === window) {
    return {
      mode: 'alone',
      font: '',
      send: () => undefined,
      listen: (listener) => listener({ type: 'open', focus: false, page: '' }),
    }
  }
  return {
    mode: (told.get('mode') ?? 'popup') as Mode,
    font: told.get('font') ?? '',
    send: (message) => window.parent.postMessage(message, origin),
    listen: (listener) =>
      addEventListener('message', ({ source, origin: sender, data }: MessageEvent<FromLoader>) => {
        if (source === window.parent && sender === origin) listener(data)
      }),
  }
}

function originOf(address: string | null): string | undefined {
  try {
    const { origin } = new URL(address ?? '')
    return origin === 'null' ? undefined : origin
  } catch {
    return undefined
  }
}
