import { describe, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { editValues, emptiedIn, fromWall, isChanged, toWall } from '#pwa/lib/editing/edit-form.ts'
import { formOf, OPTIONAL, savedValues } from './event-form.ts'

const saved = savedValues(anEvent())

describe('the form of an event', () => {
  it('shows what was typed where it is set and not empty, else what is saved', () => {
    const edited = editValues(saved, { title: '新しい題', about: '', capacity: '' })
    expect(edited).toEqual({ ...saved, title: '新しい題' })
  })

  it('is changed by words, and by emptiness only where something may be left empty', () => {
    const changed = (values: Partial<typeof saved>) => {
      const told = { ...saved, about: '朗読' }
      const typed = { ...told, ...values }
      return isChanged(told, editValues(told, typed, emptiedIn(told, typed, OPTIONAL)))
    }
    expect(changed({ title: '' })).toBe(false)
    expect(changed({ title: '別' })).toBe(true)
    expect(changed({ about: '' })).toBe(true)
  })

  it('sends what was emptied on purpose, and nothing of what may not be empty', () => {
    const told = { ...saved, about: '朗読', sales_end: '' }
    const typed = { ...told, title: '', about: '' }
    const values = editValues(told, typed, emptiedIn(told, typed, OPTIONAL))
    const form = formOf({ saved: told, values, pictures: {}, status: null })
    expect([...form]).toEqual([['about', '']])
  })

  it('shows nothing where a draft says nothing', () => {
    const draft = savedValues(anEvent({ open_fields: ['start', 'amount'] }))
    expect(draft).toMatchObject({ start: '', amount: '', capacity: '400' })
  })

  it('speaks of the time in Japan, wherever it is filled in', () => {
    expect(toWall('2026-11-27T15:30:00.000Z')).toBe('2026-11-28T00:30')
    expect(fromWall('2026-11-28T00:30')).toBe('2026-11-27T15:30:00.000Z')
    expect(fromWall('いつか')).toBe('いつか')
  })

  it('sends what differs, and the picture only where it was chosen or taken out', () => {
    const base = { saved, pictures: {}, status: null }
    const kept = formOf({ ...base, values: { ...saved, start: '2026-12-01T20:00' } })
    expect([...kept]).toEqual([['start', '2026-12-01T11:00:00.000Z']])
    const gone = formOf({
      saved,
      values: saved,
      pictures: { thumbnail_image: null },
      status: 'published',
    })
    expect([...gone]).toEqual([
      ['thumbnail_image', ''],
      ['status', 'published'],
    ])
  })
})
