import { expect, it } from 'vitest'
import { mayBeFramed } from './framing.ts'

const ours = 'https://parley.example'

it.each([
  [true, {}],
  [true, { xFrameOptions: 'ALLOWALL' }],
  [false, { xFrameOptions: 'DENY' }],
  [false, { xFrameOptions: 'SAMEORIGIN, SAMEORIGIN' }],
  [false, { xFrameOptions: 'ALLOW-FROM https://parley.example' }],
  [true, { contentSecurityPolicy: "default-src 'self'; script-src 'none'" }],
  [false, { contentSecurityPolicy: "default-src 'self'; Frame-Ancestors 'self'" }],
  [false, { contentSecurityPolicy: "frame-ancestors 'none'" }],
  [false, { contentSecurityPolicy: 'frame-ancestors https://other.example' }],
  [true, { contentSecurityPolicy: 'frame-ancestors https://other.example https://parley.example' }],
  [true, { contentSecurityPolicy: 'frame-ancestors https:', xFrameOptions: 'DENY' }],
  [false, { contentSecurityPolicy: "frame-ancestors *, frame-ancestors 'self'" }],
])('%s for %j', (may, headers) => {
  expect(mayBeFramed(headers, ours)).toBe(may)
})
