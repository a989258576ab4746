/** The limits of what a client of an agency sends it. Plain data, for browsers. */
export const longestFeedback = 5_000
export const mostFeedbackFiles = 3
/** Of all files together, in bytes. */
export const largestFeedbackFiles = 5_000_000
export const tooLargeFeedback = `Max size: ${largestFeedbackFiles / 1_000_000} MBs`
