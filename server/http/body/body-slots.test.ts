import { expect, it } from 'vitest'
import { createBodySlots } from './body-slots.ts'

const never = () => new Promise<never>(() => {})

it('bounds the bodies of one caller, and leaves room for others', async () => {
  const slots = createBodySlots({ one: 2, all: 5 })
  let end = () => {}
  const first = slots('fan', () => new Promise<void>((resolve) => (end = resolve)))
  void slots('fan', never)
  await expect(slots('fan', never)).rejects.toMatchObject({ status: 429 })
  expect(await slots('other', async () => 'served')).toBe('served')
  end()
  await first
  expect(await slots('fan', async () => 'served')).toBe('served')
})

it('bounds the bodies of all callers, also after a failure', async () => {
  const slots = createBodySlots({ one: 2, all: 2 })
  void slots('a', never)
  const failed = slots('b', () => Promise.reject(new Error('cut off')))
  await expect(slots('c', never)).rejects.toMatchObject({ status: 503 })
  await expect(failed).rejects.toThrow('cut off')
  expect(await slots('c', async () => 'served')).toBe('served')
})
