/**
 * How mail leaves the house. `id` makes a repeated sending recognisable to the receiver's server; `about` names whose
 * erasure takes it along where it is kept.
 */
export type MailMessage = {
  id: string
  to: string
  subject: string
  text: string
  html?: string
  about?: string
}

export type Mailer = {
  /** Resolves when the mail server has taken the message. Throws to be tried again. */
  send(message: MailMessage): Promise<void>
  /** Drops what is kept about a subject. Absent where nothing is kept. */
  remove?(about: string): Promise<void>
  close(): Promise<void>
}
