/** A start-up error that the operator can correct; printed as one line. */
export class StartUpError extends Error {}
