import { expect, it } from 'vitest'
import { hashPassword, passwordFits } from './password.ts'

it('is kept as argon2id, in the costs that OWASP names', async () => {
  expect(await hashPassword('korekara-umi-e')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

it('waits its turn in a rush: two at once, however many come, and each is answered', async () => {
  const stored = await hashPassword('korekara-umi-e')
  let [running, most, checked] = [0, 0, 0]
  const tries = {
    check() {
      checked++
      most = Math.max(most, ++running)
    },
    count: () => void running--,
  }
  const wrong = Array.from({ length: 12 }, (_, n) => passwordFits(stored, `wrong ${n}`, tries))
  expect(await Promise.all(wrong)).toEqual(Array(12).fill(false))
  expect({ checked, most, running }).toEqual({ checked: 12, most: 2, running: 0 })
})

it('63: lets a turn go that was refused: the next one gets it', async () => {
  const stored = await hashPassword('korekara-umi-e')
  const never = {
    check() {
      throw new Error('too many')
    },
    count: () => {},
  }
  const free = { check: () => {}, count: () => {} }
  const refused = Array.from({ length: 5 }, () => passwordFits(stored, 'a', never))
  expect((await Promise.allSettled(refused)).map(({ status }) => status)).toEqual(
    Array(5).fill('rejected'),
  )
  expect(await passwordFits(stored, 'korekara-umi-e', free)).toBe(true)
})

it('62: takes the whole of a hash for nobody, too', async () => {
  let counted = 0
  const tries = { check: () => {}, count: () => void counted++ }
  expect(await passwordFits(null, '', tries)).toBe(false)
  expect(await passwordFits(undefined, 'korekara-umi-e', tries)).toBe(false)
  expect(counted).toBe(2)
})
