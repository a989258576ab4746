/** Turns texts into vectors; vectors of texts with similar meaning have similar directions. */
export type Embedding = {
  /** Vectors of different models can't be compared. */
  model: string
  /** Whether the provider has embeddings, where that is not known from the configuration. */
  isOffered?(): Promise<boolean>
  /**
   * One vector per text, in order. Throws if the provider fails, times out or gives an invalid answer. For a `question`
   * somebody waits: it times out sooner.
   */
  embed(texts: string[], purpose?: 'question'): Promise<number[][]>
}
