/** The reason why a file has no text; the message is for the person who added it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
