/** Decodes the bytes of an HTML page by the charset that its answer or the page itself names; UTF-8 if neither does. */
export function decodeHtml(html: Uint8Array, charset: string | undefined): string {
  const start = new TextDecoder('latin1').decode(html.subarray(0, 2_000))
  const said = charset ?? /<meta[^>]{1,200}charset=["']?([\w-]{2,30})/i.exec(start)?.[1]
  try {
    return new TextDecoder(said ?? 'utf-8').decode(html)
  } catch {
    return new TextDecoder('utf-8').decode(html)
  }
}

/** Decodes the bytes of an answer that is no page by the charset of its header; UTF-8 without a known one. */
export function decodeAnswer(body: Uint8Array, contentType: string | undefined): string {
  try {
    return new TextDecoder(charsetOf(contentType) ?? 'utf-8').decode(body)
  } catch {
    return new TextDecoder('utf-8').decode(body)
  }
}

/** The charset in the header `content-type`. */
export function charsetOf(contentType: string | undefined): string | undefined {
  return /charset=["']?([\w-]{2,30})/i.exec(contentType ?? '')?.[1]
}
