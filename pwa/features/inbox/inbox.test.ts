import { describe, expect, it } from 'vitest'
import type { Conversation, Message } from '#contract/inbox.ts'
import { byDay } from './by-day.ts'
import { conversationNote, conversationTitle } from './conversation-title.ts'

const message = (id: string, created_at: string): Message => ({
  id,
  text: 'こんばんは',
  created_at,
  mine: false,
  member: null,
})

describe('messages', () => {
  it('stand under the day on which Japan read them, oldest first', () => {
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

describe('a conversation', () => {
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
      change: { kind: 'system', title: 'Room からのお知らせ', with: null },
      title: 'Room からのお知らせ',
      note: null,
    },
  ] as const)('goes by $title', ({ change, title, note }) => {
    expect(conversationTitle(conversation(change))).toBe(title)
    expect(conversationNote(conversation(change))).toBe(note)
  })
})
