const paths = {
  close: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  down: 'M6 9.5l6 6 6-6',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  send: 'M12 19V5.5M5.5 12L12 5.5l6.5 6.5',
  play: 'M8 5.5v13l11-6.5z',
  arrowDown: 'M12 5v13.5M6 13l6 6 6-6',
} as const

export function Icon({ name }: { name: keyof typeof paths }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class={`icon icon-${name}`}>
      <path d={paths[name]} />
    </svg>
  )
}
