import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { ListedNotification } from '#contract/notifications/calls.ts'
import { NotificationRow } from './NotificationRow.tsx'

afterEach(cleanup)

const unread: ListedNotification = {
  ...{ id: 'n1', topic: 'thread', title: '喫茶室の新しい投稿', text: '朝の題', unread: true },
  ...{ path: '/community/aoi/talk/t1', icon_image_path: null },
  created_at: '2026-11-28T00:00:00.000Z',
}

function open(change: Partial<ListedNotification> = {}) {
  const onOpen = vi.fn<(id: string) => void>()
  render(
    <MemoryRouter>
      <ul>
        <NotificationRow notification={{ ...unread, ...change }} onOpen={onOpen} />
      </ul>
    </MemoryRouter>,
  )
  return onOpen
}

it('leads to the thing itself, and is read by that', () => {
  const onOpen = open()
  const link = screen.getByRole('link', { name: /^未読喫茶室の新しい投稿/ })
  expect(link.getAttribute('href')).toBe('/community/aoi/talk/t1')
  fireEvent.click(link)
  expect(onOpen.mock.calls).toEqual([['n1']])
})

it('is not read twice', () => {
  const onOpen = open({ unread: false })
  fireEvent.click(screen.getByRole('link', { name: /^喫茶室の新しい投稿/ }))
  expect(onOpen.mock.calls).toEqual([])
})

it('is no link once the thing is gone', () => {
  open({ path: null, title: 'ルームの新しい投稿', text: '削除されたか、いまはご覧になれません。' })
  expect(screen.queryByRole('link')).toBeNull()
  screen.getByText('削除されたか、いまはご覧になれません。')
})

it('shows a topic of a later release', () => {
  open({ topic: 'parade' })
  screen.getByRole('link')
})
