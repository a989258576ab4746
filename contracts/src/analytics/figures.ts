/**
 * Every figure of the analytics and how it is counted, so that the API and the pages use the same texts. Plain
 * constants, so that pages need no schema library.
 */
import type { ReplyFailure } from '../conversation/reply-failures.ts'
import { usdPerCredit } from '../credits/prices.ts'
import type { FigureId } from './figure-names.ts'

/** The format of a figure: a whole number, a share from 0 to 1, milliseconds, or credits. */
export type FigureUnit = 'count' | 'share' | 'milliseconds' | 'credits'

export type FigureDefinition = {
  label: string
  unit: FigureUnit
  /** The definition in one line, shown beside the figure. */
  brief: string
  /** The full definition of how it is counted, for users. */
  counted: string
  /** What its drill-down lists; absent if no conversations belong to it. */
  behind?: 'conversations' | 'messages' | 'ratings' | 'loads'
  /** Whether a higher or a lower value is better; absent if neither. */
  better?: 'higher' | 'lower'
}

export const figures = {
  loads: {
    label: 'Widget loads',
    unit: 'count',
    brief: 'Times a page loaded the widget.',
    counted:
      'Times the widget was loaded with a page, whether or not it was opened. Counted together by minute; nothing of a single visitor is kept.',
    behind: 'loads',
  },
  conversations: {
    label: 'Conversations',
    unit: 'count',
    brief: 'Started in this period.',
    counted: 'Conversations that were started in this period.',
    behind: 'conversations',
  },
  engaged: {
    label: 'Engaged conversations',
    unit: 'count',
    brief: 'In which the visitor wrote or asked for a person.',
    counted:
      'Of the conversations started in this period, those in which the visitor wrote or asked for a person. The rates are shares of these.',
    behind: 'conversations',
  },
  messages: {
    label: 'Visitor messages',
    unit: 'count',
    brief: 'Sent by visitors in this period.',
    counted: 'Messages that visitors sent in this period.',
    behind: 'messages',
  },
  replies: {
    label: 'Agent replies',
    unit: 'count',
    brief: 'Given by the agent; greetings don’t count.',
    counted:
      'Replies that the agent gave in this period. Greetings are not replies; one reply to several messages sent at once counts once.',
    behind: 'messages',
  },
  resolvedAlone: {
    label: 'Resolved without a person',
    unit: 'share',
    brief: 'Engaged conversations that ended well and that nobody took over.',
    counted:
      'Of the engaged conversations started in this period: those that count as resolved and in which no person was asked for or took over. As they stand now.',
    behind: 'conversations',
    better: 'higher',
  },
  resolutionRate: {
    label: 'Resolution rate',
    unit: 'share',
    brief: 'Engaged conversations solved by the agent, or marked as resolved.',
    counted:
      'Of the engaged conversations started in this period: those that a member marked as resolved, and those in which nobody was asked to take over, the agent answered the last question from what it knows or completed a request, and the last rating is not a thumb down. As they stand now.',
    behind: 'conversations',
    better: 'higher',
  },
  handoffRate: {
    label: 'Handed over',
    unit: 'share',
    brief: 'Engaged conversations in which a person was asked for or took over.',
    counted:
      'Of the engaged conversations started in this period: those in which a person was asked for or took over.',
    behind: 'conversations',
    better: 'lower',
  },
  firstReplyTime: {
    label: 'First response time',
    unit: 'milliseconds',
    brief: 'Median from a visitor’s first message to the first reply.',
    counted:
      'From a visitor’s first message to the first reply to it, by the agent or a person, in conversations started in this period. Half are faster than the median; nine of ten are faster than p90.',
    behind: 'conversations',
    better: 'lower',
  },
  replyTime: {
    label: 'Reply time',
    unit: 'milliseconds',
    brief: 'Median from a message to the agent’s whole reply.',
    counted:
      'From a visitor’s message to the agent’s whole reply, for replies given in this period. Half are faster than the median; nine of ten are faster than p90.',
    behind: 'messages',
    better: 'lower',
  },
  feedback: {
    label: 'Satisfaction',
    unit: 'share',
    brief: 'Thumbs up among all thumbs.',
    counted:
      'Thumbs up as a share of all thumbs that visitors gave in this period. A rating that was changed counts as what it is now; one that was taken back doesn’t count.',
    behind: 'ratings',
    better: 'higher',
  },
  unanswered: {
    label: 'Unanswered questions',
    unit: 'count',
    brief: 'Replies that said “I don’t know”.',
    counted: 'Replies of this period in which the agent said that it does not know.',
    behind: 'messages',
    better: 'lower',
  },
  failed: {
    label: 'Failed replies',
    unit: 'count',
    brief: 'Messages without a reply: time-out, error or limit.',
    counted:
      'Messages that got no reply in this period because of a time-out, an error or a limit. A later try that succeeds takes it off.',
    behind: 'messages',
    better: 'lower',
  },
  credits: {
    label: 'Credits used',
    unit: 'credits',
    brief: 'What the replies of this period cost.',
    counted: `What the replies of this period cost, in credits and at the default price of ${usdPerCredit} USD each. Tests are paid for too, but not counted here.`,
    behind: 'messages',
  },
  creditsPerConversation: {
    label: 'Credits per conversation',
    unit: 'credits',
    brief: 'Credits used ÷ conversations.',
    counted: 'Credits used, divided by the conversations started in this period.',
    behind: 'messages',
    better: 'lower',
  },
  creditsPerResolution: {
    label: 'Credits per resolution',
    unit: 'credits',
    brief: 'Credits used ÷ resolved conversations.',
    counted:
      'Credits used, divided by the conversations started in this period that count as resolved. As they stand now.',
    behind: 'messages',
    better: 'lower',
  },
} as const satisfies Record<FigureId, FigureDefinition>

/** Why a reply failed, in words for the agent's team; by the reason of `ReplyFailed`. */
export const failureReasons = {
  'time-out': 'The model did not reply in time',
  'provider-error': 'The model’s provider reported an error',
  'rate-limited': 'The model’s provider allowed no more requests',
  refused: 'The model declined to reply',
  'no-credits': 'There were not enough credits left',
  'usage-limit': 'The agent had reached its usage limit',
  'messages-limit': 'The conversation had reached its limit of messages',
} as const satisfies Record<ReplyFailure, string>

/** Applies to all figures. */
export const countedForAll =
  'Conversations of the test panel are never counted. Days are those of your time zone. Conversations that were deleted, or are not to be recorded, stay counted but can’t be opened.'

export const breakdowns = {
  countries: {
    label: 'Countries',
    counted:
      'Conversations by the visitor’s country, as a proxy in front or the browser’s time zone tells it; known only where geo analytics are on.',
  },
  languages: {
    label: 'Languages',
    counted: 'Conversations by the language of the visitor’s browser or choice.',
  },
  channels: { label: 'Channels', counted: 'Conversations by where they took place.' },
  browsers: { label: 'Browsers', counted: 'Widget loads by browser.' },
  platforms: { label: 'Platforms', counted: 'Widget loads by operating system.' },
} as const

export type BreakdownId = keyof typeof breakdowns

export const topQuestionsCounted =
  'The newest 2,000 messages of this period, grouped by the words that matter in them, whatever their order and endings.'
/** Applies to the lists of questions. */
export const questionsCounted =
  'Answers to what the agent asked, pressed buttons and contact details alone are not questions. E-mail addresses and phone numbers are not shown.'
export const unansweredCounted =
  'Questions of this period to which the agent replied that it does not know, newest first. Answer one and the agent knows it from then on.'
export const loadsBehindCounted =
  'The website is the page’s own origin; which of its pages it was is not kept, since an address may tell who the visitor is. Conversations are those that began in the web chat on the day, or with visitors of the country.'
