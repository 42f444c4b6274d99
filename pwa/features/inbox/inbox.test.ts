import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '#contract/inbox/calls.ts'
import { byDay } from './by-day.ts'
import { conversationNote, conversationTitle } from './conversation-title.ts'
import { begin, withNewest, withOlder } from './message-pages.ts'

const message = (id: string, created_at: string): Message => ({
  id,
  text: 'こんばんは',
  created_at,
  mine: false,
  member: null,
})

describe('messages', () => {
  it('are grouped by their day in Japan, oldest first', () => {
    const messages = [
      message('1', '2026-11-19T14:59:59.999Z'),
      message('2', '2026-11-19T15:00:00.000Z'),
      message('3', '2026-11-20T14:59:59.999Z'),
    ]
    expect(byDay(messages).map(({ day, messages }) => [day, messages.map(({ id }) => id)])).toEqual(
      [
        ['2026-11-19', ['1']],
        ['2026-11-20', ['2', '3']],
      ],
    )
  })
})

describe('a conversation with older pages', () => {
  const line = (n: number) =>
    message(`m${n}`, `2026-11-20T00:00:${String(n).padStart(2, '0')}.000Z`)
  const page = (from: number, to: number, more: boolean) => ({
    messages: Array.from({ length: to - from + 1 }, (_, at) => line(from + at)),
    more,
  })
  const shown = ({ messages, more }: { messages: Message[]; more: boolean }) => [
    ...messages.map(({ id }) => Number(id.slice(1))),
    more,
  ]

  it('begins with its newest page, and prepends older ones', () => {
    const known = begin(page(7, 9, true))
    expect(shown(withOlder(known, 'm7', page(4, 6, true)))).toEqual([4, 5, 6, 7, 8, 9, true])
    expect(shown(withOlder(known, 'm7', page(6, 6, false)))).toEqual([6, 7, 8, 9, false])
  })

  it('merges no older page twice', () => {
    const known = withOlder(begin(page(7, 9, true)), 'm7', page(4, 6, true))
    expect(withOlder(known, 'm7', page(4, 6, true))).toBe(known)
  })

  it('keeps messages that the newest page no longer contains', () => {
    const known = withOlder(begin(page(7, 9, true)), 'm7', page(5, 6, false))
    expect(shown(withNewest(known, page(9, 11, true)))).toEqual([5, 6, 7, 8, 9, 10, 11, false])
  })

  it('keeps a message sent while an older response was in flight', () => {
    expect(shown(withNewest(begin(page(7, 10, true)), page(7, 9, true)))).toEqual([
      7,
      8,
      9,
      10,
      true,
    ])
  })

  it('is replaced by a newest page that does not overlap it', () => {
    const known = withOlder(begin(page(7, 9, true)), 'm7', page(4, 6, false))
    expect(shown(withNewest(known, page(20, 22, true)))).toEqual([20, 21, 22, true])
    expect(shown(withNewest(begin(page(1, 0, false)), page(1, 1, false)))).toEqual([1, false])
  })
})

describe('conversation title', () => {
  const aoi = {
    name: 'aoi',
    display_name: '藍川 あおい',
    icon_image_small_path: null,
    official_flg: 1,
  } as const
  const conversation = (change: Partial<Conversation>): Conversation => ({
    id: 'c1',
    kind: 'room',
    title: '夜ふかし喫茶室',
    with: aoi,
    last_text: '',
    last_at: '2026-11-20T00:00:00.000Z',
    unread: 0,
    ...change,
  })

  it.each([
    { change: {}, title: '藍川 あおい', note: '夜ふかし喫茶室' },
    {
      change: { kind: 'announcement', title: '第十三夜のチケット' },
      title: '第十三夜のチケット',
      note: '藍川 あおい',
    },
    {
      change: { kind: 'system', title: 'Room 運営から', with: null },
      title: 'Room 運営から',
      note: null,
    },
  ] as const)('is $title', ({ change, title, note }) => {
    expect(conversationTitle(conversation(change))).toBe(title)
    expect(conversationNote(conversation(change))).toBe(note)
  })
})
