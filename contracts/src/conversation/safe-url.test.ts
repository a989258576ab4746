import { describe, expect, it } from 'vitest'
import { safeImage, safeLink, videoOf } from './safe-url.ts'

describe('safe addresses', () => {
  it('follows http, https and mailto', () => {
    expect(safeLink('https://a.example')).toBe('https://a.example/')
    expect(safeLink('http://a.example/b')).toBe('http://a.example/b')
    expect(safeLink('mailto:a@b.example')).toBe('mailto:a@b.example')
  })

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:x',
    ' javascript:x',
    'data:text/html,x',
    '/x',
    'x',
    '',
    undefined,
  ])('refuses the link %j', (address) => expect(safeLink(address)).toBeUndefined())

  it('shows pictures with https, of this server, and embedded ones without script', () => {
    expect(safeImage('https://a.example/a.png')).toBe('https://a.example/a.png')
    expect(safeImage('/files/a.png')).toBe('/files/a.png')
    expect(safeImage('data:image/png;base64,AAAA')).toBe('data:image/png;base64,AAAA')
  })

  it.each(['data:image/svg+xml;base64,AAAA', 'data:text/html,x', 'javascript:x', '//evil.example/a.png'])(
    'refuses the picture %j',
    (address) => expect(safeImage(address)).toBeUndefined(),
  )

  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=x', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ])('embeds %s', (address, url) => {
    expect(videoOf(address)).toEqual({ kind: 'embed', url })
  })

  it('plays video files and no other addresses', () => {
    expect(videoOf('https://a.example/v.MP4?x=1')?.kind).toBe('file')
    expect(videoOf('https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ')).toBeUndefined()
    expect(videoOf('https://www.youtube.com/watch?v="onload=x')).toBeUndefined()
    expect(videoOf('javascript:alert(1)//.mp4')).toBeUndefined()
    expect(videoOf('http://a.example/v.mp4')).toBeUndefined()
  })
})
