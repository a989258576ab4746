const paths = {
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  down: 'M6 9.5l6 6 6-6',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  send: 'M12 19V5.5M5.5 12L12 5.5l6.5 6.5',
  stop: 'M7 7h10v10H7z',
  play: 'M8 5.5v13l11-6.5z',
  arrowDown: 'M12 5v13.5M6 13l6 6 6-6',
  file: 'M14 3.5H7.5a2 2 0 0 0-2 2v13a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2V8zM14 3.5V8h4.5',
  clip: 'M19.5 11.5l-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l7.9-7.9a3.1 3.1 0 0 1 4.4 4.4l-7.8 7.8a1.5 1.5 0 0 1-2.1-2.1l7-7',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  plus: 'M12 5v14M5 12h14',
  history: 'M12 7.5V12l3 2M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5',
  mail: 'M4 6.5h16v11H4zM4 7l8 6 8-6',
  sound: 'M6 10v4.5h3l4 3.5V6.5L9 10zM16.5 9a4.5 4.5 0 0 1 0 6.5M18.8 6.5a8 8 0 0 1 0 11.5',
  mic: 'M12 4a2.5 2.5 0 0 0-2.5 2.5v5a2.5 2.5 0 0 0 5 0v-5A2.5 2.5 0 0 0 12 4zM6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3',
  mute: 'M6 10v4.5h3l4 3.5V6.5L9 10zM16.5 10l4.5 4.5M21 10l-4.5 4.5',
  person: 'M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 19.5c.6-3.4 3.4-5 7-5s6.4 1.6 7 5',
  up: 'M8 10.5l3.6-6.6c1.3 0 2.3 1 2.3 2.3V9.5h4a1.8 1.8 0 0 1 1.8 2.1l-1 6a1.8 1.8 0 0 1-1.8 1.5H8M8 10.5v8.6H4.8v-8.6z',
  thumbDown:
    'M8 13.5l3.6 6.6c1.3 0 2.3-1 2.3-2.3V14.5h4a1.8 1.8 0 0 0 1.8-2.1l-1-6a1.8 1.8 0 0 0-1.8-1.5H8M8 13.5V4.9H4.8v8.6z',
} as const

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
      <path d={paths[name]} />
    </svg>
  )
}
