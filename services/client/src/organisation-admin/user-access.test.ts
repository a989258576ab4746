import { expect, test } from 'vitest'
import { accessOfAddedUser } from './user-access.ts'

test('an added user has what new clients of the organisation have, and no page that the admin lacks', () => {
  const admin = ['/home', '/convos', '/leads']
  expect(accessOfAddedUser(['/leads', '/settings', '/home'], admin)).toEqual(['/leads', '/home'])
  expect(accessOfAddedUser(['/news', '/settings'], admin)).toEqual(['/news'])
  expect(accessOfAddedUser([], admin)).toEqual(['/convos'])
})

test('an added user has the pages of the admin where the usual ones are none of them', () => {
  expect(accessOfAddedUser(['/settings'], ['/home'])).toEqual(['/home'])
  expect(accessOfAddedUser([], ['/home'])).toEqual(['/home'])
})
