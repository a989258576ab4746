/** Why no text could be had from a file; the message is for the person who added it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}
