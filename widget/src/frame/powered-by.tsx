/** The line below the chat of workspaces without white label. */
import { showPoweredBy } from '@parley/contracts/agency/powered-by-line.ts'
import { useLayoutEffect } from 'preact/hooks'

const look =
  'inset:auto 0 0;padding:4px 16px 8px;color:light-dark(#5b6678,#a3adbd);background:light-dark(#fff,#14181f)'

/** `sentence`: with a place for `{name}`. */
export function PoweredBy({ name, address, sentence }: { name: string; address: string; sentence: string }) {
  useLayoutEffect(() => showPoweredBy(document, { name, address, sentence, look }), [name, address, sentence])
  return null
}

/** The room that the line takes at the end of the chat. */
export const room = 'padding-bottom:29px'

/** Set by script, since the chat's content security policy takes no `style` attributes. */
export const wears = (css: string) => (element: HTMLElement | null) => {
  if (element) element.style.cssText = css.replaceAll(/(?=;|$)/g, '!important')
}
