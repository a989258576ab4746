/** Recordings that the contact of the simulator can send as a voice note. */
import type { RecordingType } from './payload.ts'

const types: Record<string, RecordingType> = {
  ...{ ogg: 'audio/ogg', oga: 'audio/ogg', opus: 'audio/ogg' },
  ...{ mp3: 'audio/mpeg', m4a: 'audio/mp4', wav: 'audio/wav' },
}

/** Of a file input. */
export const recordingEndings = Object.keys(types)
  .map((ending) => `.${ending}`)
  .join(',')

/** By the ending of the file's name; undefined for what is no recording. */
export function recordingTypeOf(name: string): RecordingType | undefined {
  const ending = /\.([a-z0-9]+)$/.exec(name.toLowerCase())?.[1] ?? ''
  return Object.hasOwn(types, ending) ? types[ending] : undefined
}
