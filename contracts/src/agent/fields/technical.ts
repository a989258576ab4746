/** Limits, and how knowledge is cut up and found: the tabs Technical and Analytics of the settings. */
import { z } from 'zod'
import { field, group } from '../field.ts'

/** The message is the specification's. */
const chunkTooSmall = 'Max chunk size must be greater than 1000'
export const maxChunkSizeSchema = z.number().int().min(1000, chunkTooSmall).max(20_000)

export const technicalFields = {
  maxTokensUsage: field(z.number().min(0), {
    label: 'Usage limit',
    help: 'Tokens the agent may use in a calendar month',
    none: { label: 'No limit', instead: 1_000_000 },
    place: 'technical',
    words: 'maximum budget',
    default: 0,
    fallback: 0,
    exported: true,
  }),
  /** In a calendar month (UTC); 0 for no limit. */
  monthlyCreditsLimit: field(z.number().min(0), {
    label: 'Monthly limit',
    help: 'Credits the agent may use in a calendar month',
    none: { label: 'No limit', instead: 100 },
    place: 'technical',
    words: 'maximum budget cost',
    fallback: 0,
    exported: true,
  }),
  messagesLimit: field(z.number().int().min(0), {
    label: 'Messages in a conversation',
    help: 'Messages of one visitor that are answered',
    none: { label: 'No limit', instead: 50 },
    place: 'technical',
    words: 'maximum limit',
    fallback: 0,
    exported: true,
  }),
  /** Used when the first model fails permanently. */
  vg_fallbackModel: field(z.string().max(100), {
    label: 'Second model',
    help: 'Asked when the first fails for good',
    place: 'technical',
    words: 'fallback backup llm outage',
    exported: true,
  }),
  vgOptions: group(
    {
      maxChunkSize: field(maxChunkSizeSchema, {
        label: 'Max chunk size',
        help: 'Characters of one passage; applies to sources added from now on',
        place: 'technical',
        words: 'knowledge passage length',
        defaultWithoutNodes: 2424,
        fallback: 2424,
        message: chunkTooSmall,
      }),
    },
    { label: 'Chunk size', exported: true },
  ),
  vg_kbTopChunks: field(z.number().int().min(1).max(20), {
    label: 'Retrieved passages',
    help: 'How many passages of the knowledge a reply may draw on',
    place: 'technical',
    words: 'chunks knowledge retrieval',
    fallback: 5,
    exported: true,
  }),
  /** Below this score the agent replies that it does not know. */
  ifKnowsThreshold: field(z.number().min(0).max(1), {
    label: 'Knowledge threshold',
    help: 'Below this match the agent says that it does not know. Higher is more careful.',
    place: 'technical',
    words: 'score retrieval unanswered careful',
    fallback: 0.5,
    exported: true,
  }),
  enableGeoAnalytics: field(z.boolean(), {
    label: 'Geo analytics',
    help: "Notes each visitor's country, told by a proxy in front or by the browser's time zone. No address is noted and no place within the country; without this, no country either. A flow that asks for a day or answers emergencies keeps the time zone with the conversation, to know which day is “tomorrow” and whom to call.",
    place: 'analytics',
    words: 'countries location',
    default: false,
    defaultWithoutNodes: true,
    fallback: false,
    public: true,
    exported: true,
  }),
}
