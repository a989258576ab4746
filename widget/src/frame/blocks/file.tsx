import type { Block } from '@parley/contracts/conversation/blocks.ts'
import { useChat } from '../context.ts'
import { Icon } from '../icons.tsx'

type File = Extract<Block, { type: 'file' }>

/** Renders images, audio and video; other files are download links. The name is rendered as text only. */
export function FileBlock({ block, own }: { block: File; own: boolean }) {
  const { locale } = useChat()
  const url = fileAddress(block.url)
  const kind = block.mimeType.split('/')[0]
  if (url && kind === 'image') {
    return (
      <a class="picture-link" href={url} target="_blank" rel="noopener noreferrer">
        <img class="picture" src={url} alt={block.name} loading="lazy" />
      </a>
    )
  }
  if (url && kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: recorded speech has no captions
    return <audio class="sound" src={url} title={block.name} controls preload="metadata" />
  }
  if (url && kind === 'video') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: captions, if there are any, are inside the file
      <video class="video" src={url} title={block.name} controls playsInline preload="metadata" />
    )
  }
  const text = (
    <>
      <Icon name="file" />
      <span class="file-name" dir="auto">
        {block.name}
      </span>
      {block.size !== undefined && <span class="file-size">{sizeText(block.size, locale)}</span>}
    </>
  )
  const look = own ? 'bubble own file' : 'bubble file'
  if (!url) return <div class={look}>{text}</div>
  return (
    <a class={look} href={url} target="_blank" rel="noopener noreferrer" download={block.name}>
      {text}
    </a>
  )
}

/** Returns the address of a file of this server or of another one over https, and undefined for anything else. */
export function fileAddress(address: string | undefined): string | undefined {
  if (!address) return undefined
  if (/^\/api\/[\w./%~-]+$/.test(address)) return address
  try {
    const url = new URL(address)
    const own = url.origin === location.origin && url.pathname.startsWith('/api/')
    return url.protocol === 'https:' || own ? url.href : undefined
  } catch {
    return undefined
  }
}

/** Formats bytes in multiples of 1000, as the size limit counts. */
export function sizeText(bytes: number, locale: string): string {
  const large = bytes >= 1_000_000
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: large ? 'megabyte' : 'kilobyte',
    maximumFractionDigits: large ? 1 : 0,
  }).format(large ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000)))
}
