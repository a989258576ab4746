const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 20

/** `vg_` and 20 random letters or digits, each equally likely. */
export function newSecretKey(): string {
  let key = 'vg_'
  while (key.length < 3 + length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      // Bytes beyond the last whole multiple would favour the first characters.
      if (byte < 248 && key.length < 3 + length) key += alphabet[byte % alphabet.length]
    }
  }
  return key
}
