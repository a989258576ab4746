/** Plays two synthesized tones; no file is fetched. Silent while the browser does not allow sound. */
export function playTones(): void {
  const Context = globalThis.AudioContext
  if (!Context) return
  context ??= new Context()
  const { currentTime } = context
  void context.resume().catch(() => undefined)
  tone(context, 660, currentTime)
  tone(context, 880, currentTime + 0.14)
}

let context: AudioContext | undefined

function tone(into: AudioContext, frequency: number, at: number): void {
  const oscillator = into.createOscillator()
  const volume = into.createGain()
  oscillator.type = 'sine'
  oscillator.frequency.value = frequency
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(0.12, at + 0.015)
  volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.3)
  oscillator.connect(volume).connect(into.destination)
  oscillator.start(at)
  oscillator.stop(at + 0.32)
}
