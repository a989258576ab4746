/**
 * Of agents that only certain websites may embed: what proves on which one the chat is. The frame's document has it
 * in `<meta name="parley-embed">`, every call of the chat carries it in this header, and answers to an old one carry a
 * fresh one.
 */
export const EMBED_HEADER = 'parley-embed'
