import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { safeImage, safeLink } from '@parley/contracts/conversation/safe-url.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { Icon } from '../icons.tsx'
import { scrollable } from '../log/scrollable.ts'
import { fill } from '../words/words.ts'
import './carousel.css'

type Card = Extract<Block, { type: 'carousel' }>['cards'][number]

/** Cards side by side. Supports swiping, scrolling, buttons and the arrow keys. */
export function Carousel({ cards, fresh }: { cards: Card[]; fresh: boolean }) {
  const { words } = useChat()
  const track = useRef<HTMLDivElement>(null)
  const [{ start, end }, setEdges] = useState({ start: true, end: cards.length < 2 })

  const measure = () => {
    const box = track.current
    if (!box) return
    const scrolled = Math.abs(box.scrollLeft)
    setEdges({ start: scrolled < 4, end: scrolled + box.clientWidth > box.scrollWidth - 4 })
  }
  useEffect(measure, [cards.length])

  const step = (forward: boolean) => {
    const box = track.current
    const width = (box?.firstElementChild?.clientWidth ?? 240) + 10
    const sign = document.documentElement.dir === 'rtl' ? -1 : 1
    box?.scrollBy({ left: (forward ? width : -width) * sign, behavior: calm() ? 'instant' : 'smooth' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
    event.preventDefault()
    step((event.key === 'ArrowRight') === (document.documentElement.dir !== 'rtl'))
  }

  return (
    <div class="carousel">
      {/* biome-ignore lint/a11y/useSemanticElements: the ARIA practices make a carousel a group */}
      <div
        class={`cards${start ? '' : ' before'}${end ? '' : ' after'}`}
        ref={track}
        role="group"
        aria-roledescription="carousel"
        aria-label={fill(words.position, { at: 1, of: cards.length })}
        onScroll={measure}
        onKeyDown={onKeyDown}
        {...scrollable}
      >
        {cards.map((card, at) => (
          <CardView
            key={`${at}`}
            card={card}
            fresh={fresh}
            position={fill(words.position, { at: at + 1, of: cards.length })}
          />
        ))}
      </div>
      {!start && (
        <button type="button" class="step previous" aria-label={words.previous} onClick={() => step(false)}>
          <Icon name="left" />
        </button>
      )}
      {!end && (
        <button type="button" class="step next" aria-label={words.next} onClick={() => step(true)}>
          <Icon name="right" />
        </button>
      )}
    </div>
  )
}

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function CardView({ card, fresh, position }: { card: Card; fresh: boolean; position: string }) {
  const { say } = useChat()
  const picture = safeImage(card.imageUrl)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the ARIA practices make a slide of a carousel a group
    <div class="card" role="group" aria-roledescription="slide" aria-label={position}>
      {picture && <img src={picture} alt="" loading="lazy" />}
      <div class="card-text">
        <strong dir="auto">{card.title}</strong>
        {card.description && <p dir="auto">{card.description}</p>}
      </div>
      {card.buttons?.map(({ label, url, text }) => {
        const href = safeLink(url)
        if (href) {
          return (
            <a key={label} class="card-action" href={href} target="_blank" rel="noopener noreferrer">
              {label}
            </a>
          )
        }
        return (
          <button
            key={label}
            type="button"
            class="card-action"
            disabled={!fresh}
            onClick={() => say(text ?? label)}
          >
            {label}
          </button>
        )
      })}
    </div>
  )
}
