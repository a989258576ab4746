import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { useChat } from '../context.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { Carousel } from './carousel.tsx'
import { VideoBlock } from './video.tsx'

/** One block of a message. `fresh`: its buttons still count, since nothing was said after it. */
export function BlockView({ block, own, fresh }: { block: Block; own: boolean; fresh: boolean }) {
  const { agent } = useChat()
  switch (block.type) {
    case 'text':
      if (own) return <div class="bubble own">{block.text}</div>
      return block.text.trim() ? (
        <div class="bubble">
          <Markdown text={block.text} />
        </div>
      ) : null
    case 'buttons':
      if (!fresh || agent.buttonsLayout === 'in-footer') return null
      return <Buttons buttons={block.buttons} layout={agent.buttonsLayout} />
    case 'carousel':
      return <Carousel cards={block.cards} fresh={fresh} />
    case 'image': {
      const url = safeImage(block.url)
      return url ? <img class="picture" src={url} alt={block.alt ?? ''} loading="lazy" /> : null
    }
    case 'video':
      return <VideoBlock url={block.url} title={block.title} />
  }
}

export function Buttons({ buttons, layout }: { buttons: { id: string; label: string }[]; layout: string }) {
  const { say } = useChat()
  return (
    <div class={layout === 'vertical' ? 'choices vertical' : 'choices'}>
      {buttons.map(({ id, label }) => (
        <button key={id} type="button" class="choice" dir="auto" onClick={() => say(label)}>
          {label}
        </button>
      ))}
    </div>
  )
}
