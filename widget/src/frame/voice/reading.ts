/** Reads one text at a time aloud. */
let stopped: (() => void) | undefined

export const canRead = () => 'speechSynthesis' in window

/** `ended` is called when the text was read, or reading was stopped. */
export function read(text: string, lang: string, ended: () => void): void {
  stopReading()
  const parts = sentencesOf(text).map((sentence) => new SpeechSynthesisUtterance(sentence))
  const last = parts.at(-1)
  if (!last) {
    ended()
    return
  }
  stopped = ended
  const end = () => {
    if (stopped !== ended) return
    stopped = undefined
    ended()
  }
  last.onend = end
  for (const part of parts) {
    part.lang = lang
    part.onerror = end
    speechSynthesis.speak(part)
  }
}

export function stopReading(): void {
  const end = stopped
  stopped = undefined
  if (canRead()) speechSynthesis.cancel()
  end?.()
}

/** Browsers end a long utterance before it is over, so each sentence is one. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s|(?<=[。！？])|\n/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}
