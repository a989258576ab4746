/**
 * For agents that only certain websites may embed: proves on which website the chat is embedded. The frame's document
 * contains it in `<meta name="embed-ticket">`, every call of the chat sends it in this header, and responses to an old
 * one contain a new one.
 */
export const EMBED_HEADER = 'embed-ticket'
