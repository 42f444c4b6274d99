// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { sheetState } from './back-closes.ts'
import { ConfirmButton, ConfirmDialog } from './ConfirmDialog.tsx'
import { Sheet } from './Sheet.tsx'

beforeAll(standInForDialogs)
afterEach(cleanup)

describe('ConfirmDialog', () => {
  const mount = (props: { busy?: boolean; error?: string } = {}) => {
    const done: string[] = []
    render(
      <ConfirmDialog
        open
        title="この書き込みを削除しますか？"
        text="元に戻せません。"
        confirm="破棄する"
        danger
        {...props}
        onConfirm={() => done.push('破棄')}
        onClose={() => done.push('閉じる')}
      />,
    )
    return done
  }
  const pressEscape = () =>
    screen.getByRole('alertdialog').dispatchEvent(new Event('cancel', { cancelable: true }))

  it('has the question as its title and the explanation as its text', () => {
    mount()
    const dialog = screen.getByRole('alertdialog', { name: 'この書き込みを削除しますか？' })
    const text = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
    expect(text?.textContent).toBe('元に戻せません。')
  })

  it('runs the action, or closes', async () => {
    const done = mount()
    await userEvent.click(screen.getByText('破棄する'))
    await userEvent.click(screen.getByText('キャンセル'))
    pressEscape()
    expect(done).toEqual(['破棄', '閉じる', '閉じる'])
  })

  it('stays open and ignores presses while it is busy', async () => {
    const done = mount({ busy: true })
    await userEvent.click(screen.getByText('破棄する'))
    await userEvent.click(screen.getByText('キャンセル'))
    pressEscape()
    expect(done).toEqual([])
  })

  it('waits for a promise, shows its error, and closes once it resolves', async () => {
    const answers = [
      () => Promise.reject(new Error('エラーが起こりました。')),
      () => Promise.resolve(),
    ]
    let closed = 0
    const question = { open: true, title: '削除しますか？', confirm: '破棄する' }
    render(
      <ConfirmDialog
        {...question}
        onConfirm={() => answers.shift()?.()}
        onClose={() => closed++}
      />,
    )
    await userEvent.click(screen.getByText('破棄する'))
    expect((await screen.findByRole('alert')).textContent).toBe('エラーが起こりました。')
    expect(closed).toBe(0)
    await userEvent.click(screen.getByText('破棄する'))
    await waitFor(() => expect(closed).toBe(1))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is closed by its button after an action without a promise', async () => {
    const done: string[] = []
    render(
      <ConfirmButton
        label="取り消す"
        title="取り消しますか？"
        confirm="はい"
        onConfirm={() => done.push('はい')}
      />,
    )
    await userEvent.click(screen.getByText('取り消す'))
    await userEvent.click(screen.getByText('はい'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(done).toEqual(['はい'])
  })

  it('shows an error', () => {
    mount({ error: 'エラーが起こりました。' })
    expect(screen.getByRole('alert').textContent).toBe('エラーが起こりました。')
  })
})

describe('Sheet and the back button', () => {
  const sheet = (open: boolean, onClose: () => void) => (
    <Sheet open={open} title="ルームに参加する" onClose={onClose}>
      中身
    </Sheet>
  )
  const marked = () => Boolean((history.state as { sheet?: string } | null)?.sheet)

  it('closes on back without leaving the page', async () => {
    const closed: string[] = []
    const here = location.href
    render(sheet(true, () => closed.push('閉じた')))
    await waitFor(() => expect(marked()).toBe(true))
    history.back()
    await waitFor(() => expect(closed).toEqual(['閉じた']))
    expect(location.href).toBe(here)
  })

  it('removes its history entry when it is closed otherwise', async () => {
    const { rerender } = render(sheet(true, String))
    await waitFor(() => expect(marked()).toBe(true))
    rerender(sheet(false, String))
    await waitFor(() => expect(marked()).toBe(false))
  })

  it('knows its entry again after the router has replaced it', async () => {
    const { rerender } = render(sheet(true, String))
    await waitFor(() => expect(marked()).toBe(true))
    history.replaceState({ usr: sheetState(), key: 'k' }, '', '?sort=name')
    rerender(sheet(false, String))
    await waitFor(() => expect(location.search).toBe(''))
  })

  it('keeps the history when a link inside it navigates', async () => {
    const { rerender } = render(sheet(true, String))
    await waitFor(() => expect(marked()).toBe(true))
    history.pushState({ idx: 1 }, '', '/elsewhere')
    const depth = history.length
    rerender(sheet(false, String))
    expect(history.state).toEqual({ idx: 1 })
    expect(history.length).toBe(depth)
    expect(location.pathname).toBe('/elsewhere')
  })
})
