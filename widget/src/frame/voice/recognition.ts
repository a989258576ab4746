/** Speech recognition as browsers have it; the types of the DOM lack it. */
export type Recognition = {
  lang: string
  interimResults: boolean
  continuous: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }>> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}

declare global {
  interface Window {
    SpeechRecognition?: new () => Recognition
    webkitSpeechRecognition?: new () => Recognition
  }
}

/** Undefined where the browser does not recognise speech. */
export function newRecognition(lang: string): Recognition | undefined {
  const Recognition = window.SpeechRecognition ?? window.webkitSpeechRecognition
  if (!Recognition) return undefined
  const recognition = new Recognition()
  recognition.lang = lang
  recognition.interimResults = true
  recognition.continuous = false
  return recognition
}

export const canRecognise = () => Boolean(window.SpeechRecognition ?? window.webkitSpeechRecognition)
