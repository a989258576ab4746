const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Returns random letters and digits, uniformly distributed. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // 248 is the largest multiple of 62 in a byte; higher values would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
