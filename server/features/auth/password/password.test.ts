import { expect, it } from 'vitest'
import { hashPassword, passwordFits } from './password.ts'

it('password hash is argon2id with OWASP’s costs', async () => {
  expect(await hashPassword('korekara-umi-e')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('password checks are queued in a rush: each is answered, and correct ones are uncounted', async () => {
  const stored = await hashPassword('korekara-umi-e')
  const counted = { taken: 0, givenBack: 0 }
  const attempt = {
    take: async () => void counted.taken++,
    giveBack: async () => void counted.givenBack++,
  }
  const guesses = Array.from({ length: 12 }, (_, n) => (n === 5 ? 'korekara-umi-e' : `wrong ${n}`))
  const answers = await Promise.all(guesses.map((guess) => passwordFits(stored, guess, attempt)))
  expect(answers).toEqual(guesses.map((_, n) => n === 5))
  expect(counted).toEqual({ taken: 12, givenBack: 1 })
})

it('password check without attempts left does not enter the queue (63)', async () => {
  const stored = await hashPassword('korekara-umi-e')
  const never = { take: () => Promise.reject(new Error('too many')), giveBack: async () => {} }
  const free = { take: async () => {}, giveBack: async () => {} }
  const checks = Array.from({ length: 5 }, () => passwordFits(stored, 'a', never))
  expect((await Promise.allSettled(checks)).map(({ status }) => status)).toEqual(
    Array(5).fill('rejected'),
  )
  expect(await passwordFits(stored, 'korekara-umi-e', free)).toBe(true)
})

it('password check computes a hash for an unknown user, too (62)', async () => {
  let givenBack = 0
  const attempt = { take: async () => {}, giveBack: async () => void givenBack++ }
  expect(await passwordFits(null, '', attempt)).toBe(false)
  expect(await passwordFits(undefined, 'korekara-umi-e', attempt)).toBe(false)
  expect(givenBack).toBe(0)
})
