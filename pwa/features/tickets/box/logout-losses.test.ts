import { expect, it } from 'vitest'
import { anEvent, anIssued } from '../testing/samples.ts'
import { logoutLossesOf, logoutWarning } from './logout-losses.ts'

const TODAY = '2026-11-27T20:00:00.000Z'

it('lists usable tickets, and those for today in Japan', () => {
  const tickets = {
    joined: [anEvent({ id: 'tomorrow', title: '明日の会', start: '2026-11-28T15:00:00.000Z' })],
    issued: [
      anIssued({}, { title: '今日の会', starts_at: '2026-11-28T10:00:00.000Z' }),
      anIssued({ id: 'i2', status: 'used' }, { title: '入場した会' }),
    ],
  }
  expect(logoutLossesOf(tickets, [], TODAY)).toEqual({
    all: ['今日の会', '明日の会'],
    today: ['今日の会'],
    unsent: [],
  })
})

it.each([
  { last: '2026-11-28T14:59:59.999Z', today: ['夜ふかし朗読会'] },
  { last: '2026-11-28T15:00:00.000Z', today: [] },
])('asks before the logout for a start at $last: $today', ({ last, today }) => {
  expect(
    logoutLossesOf({ joined: [anEvent({ start: last })], issued: [] }, [], TODAY).today,
  ).toEqual(today)
})

it('lists tickets torn here that the server has neither received nor refused', () => {
  const issued = [anIssued({ id: 'torn' }, { title: '地下の会' }), anIssued({ id: 'refused' })]
  const waiting = issued.map(({ id }) => ({
    id,
    at: TODAY,
    work: { what: 'tear', ticket: id } as const,
    refused: id === 'refused' ? 'できません' : null,
  }))
  const answer = { id: 'c', at: TODAY, refused: null }
  const of = { room: 'aoi', thread: 't' }
  const answers = [
    { ...answer, work: { ...of, what: 'comment', text: 'いいね', parent: null } as const },
    { ...answer, work: { ...of, what: 'reaction', on: true } as const },
  ]
  expect(logoutLossesOf({ joined: [], issued }, [...waiting, ...answers], TODAY).unsent).toEqual([
    '地下の会のもぎり',
    'コメント「いいね」',
  ])
})

it('does not ask because of an archive, but lists it', () => {
  const archive = anEvent({ publishment_flg: 3, archive: 1, start: '2026-11-27T18:00:00.000Z' })
  const leaving = logoutLossesOf({ joined: [archive], issued: [] }, [], TODAY)
  expect(leaving).toEqual({ all: ['夜ふかし朗読会'], today: [], unsent: [] })
})

it.each([
  { all: [], words: null },
  { all: ['A'], words: '「A」のチケットを、この端末から消しました' },
  { all: ['A', 'B', 'C'], words: '「A」ほか2枚のチケットを、この端末から消しました' },
])('formats $all as $words', ({ all, words }) => {
  expect(logoutWarning({ all, today: [], unsent: [] })).toBe(words)
})
