/** Turns texts into vectors; vectors of texts that mean alike point alike. */
export type Embedding = {
  /** Vectors of different models can't be compared. */
  model: string
  /** One vector per text, in order. Throws when the provider fails, is too slow or answers nonsense. */
  embed(texts: string[]): Promise<number[][]>
}
