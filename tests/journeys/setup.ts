/** Builds what browsers load, once, before the first journey. */
import { buildPages } from '../../scripts/build.ts'

export default async function setup(): Promise<void> {
  await buildPages((line) => console.log(line))
}
