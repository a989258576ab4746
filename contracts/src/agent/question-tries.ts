/** How often a question is put again. Without zod, for the editor. */

/** Failed tries after which a question gives up, unless its node says otherwise. */
export const usualTries = 3
export const mostTries = 10
