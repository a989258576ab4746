/** Whether a website lets other pages show it in a frame, by the headers with which it answers. */
export type FramingHeaders = {
  xFrameOptions?: string | undefined
  contentSecurityPolicy?: string | undefined
}

/** `origin`: that of the page with the frame. A header that browsers may read either way counts as a refusal. */
export function mayBeFramed(headers: FramingHeaders, origin: string): boolean {
  const { xFrameOptions = '', contentSecurityPolicy = '' } = headers
  const ancestors = contentSecurityPolicy
    .split(',')
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name === 'frame-ancestors')
  // Browsers ignore X-Frame-Options where there are frame-ancestors.
  if (ancestors.length > 0) return ancestors.every(([, ...sources]) => sources.some(covers(origin)))
  return xFrameOptions.trim() === '' || xFrameOptions.trim().toLowerCase() === 'allowall'
}

function covers(origin: string): (source: string) => boolean {
  const scheme = `${origin.slice(0, origin.indexOf(':'))}:`
  return (source) => source === '*' || source === origin || source === scheme
}
