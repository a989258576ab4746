import { expect, test } from 'vitest'
import { recordingEndings, recordingTypeOf } from './recordings.ts'

test('recordings are known by the ending of their names', () => {
  expect(recordingEndings.split(',').map(recordingTypeOf)).not.toContain(undefined)
  expect(recordingTypeOf('PTT-20261130-WA0001.Opus')).toBe('audio/ogg')
  expect(recordingTypeOf('New recording.m4a')).toBe('audio/mp4')
  for (const other of ['recording', 'a.mp4', 'ogg', '.constructor', 'a.ogg.exe'])
    expect(recordingTypeOf(other)).toBeUndefined()
})
