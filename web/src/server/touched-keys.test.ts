import { describe, expect, it } from 'vitest'
import { keysTouched } from './touched-keys.ts'

const notice = { type: 'X', position: 1 }

describe('what a change touches', () => {
  it('is the conversation itself and the lists of its agent', () => {
    expect(keysTouched('eu', { ...notice, stream: 'conversation-c-1', agentId: 'a1' })).toEqual([
      ['conversations', 'eu', 'a1'],
      ['inbox', 'eu', 'a1'],
      ['conversation', 'eu', 'a1', 'c-1'],
      ['overview', 'eu', 'a1'],
      ['agents', 'eu'],
      ['audit', 'eu'],
    ])
  })

  it('is the whole workspace where no agent is named', () => {
    expect(keysTouched('na', { ...notice, stream: 'workspace-w1' })).toEqual([
      ['workspace', 'na'],
      ['session'],
      ['inbox-settings', 'na'],
      ['audit', 'na'],
    ])
  })

  it('is the timeline for streams of no screen', () => {
    expect(keysTouched('na', { ...notice, stream: 'credits-w1' })).toEqual([['audit', 'na']])
  })
})
