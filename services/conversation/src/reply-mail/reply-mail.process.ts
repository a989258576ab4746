/**
 * Mails the replies of people to a visitor who has left: not before some minutes have passed, in which they may come
 * back, and several replies in one mail. A mail server that can't be reached is tried again for most of a day; what was
 * not mailed in the end is recorded, so that the team sees it.
 */
import {
  type ReplyMailCommand,
  type ReplyMailEffect,
  type ReplyMailInput,
  replyMailCommand,
  replyMailEffect,
  replyMailInput,
} from '@parley/contracts/conversation/reply-mail-events.ts'
import type { ProcessManager } from '@parley/kernel/process-managers/process-manager.ts'

export type ReplyMailState = {
  /** The replies that the next mail will hold, the newest ones if there are many. */
  waiting: readonly string[]
  /** How often the mail was put off for a further reply. */
  putOff: number
  /** How often the mail server could not be reached. */
  tries: number
}

const MINUTE_MS = 60_000
const MOST_WAITING = 50
/** The pauses double from one minute, which makes 17 hours. */
const MOST_TRIES = 10

/** A mail is put off by this many further replies, so that it comes while somebody goes on writing. */
const MOST_PUT_OFF = 5

/** `waitMs`: how long the visitor may take to read a reply. */
export function replyMailProcess(
  waitMs: number,
): ProcessManager<ReplyMailState, ReplyMailInput, ReplyMailCommand, ReplyMailEffect> {
  return {
    name: 'mailing',
    event: 'ReplyMailAdvanced',
    input: replyMailInput,
    command: replyMailCommand,
    effect: replyMailEffect,
    initialState: { waiting: [], putOff: 0, tries: 0 },

    evolve(state, heard) {
      switch (heard.type) {
        case 'ReplyWritten':
          return {
            ...state,
            waiting: newest([...state.waiting, heard.messageId]),
            putOff: state.waiting.length === 0 ? 0 : state.putOff + 1,
          }
        case 'DeadlinePassed':
          return { ...state, waiting: [], putOff: 0 }
        case 'MailPostponed':
          return {
            ...state,
            ...(state.tries >= MOST_TRIES
              ? { tries: 0 }
              : { waiting: newest([...heard.messageIds, ...state.waiting]), tries: state.tries + 1 }),
          }
        case 'MailSent':
        case 'MailRefused':
        case 'MailNotNeeded':
          return { ...state, tries: 0 }
      }
    },

    decide(state, heard, now) {
      const sendAt = (ms: number) => [{ name: 'send', due: new Date(now.getTime() + ms).toISOString() }]
      switch (heard.type) {
        case 'ReplyWritten':
          return state.putOff < MOST_PUT_OFF ? { deadlines: sendAt(waitMs) } : {}
        case 'DeadlinePassed':
          if (state.waiting.length === 0) return undefined
          return {
            effects: [
              {
                type: 'MailReplies',
                messageIds: [...state.waiting],
                ...(state.tries > 0 && { counted: true as const }),
              },
            ],
          }
        case 'MailPostponed':
          if (state.tries >= MOST_TRIES) return notMailed(heard.messageIds, 'expired')
          return { deadlines: sendAt(MINUTE_MS * 2 ** state.tries) }
        case 'MailSent':
          return { commands: [{ type: 'RecordMailed', messageIds: heard.messageIds }] }
        case 'MailRefused':
          return notMailed(heard.messageIds, heard.reason ?? 'refused')
        case 'MailNotNeeded':
          return undefined
      }
    },
  }
}

const notMailed = (messageIds: string[], reason: 'refused' | 'expired' | 'limit-reached') => ({
  commands: [{ type: 'RecordNotMailed' as const, messageIds, reason }],
})

const newest = (messageIds: readonly string[]) => messageIds.slice(-MOST_WAITING)
