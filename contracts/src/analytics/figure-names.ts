/**
 * The names of the analytics' figures, without their texts (`figures.ts`), for what has to be loaded before the pages
 * that show them.
 */

export const figureIds = [
  'loads',
  'conversations',
  'engaged',
  'messages',
  'replies',
  'resolvedAlone',
  'resolutionRate',
  'handoffRate',
  'firstReplyTime',
  'replyTime',
  'feedback',
  'unanswered',
  'failed',
  'credits',
  'creditsPerConversation',
  'creditsPerResolution',
] as const
export type FigureId = (typeof figureIds)[number]

/** The figures beside the chart, in the order in which they are shown. */
export const keyFigures = [
  'conversations',
  'resolvedAlone',
  'handoffRate',
  'feedback',
  'firstReplyTime',
] as const satisfies readonly FigureId[]
export type KeyFigureId = (typeof keyFigures)[number]

/** The figures by which the agents of a workspace are compared. */
export const comparedFigures = [
  'conversations',
  'resolutionRate',
  'unanswered',
  'handoffRate',
  'credits',
] as const satisfies readonly FigureId[]
export type ComparedFigureId = (typeof comparedFigures)[number]

/** All other figures, by the part of the page that shows them. */
export const figureGroups = {
  quality: { label: 'Quality', figures: ['resolutionRate', 'unanswered', 'failed', 'replyTime'] },
  cost: { label: 'Cost', figures: ['credits', 'creditsPerConversation', 'creditsPerResolution', 'replies'] },
  visitors: { label: 'Visitors', figures: ['loads', 'engaged', 'messages'] },
} as const satisfies Record<string, { label: string; figures: readonly FigureId[] }>
export type FigureGroup = keyof typeof figureGroups
