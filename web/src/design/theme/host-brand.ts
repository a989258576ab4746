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

/** The name of the product, or of the agency, as the page says it: no script names either. */
export const pageOwner = contentOf('application-name') ?? ''

function read(): HostBrand | undefined {
  const brand = contentOf('host-brand')
  return brand === undefined ? undefined : JSON.parse(brand)
}

function contentOf(name: string): string | undefined {
  return globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}
