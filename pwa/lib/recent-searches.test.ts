import { afterEach, expect, it } from 'vitest'
import { createDevice } from './device.ts'
import { recentSearches } from './recent-searches.ts'

afterEach(() => localStorage.clear())

it('recent searches are kept once each, the latest first, and few of them', () => {
  for (const terms of ['朗読', '星', '台所', '猫', '星', '体操', '写真', '散歩'])
    recentSearches.add(terms)
  expect(recentSearches.read()).toEqual(['散歩', '写真', '体操', '星', '猫', '台所'])
})

it('recent searches are none if the storage holds something else', () => {
  for (const value of ['{', '{"a":1}', 'null', '[1]']) {
    localStorage.setItem('room.searches', value)
    expect(recentSearches.read()).toEqual([])
  }
})

it('recent searches stay for the person who logs in, and go with another person or a logout', () => {
  const { setMember } = createDevice(() => Promise.reject(new Error('no store')))
  recentSearches.add('星')
  setMember('haru')
  setMember('haru')
  expect(recentSearches.read()).toEqual(['星'])
  setMember('sora')
  expect(recentSearches.read()).toEqual([])
  recentSearches.add('猫')
  setMember(null)
  expect(recentSearches.read()).toEqual([])
})
