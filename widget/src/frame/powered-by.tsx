/** The line below the chat of workspaces without white label. */

const line =
  'all:revert;display:block;position:fixed;inset:auto 0 0;z-index:2147483647;margin:0;padding:4px 16px 8px;font:12px/1.4 system-ui,sans-serif;text-align:center;color:light-dark(#5b6678,#a3adbd);background:light-dark(#fff,#14181f)'
const link = 'all:revert;color:inherit'

/**
 * `sentence`: with a place for `{name}`. Its styles stand at the elements, above those of the agent's own CSS: its look and
 * place don't follow from the chat's. A rule that is made to cover it, such as one with `::after`, still can.
 */
export function PoweredBy(props: { name: string; address: string; sentence: string }) {
  const [before, after] = props.sentence.split('{name}')
  return (
    <p ref={wears(line)} data-part="powered-by">
      {before}
      <a ref={wears(link)} href={props.address} target="_blank" rel="noopener noreferrer">
        {props.name}
      </a>
      {after}
    </p>
  )
}

/** The room that the line takes at the end of the chat. */
export const room = 'padding-bottom:29px'

/** Set by script, since the chat's content security policy takes no `style` attributes. */
export const wears = (css: string) => (element: HTMLElement | null) => {
  if (element) element.style.cssText = css.replaceAll(/(?=;|$)/g, '!important')
}
