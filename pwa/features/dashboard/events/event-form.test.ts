import { describe, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import {
  editValues,
  emptiedIn,
  fromWall,
  isChanged,
  toWall,
} from '#pwa/lib/forms/editing/edit-form.ts'
import { formOf, OPTIONAL_EVENT_FIELDS, savedValues } from './event-form.ts'

const saved = savedValues(anEvent())

describe('event form', () => {
  it('shows the draft’s values if not empty, else the saved ones', () => {
    const edited = editValues(saved, { title: '新しい題', about: '', capacity: '' })
    expect(edited).toEqual({ ...saved, title: '新しい題' })
  })

  it('counts as changed by a new text, and by an empty one only in optional fields', () => {
    const changed = (values: Partial<typeof saved>) => {
      const original = { ...saved, about: '朗読' }
      const typed = { ...original, ...values }
      return isChanged(
        original,
        editValues(original, typed, emptiedIn(original, typed, OPTIONAL_EVENT_FIELDS)),
      )
    }
    expect(changed({ title: '' })).toBe(false)
    expect(changed({ title: '別' })).toBe(true)
    expect(changed({ about: '' })).toBe(true)
  })

  it('sends cleared optional fields, and no cleared required ones', () => {
    const original = { ...saved, about: '朗読', sales_end: '' }
    const typed = { ...original, title: '', about: '' }
    const values = editValues(original, typed, emptiedIn(original, typed, OPTIONAL_EVENT_FIELDS))
    const form = formOf({ saved: original, values, pictures: {}, status: null })
    expect([...form]).toEqual([['about', '']])
  })

  it('is empty where a draft has no value', () => {
    const draft = savedValues(anEvent({ open_fields: ['start', 'amount'] }))
    expect(draft).toMatchObject({ start: '', amount: '', capacity: '400' })
  })

  it('uses Japan time in any time zone', () => {
    expect(toWall('2026-11-27T15:30:00.000Z')).toBe('2026-11-28T00:30')
    expect(fromWall('2026-11-28T00:30')).toBe('2026-11-27T15:30:00.000Z')
    expect(fromWall('いつか')).toBe('いつか')
  })

  it('sends only changes, and the picture only if it was chosen or removed', () => {
    const base = { saved, pictures: {}, status: null }
    const moved = formOf({ ...base, values: { ...saved, start: '2026-12-01T20:00' } })
    expect([...moved]).toEqual([['start', '2026-12-01T11:00:00.000Z']])
    const removed = formOf({
      saved,
      values: saved,
      pictures: { thumbnail_image: null },
      status: 'published',
    })
    expect([...removed]).toEqual([
      ['thumbnail_image', ''],
      ['status', 'published'],
    ])
  })
})
