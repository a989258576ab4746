/** The brand of the agency at whose domain the page was opened, as the server put it there; undefined at the product's own. */
export type HostBrand = {
  name: string
  /** Six-digit hex. */
  primary: string
  logo?: string
  darkLogo?: string
  fontFamily?: string
}

export const hostBrand: HostBrand | undefined = read()

function read(): HostBrand | undefined {
  const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="host-brand"]')
  return meta ? JSON.parse(meta.content) : undefined
}
