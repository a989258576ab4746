import { safeLink, videoOf } from '@parley/contracts/conversation/safe-url.ts'
import { useState } from 'preact/hooks'
import { useChat } from '../context.ts'
import { Icon } from '../icons.tsx'
import './video.css'

/**
 * Loads the player of another site only when the visitor asks for it, so that no third party learns of the visit
 * before.
 */
export function VideoBlock({ url, title }: { url: string; title?: string }) {
  const { words } = useChat()
  const [playing, setPlaying] = useState(false)
  const video = videoOf(url)
  const name = title ?? words.video
  const link = safeLink(url)

  if (!video) {
    if (!link) return null
    return (
      <div class="bubble" data-part="bubble">
        <a href={link} target="_blank" rel="noopener noreferrer">
          {name}
        </a>
      </div>
    )
  }
  if (video.kind === 'file') {
    return (
      // biome-ignore lint/a11y/useMediaCaption: captions, if there are any, are inside the file
      <video class="video" src={video.url} title={name} controls playsInline preload="metadata" />
    )
  }
  if (!playing) {
    return (
      <button type="button" class="video facade" onClick={() => setPlaying(true)}>
        <span class="play">
          <Icon name="play" />
          <span class="unseen">{words.play}</span>
        </span>
        <span class="video-title" dir="auto">
          {name}
        </span>
        <span class="video-site">{new URL(url).hostname.replace(/^www\./, '')}</span>
      </button>
    )
  }
  return (
    <iframe
      class="video"
      src={`${video.url}${video.url.includes('?') ? '&' : '?'}autoplay=1`}
      title={name}
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
      referrerpolicy="strict-origin-when-cross-origin"
      allowFullScreen
    />
  )
}
