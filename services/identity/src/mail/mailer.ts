/** How mail leaves the house. `id` makes a repeated sending recognisable to the receiver's server. */
export type MailMessage = { id: string; to: string; subject: string; text: string; html?: string }

export type Mailer = {
  /** Resolves when the mail server has taken the message. Throws to be tried again. */
  send(message: MailMessage): Promise<void>
  close(): Promise<void>
}
