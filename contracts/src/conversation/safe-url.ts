/** The addresses in a message that the chat and the transcript may link to or load. Anything else is refused. */

/** Returns an http, https or mailto address in its normal form, else undefined. Relative addresses are refused. */
export function safeLink(address: string | undefined): string | undefined {
  return allowed(address, ['http:', 'https:', 'mailto:'])
}

/** Returns a picture's address: https, this server's own, or embedded data of an image type that can't run script. */
export function safeImage(address: string | undefined): string | undefined {
  if (address && /^data:image\/(png|jpeg|gif|webp|avif);base64,[\w+/=]+$/.test(address)) return address
  if (address?.startsWith('/') && !address.startsWith('//')) return address
  return allowed(address, ['https:'])
}

function allowed(address: string | undefined, protocols: string[]): string | undefined {
  try {
    const url = new URL(address ?? '')
    return protocols.includes(url.protocol) ? url.href : undefined
  } catch {
    return undefined
  }
}

export type Video = { kind: 'embed' | 'file'; url: string }

/** Returns the cookie-free player of a YouTube or Vimeo page, or a video file; undefined for anything else. */
export function videoOf(address: string): Video | undefined {
  const safe = allowed(address, ['https:'])
  if (!safe) return undefined
  const url = new URL(safe)
  const host = url.hostname.replace(/^(www|m)\./, '')
  const parts = url.pathname.split('/').filter(Boolean)
  if (host === 'youtu.be') return embed('https://www.youtube-nocookie.com/embed/', parts[0], /^[\w-]{11}$/)
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    const id = url.searchParams.get('v') ?? parts[1]
    return embed('https://www.youtube-nocookie.com/embed/', id, /^[\w-]{11}$/)
  }
  if (host === 'vimeo.com' || host === 'player.vimeo.com') {
    return embed('https://player.vimeo.com/video/', parts.at(-1), /^\d+$/, '?dnt=1')
  }
  return /\.(mp4|webm|mov|m4v|ogv)$/i.test(url.pathname) ? { kind: 'file', url: safe } : undefined
}

function embed(player: string, id: string | undefined, form: RegExp, query = ''): Video | undefined {
  return id && form.test(id) ? { kind: 'embed', url: `${player}${id}${query}` } : undefined
}
