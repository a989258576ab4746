import { useEffect, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { Icon } from '../icons.tsx'
import { canRead, read, stopReading } from './reading.ts'
import './voice.css'

/** Reads the messages beside it aloud, as they stand on screen. Renders nothing where there is no speech synthesis. */
export function Listen() {
  const { words, locale } = useChat()
  const [reading, setReading] = useState(false)
  useEffect(() => {
    addEventListener('pagehide', stopReading)
    return () => removeEventListener('pagehide', stopReading)
  }, [])
  if (!canRead()) return null
  const press = (button: HTMLElement) => {
    if (reading) return stopReading()
    const bubbles = button.closest('.said')?.querySelectorAll<HTMLElement>('.bubble') ?? []
    setReading(true)
    read(Array.from(bubbles, (bubble) => bubble.innerText).join('\n'), locale, () => setReading(false))
  }
  return (
    <button
      type="button"
      class="listen"
      aria-label={reading ? words.stopReading : words.readAloud}
      onClick={(event) => press(event.currentTarget)}
    >
      <Icon name={reading ? 'stop' : 'sound'} />
    </button>
  )
}
