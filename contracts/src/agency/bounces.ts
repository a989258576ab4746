/** Mails that could not be delivered, and complaints about mails. Plain data, for browsers. */

/** `hard`: for good (a status 5.x.x, RFC 3463); `soft`: for the time being (4.x.x); `complaint`: reported as unwanted. */
export const bounceKinds = ['hard', 'soft', 'complaint'] as const
export type BounceKind = (typeof bounceKinds)[number]

/** Why no mail is sent to an address. */
export const returnedMailKinds = ['bounced', 'complained'] as const
export type ReturnedMail = (typeof returnedMailKinds)[number]

/** What is said of it beside the person. */
export const returnedMailNames: Record<ReturnedMail, string> = {
  bounced: 'Mail to this address bounced',
  complained: 'Reported your mail as spam',
}

/** A status of RFC 3463, such as 5.1.1. */
export const bounceStatus = /^[45]\.\d{1,3}\.\d{1,3}$/

/** What a bounce says, and what can be done about it. */
export type BounceWords = { reason: string; advice: string }

const complained: BounceWords = {
  reason: 'The recipient reported a mail as spam.',
  advice: 'Ask whether they want your mails before you try again.',
}
const unknownAddress: BounceWords = {
  reason: 'There is no such address.',
  advice: 'Check the spelling, or ask for another address.',
}
const noMailServer: BounceWords = {
  reason: 'The domain of the address takes no mail.',
  advice: 'Check the spelling of what follows the @.',
}
const bySubject: Record<string, BounceWords> = {
  1: unknownAddress,
  2: {
    reason: 'The mailbox takes no mail.',
    advice: 'It may be closed. Ask for another address.',
  },
  3: {
    reason: 'The recipient’s mail server can’t take the mail.',
    advice: 'Try again later.',
  },
  4: {
    reason: 'The recipient’s mail server could not be reached.',
    advice: 'Try again later.',
  },
  7: {
    reason: 'The recipient’s mail server refuses your mails.',
    advice: 'Ask whoever looks after it to allow your sender, then try again.',
  },
}
const byStatus: Record<string, BounceWords> = {
  '1.2': noMailServer,
  '1.10': noMailServer,
  '2.2': {
    reason: 'The mailbox is full.',
    advice: 'Ask the recipient to make room in it, then try again.',
  },
  '2.3': { reason: 'The mail was too large.', advice: 'Smaller mails can still be delivered.' },
  '3.4': { reason: 'The mail was too large.', advice: 'Smaller mails can still be delivered.' },
  '4.4': noMailServer,
}
const other: BounceWords = {
  reason: 'The recipient’s mail server did not take the mail.',
  advice: 'Check the address, then try again.',
}

export function wordsOfBounce({ kind, status }: { kind: BounceKind; status: string }): BounceWords {
  if (kind === 'complaint') return complained
  const [, subject = '', detail = ''] = status.split('.')
  return byStatus[`${subject}.${detail}`] ?? bySubject[subject] ?? other
}
