const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** So many random letters or digits, each equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // Bytes beyond the last whole multiple would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
