/**
 * Returns the partition of a key as Kafka's default partitioner chooses it: murmur2 over the UTF-8 bytes, sign bit
 * cleared, modulo the number of partitions. A topic therefore keeps its partitions when it moves from one engine to the
 * other.
 */
export function partitionOf(key: string, partitions: number): number {
  return (murmur2(Buffer.from(key)) & 0x7fffffff) % partitions
}

const multiplier = 0x5bd1e995
const seed = 0x9747b28c

function murmur2(bytes: Buffer): number {
  let hash = seed ^ bytes.length
  const whole = bytes.length - (bytes.length % 4)
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(bytes.readInt32LE(at), multiplier)
    word = Math.imul(word ^ (word >>> 24), multiplier)
    hash = Math.imul(hash, multiplier) ^ word
  }
  const rest = bytes.length - whole
  if (rest > 0) hash = Math.imul(hash ^ bytes.readUIntLE(whole, rest), multiplier)
  hash = Math.imul(hash ^ (hash >>> 13), multiplier)
  return hash ^ (hash >>> 15)
}
