import { expect, test } from 'vitest'
import { connect } from './connection.ts'

test('reports in one line, without the password, that no server answers', async () => {
  const url = 'mongodb://parley:secret@127.0.0.1:1/?serverSelectionTimeoutMS=1500'
  const error: Error = await connect(url, 'parley').catch((reason) => reason)
  expect(error).toMatchObject({ code: 'store-unavailable' })
  expect(error.message).toMatch(/^MongoDB: .*ECONNREFUSED 127\.0\.0\.1:1$/)
  expect(error.message).not.toContain('secret')
})

test('refuses an invalid URL without repeating the password', async () => {
  for (const url of ['mongodb://', 'http://parley:secret@host', 'mongodb://parley:secret@host:port']) {
    const error: Error = await connect(url, 'parley').catch((reason) => reason)
    expect(error.message).toMatch(/^MongoDB: .*expected mongodb:\/\/host:port/)
    expect(error.message).not.toContain('secret')
  }
})
