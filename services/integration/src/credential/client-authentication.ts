/** As RFC 6749 §2.3.1 has client ID and secret in HTTP Basic. */
export function basicOfClient(application: string, secret: string): string {
  return `Basic ${Buffer.from(`${formEncoded(application)}:${formEncoded(secret)}`).toString('base64')}`
}

function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1)
}
