import { describe, expect, it } from 'vitest'
import { type ProfileValues, profileFormOf } from './profile-form.ts'

const saved: ProfileValues = {
  display_name: '葵',
  about: '',
  birthY: '1990',
  birthM: '4',
  birthD: '12',
  gender: '2',
  links: '[]',
  guardian_consent: '',
}
const sent = (change: Partial<ProfileValues>) => [
  ...profileFormOf({ saved, values: { ...saved, ...change }, pictures: {}, status: null }),
]

describe('profile form', () => {
  it('sends only changed values', () => {
    expect(sent({})).toEqual([])
    expect(sent({ display_name: 'あおい' })).toEqual([['display_name', 'あおい']])
  })

  it('sends all parts of a birthday', () => {
    expect(sent({ birthD: '13' }).toSorted()).toEqual([
      ['birthD', '13'],
      ['birthM', '4'],
      ['birthY', '1990'],
    ])
  })

  it('sends no empty links', () => {
    expect(sent({ links: '[{"title":"","url":""}]' })).toEqual([])
  })
})
