import { expect, it } from 'vitest'
import { showOnce } from './once.ts'

function open({ mustShow = false } = {}) {
  const noted = new Set<string>()
  const shown: string[] = []
  let broken = false
  let full = false
  const book = {
    async note(id: string) {
      if (full) throw new DOMException('the disk is full', 'QuotaExceededError')
      return !noted.has(id) && Boolean(noted.add(id))
    },
    strike: async (id: string) => void noted.delete(id),
  }
  const display = {
    mustShow,
    async show(id: string, again: boolean) {
      if (broken) throw new Error('not allowed')
      shown.push(again ? `${id} again` : id)
    },
  }
  return {
    shown,
    come: (id: string) => showOnce(id, book, display),
    breakDown: (on: boolean) => {
      broken = on
    },
    fillDisk: () => {
      full = true
    },
  }
}

it('shows what comes twice once, also after it was put away', async () => {
  const { come, shown } = open()
  await Promise.all([come('a'), come('a')])
  await come('a')
  await come('b')
  // Once more while it stands there would be once more for one who puts it away in that moment.
  expect(shown).toEqual(['a', 'b'])
})

it('shows each push where the browser demands it, the second in the place of the first', async () => {
  const { come, shown } = open({ mustShow: true })
  await come('a')
  await come('a')
  expect(shown).toEqual(['a', 'a again'])
})

it('shows later what could not be shown', async () => {
  const { come, shown, breakDown } = open()
  breakDown(true)
  await expect(come('a')).rejects.toThrow('not allowed')
  breakDown(false)
  await come('a')
  expect(shown).toEqual(['a'])
})

it('shows what it can take no note of: nobody is left without a reminder by a full disk', async () => {
  const { come, shown, fillDisk } = open()
  fillDisk()
  await come('a')
  expect(shown).toEqual(['a'])
})
