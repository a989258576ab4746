/** Stored vectors: concatenated little-endian 32-bit floats, in base64. */

export function packVectors(vectors: readonly number[][]): string {
  const dimensions = vectors[0]?.length ?? 0
  const bytes = Buffer.alloc(vectors.length * dimensions * 4)
  let at = 0
  for (const vector of vectors) {
    if (vector.length !== dimensions) throw new Error('Vectors of one source must have the same length')
    for (const value of vector) at = bytes.writeFloatLE(value, at)
  }
  return bytes.toString('base64')
}

/**
 * Returns the vectors normalised to length 1; undefined if the bytes are not `count` vectors of `dimensions` numbers.
 */
export function unpackVectors(base64: string, dimensions: number, count: number): Float32Array[] | undefined {
  const bytes = Buffer.from(base64, 'base64')
  if (dimensions < 1 || bytes.length !== count * dimensions * 4) return undefined
  return Array.from({ length: count }, (_, index) => {
    const vector = new Float32Array(dimensions)
    for (let n = 0; n < dimensions; n++) vector[n] = bytes.readFloatLE((index * dimensions + n) * 4)
    return unit(vector)
  })
}

export function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** The cosine of the angle between two vectors of length 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += a[n]! * b[n]!
  return sum
}
