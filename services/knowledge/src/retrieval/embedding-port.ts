/** Turns texts into vectors; vectors of texts with similar meaning have similar directions. */
export type Embedding = {
  /** Vectors of different models can't be compared. */
  model: string
  /** One vector per text, in order. Throws if the provider fails, times out or gives an invalid answer. */
  embed(texts: string[]): Promise<number[][]>
}
