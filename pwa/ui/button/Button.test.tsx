// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'
import { Button } from './Button.tsx'
import { FollowButton } from './FollowButton.tsx'
import { IconButton } from './IconButton.tsx'

afterEach(cleanup)

describe('Button', () => {
  it('ignores presses while it is busy, and submits no form', async () => {
    const done: string[] = []
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done.push('送信')
        }}
      >
        <input aria-label="名前" />
        <Button type="submit" busy onClick={() => done.push('押した')}>
          登録する
        </Button>
      </form>,
    )
    const button = screen.getByRole('button', { name: '登録する' })
    await userEvent.click(button)
    await userEvent.type(screen.getByRole('textbox'), '千尋{Enter}')
    expect(done).toEqual([])
    expect(button.getAttribute('aria-busy')).toBe('true')
  })

  it('submits its form only if it is a submit button', async () => {
    const done: string[] = []
    render(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done.push('送信')
        }}
      >
        <Button variant="quiet">キャンセル</Button>
        <Button type="submit">登録する</Button>
      </form>,
    )
    await userEvent.click(screen.getByText('キャンセル'))
    expect(done).toEqual([])
    await userEvent.click(screen.getByText('登録する'))
    expect(done).toEqual(['送信'])
  })

  it('is a link with a target', () => {
    render(
      <MemoryRouter>
        <Button to="/news">お知らせ</Button>
        <IconButton icon="external" label="サイト" href="https://example.jp/" />
      </MemoryRouter>,
    )
    expect(screen.getByRole('link', { name: 'お知らせ' }).getAttribute('href')).toBe('/news')
    expect(screen.getByRole('link', { name: 'サイト' }).getAttribute('href')).toBe(
      'https://example.jp/',
    )
  })

  it.each([
    { count: 3, dot: false, name: /メッセージ\s*3\s*件/ },
    { count: 120, dot: true, name: /メッセージ\s*99\+\s*件/ },
    { count: 0, dot: true, name: /メッセージ\s*新着あり/ },
    { count: 0, dot: false, name: /^メッセージ$/ },
  ])('has an accessible name for its dot: $name', ({ count, dot, name }) => {
    render(<IconButton icon="mail" label="メッセージ" count={count} dot={dot} />)
    expect(screen.getByRole('button', { name })).toBeTruthy()
  })

  it('has the unfollow action in its accessible name', async () => {
    const pressed: string[] = []
    const toggle = () => pressed.push('押した')
    const { rerender } = render(<FollowButton followed onToggle={toggle} />)
    await userEvent.click(screen.getByRole('button', { name: 'フォロー中（フォロー解除）' }))
    rerender(<FollowButton followed={false} busy onToggle={toggle} />)
    await userEvent.click(screen.getByRole('button', { name: 'フォローする' }))
    expect(pressed).toEqual(['押した'])
  })
})
