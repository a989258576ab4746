/** Matches texts that could be an e-mail address; without zod, for browsers. Linear in the text. */
export const emailAddress = /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/
