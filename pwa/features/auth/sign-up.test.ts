import { expect, it } from 'vitest'
import { EMPTY_SIGN_UP, isMinor, toSignUp } from './sign-up.ts'

const today = new Date(2026, 10, 20)

it.each([
  { year: '2008', month: '11', day: '19', minor: false },
  { year: '2008', month: '11', day: '20', minor: false },
  { year: '2008', month: '11', day: '21', minor: true },
  { year: '', month: '', day: '', minor: false },
  { year: '20', month: '1', day: '1', minor: false },
])('requires a guardian’s consent for $year/$month/$day: $minor', ({ minor, ...birthday }) => {
  expect(isMinor(birthday, today)).toBe(minor)
})

it('omits empty fields, so that the server’s validation names them', () => {
  const body = JSON.parse(JSON.stringify(toSignUp(EMPTY_SIGN_UP, '/'))) as object
  expect(Object.keys(body).sort()).toEqual(
    ['display_name', 'email', 'guardian_consent', 'name', 'next', 'terms'].sort(),
  )
  expect(
    toSignUp(
      { ...EMPTY_SIGN_UP, birthday: { year: '1990', month: '4', day: '12' }, gender: 9 },
      '/event',
    ),
  ).toMatchObject({
    birthY: '1990',
    birthM: '4',
    birthD: '12',
    gender: 9,
  })
})
