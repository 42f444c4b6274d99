import { describe, expect, it } from 'vitest'
import { anEvent } from '#pwa/features/tickets/testing/samples.ts'
import { roomConcernsOf } from './concerns.ts'

const NOW = '2026-11-20T06:00:00.000Z'
const QUIET = {
  late: { count: 0, more: false },
  blocked: [],
  monetization: { state: 'ready' as const, reasons: [] },
  events: [anEvent()],
  now: NOW,
}
const titles = (change: Partial<Parameters<typeof roomConcernsOf>[0]>) =>
  roomConcernsOf({ ...QUIET, ...change }).map(({ title }) => title)

describe('tasks of an owner', () => {
  it('are empty if all is well', () => expect(titles({})).toEqual([]))
  it('do not include data that could not be loaded', () => {
    const unknown = { late: undefined, blocked: undefined, monetization: undefined }
    expect(roomConcernsOf({ ...unknown, events: undefined, now: NOW })).toEqual([])
  })

  it('count past-due members, with a link to them', () => {
    const [concern] = roomConcernsOf({ ...QUIET, late: { count: 3, more: false } })
    expect(concern?.title).toContain('3人います')
    expect(concern?.to).toBe('/dashboard/room_member?status=past_due')
    expect(titles({ late: { count: 20, more: true } })[0]).toContain('20人以上')
  })

  it('show the blocked amount, and why', () => {
    const [concern] = roomConcernsOf({
      ...QUIET,
      blocked: [{ amount: 1_980, reason: '返金の手続き中です' }],
    })
    expect(concern).toMatchObject({
      title: '¥1,980の受け取りが止まっています',
      note: '返金の手続き中です',
      urgent: true,
    })
  })

  it('show the first reason why selling is not possible', () => {
    const monetization = { state: 'more_needed' as const, reasons: ['書類をあと1点', 'ほか'] }
    expect(roomConcernsOf({ ...QUIET, monetization })[0]).toMatchObject({ note: '書類をあと1点' })
  })

  it.each([
    { state: 'none', count: 0 },
    { state: 'ready', count: 0 },
    { state: 'review', count: 1 },
    { state: 'more_needed', count: 1 },
    { state: 'blocked', count: 1 },
  ] as const)('include $count task for monetization in state $state', ({ state, count }) => {
    expect(titles({ monetization: { state, reasons: [] } })).toHaveLength(count)
  })

  it.each([
    { start: '2026-11-20T05:59:59.999Z', count: 1 },
    { start: NOW, count: 0 },
  ])('include $count task for an event that should have begun at $start', ({ start, count }) => {
    expect(titles({ events: [anEvent({ start })] })).toHaveLength(count)
  })

  it('do not expect a draft or a live event to begin', () => {
    const start = '2026-11-01T00:00:00.000Z'
    expect(titles({ events: [anEvent({ start, publishment_flg: 1 })] })).toEqual([])
    expect(titles({ events: [anEvent({ start, status: 'draft' })] })).toEqual([
      '下書きのイベントが1件あります',
    ])
  })

  it('are sorted by urgency', () => {
    const concerns = roomConcernsOf({
      ...QUIET,
      monetization: { state: 'review', reasons: [] },
      late: { count: 1, more: false },
    })
    expect(concerns.map(({ urgent }) => urgent)).toEqual([true, false])
  })
})
