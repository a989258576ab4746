import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { safeImage } from '@parley/contracts/conversation/safe-url.ts'
import { useChat } from '../context.ts'
import { lazy } from '../lazy.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { EventLine } from './event-line.tsx'
import { FileBlock } from './file.tsx'

const Carousel = lazy(() => import('./carousel.tsx').then((part) => part.Carousel))
const VideoBlock = lazy(() => import('./video.tsx').then((part) => part.VideoBlock))
const Form = lazy(() => import('./form.tsx').then((part) => part.Form))

/** One block of a message. `fresh`: no message followed, so its buttons are active. */
export function BlockView({ block, own, fresh }: { block: Block; own: boolean; fresh: boolean }) {
  const { agent } = useChat()
  switch (block.type) {
    case 'text':
      if (own)
        return (
          <div class="bubble own" data-part="bubble">
            {block.text}
          </div>
        )
      return block.text.trim() ? (
        <div class="bubble" data-part="bubble">
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
    case 'file':
      return <FileBlock block={block} own={own} />
    case 'form':
      return <Form form={block} fresh={fresh} />
    case 'form-answers':
      return <Answers block={block} />
    case 'event':
      return <EventLine block={block} />
  }
}

export function Buttons({ buttons, layout }: { buttons: { id: string; label: string }[]; layout: string }) {
  const { say } = useChat()
  return (
    <div class={layout === 'vertical' ? 'choices vertical' : 'choices'} data-part="choices">
      {buttons.map(({ id, label }) => (
        <button key={id} type="button" class="choice" dir="auto" onClick={() => say(label)}>
          {label}
        </button>
      ))}
    </div>
  )
}

/** The submitted answers with the labels of the form. */
function Answers({ block }: { block: Extract<Block, { type: 'form-answers' }> }) {
  const { fieldsOf } = useChat()
  const labels = new Map(fieldsOf(block.formId).map(({ name, label }) => [name, label]))
  return (
    <dl class="bubble own answers">
      {Object.entries(block.answers).map(([name, answer]) => (
        <div key={name}>
          <dt dir="auto">{labels.get(name) ?? name}</dt>
          <dd dir="auto">{answer === '' ? '–' : answer}</dd>
        </div>
      ))}
    </dl>
  )
}
