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

it('shows a duplicate once, also after it was dismissed', async () => {
  const { come, shown } = open()
  await Promise.all([come('a'), come('a')])
  await come('a')
  await come('b')
  // The same notification shown again would reappear for a user who has just dismissed it.
  expect(shown).toEqual(['a', 'b'])
})

it('shows each push if the browser requires it, a duplicate in place of the first', async () => {
  const { come, shown } = open({ mustShow: true })
  await come('a')
  await come('a')
  expect(shown).toEqual(['a', 'a again'])
})

it('shows later a notification that could not be shown', async () => {
  const { come, shown, breakDown } = open()
  breakDown(true)
  await expect(come('a')).rejects.toThrow('not allowed')
  breakDown(false)
  await come('a')
  expect(shown).toEqual(['a'])
})

it('shows a notification whose id cannot be stored, so that a full disk suppresses no reminder', async () => {
  const { come, shown, fillDisk } = open()
  fillDisk()
  await come('a')
  expect(shown).toEqual(['a'])
})
