let context: AudioContext | undefined

/** Plays two tones. Silent until the visitor has interacted with the chat, because browsers block sound before. */
export function chime(): void {
  if (navigator.userActivation?.hasBeenActive === false) return
  context ??= new AudioContext()
  note(context, 660, 0)
  note(context, 880, 0.12)
}

/** `at` in seconds from now. */
function note(context: AudioContext, hertz: number, at: number) {
  const start = context.currentTime + at
  const loudness = context.createGain()
  loudness.gain.setValueAtTime(0, start)
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.02)
  loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.4)
  const tone = context.createOscillator()
  tone.frequency.value = hertz
  tone.connect(loudness).connect(context.destination)
  tone.start(start)
  tone.stop(start + 0.4)
}
