import { describe, expect, it } from 'vitest'
import { notificationTitle, saidIn } from './notification-words.ts'

const about = { visitorId: 'visitor-1bd0', said: 'Where is $& my parcel?' }

describe('the words of a notification', () => {
  it('name the visitor in the title, else before what they said', () => {
    const asks = { title: 'A visitor asks for a person', about: { ...about, visitorName: '$& Mara' } }
    expect(notificationTitle(asks)).toBe('$& Mara asks for a person')
    expect(saidIn(asks)).toBe('“Where is $& my parcel?”')
    const lead = { title: 'New lead', about }
    expect(notificationTitle(lead)).toBe('New lead')
    expect(saidIn(lead)).toBe('Visitor 1bd0: “Where is $& my parcel?”')
    expect(saidIn({ title: 'New lead', about: { visitorId: 'visitor-1bd0' } })).toBe('Visitor 1bd0')
  })

  it('say what was captured instead of what was said', () => {
    const captured = { name: 'Mara Lind', email: 'mara@example.com', guests: '4' }
    const lead = { title: 'New lead', about: { ...about, visitorName: 'Mara Lind', captured } }
    expect(saidIn(lead)).toBe('Mara Lind: mara@example.com, guests: 4')
    const named = { visitorId: 'visitor-1bd0', visitorName: 'Mara Lind', captured: { name: 'Mara Lind' } }
    expect(saidIn({ title: 'New lead', about: named })).toBe('Mara Lind')
  })

  it('are those of the notification where the conversation may not be read or is gone', () => {
    const asks = { title: 'A visitor asks for a person' }
    expect(notificationTitle(asks)).toBe('A visitor asks for a person')
    expect(saidIn(asks)).toBeUndefined()
  })
})
