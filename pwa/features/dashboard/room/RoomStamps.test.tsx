// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { STAMP_MAX } from '#contract/stamps/limits.ts'
import { STAMP_PICTURE_NEEDED, STAMPS_FULL } from '#contract/stamps/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { RoomStamps } from './RoomStamps.tsx'

beforeEach(() => {
  standInForDialogs()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => '#', revokeObjectURL() {} }))
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const stampAt = (n: number) => ({
  ...{ id: `s${n}`, name: `スタンプ${n}` },
  image_path: `/media/public/stamp/${n}.webp`,
})

/** A server with `count` stamps, which keeps what is sent to it. */
async function open(count: number) {
  let all = Array.from({ length: count }, (_, n) => stampAt(n + 1))
  const forms: FormData[] = []
  const fetch = async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') {
      const { ids } = JSON.parse(String(body)) as { ids: string[] }
      all = ids.flatMap((id) => all.find((stamp) => stamp.id === id) ?? [])
      return answered(null)
    }
    if (method === 'DELETE') {
      all = all.filter(({ id }) => !url.endsWith(`/${id}`))
      return answered(null)
    }
    if (!(body instanceof FormData)) return answered(all)
    forms.push(body)
    if (!body.has('image'))
      return answered({ message: 'x', errors: { image: [STAMP_PICTURE_NEEDED] } }, 422)
    const added = { ...stampAt(all.length + 1), name: String(body.get('stamp_name')) }
    all = [...all, added]
    return answered(added, 201)
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={new Session(fetch, { at: 'visitor' })}>
        <MemoryRouter>
          <RoomStamps room="aoi" />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'スタンプを追加する' })
  return { forms }
}
const names = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('adds a stamp with its name, and says if the picture is missing', async () => {
  const { forms } = await open(0)
  await screen.findByText(/スタンプはありません/)
  await press('スタンプを追加する')
  await userEvent.type(screen.getByLabelText(/^名前/), '拍手')
  await press('追加する')
  await screen.findByText(STAMP_PICTURE_NEEDED)
  const image = new File(['png'], 'stamp.png', { type: 'image/png' })
  await userEvent.upload(screen.getByLabelText(/^画像/), image)
  expect(screen.queryByText(STAMP_PICTURE_NEEDED)).toBeNull()
  await press('追加する')
  await screen.findByRole('listitem')
  expect(names()).toEqual(['拍手'])
  expect(forms.map((form) => [form.get('stamp_name'), form.get('image')])).toEqual([
    ['拍手', null],
    ['拍手', expect.any(File)],
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('moves a stamp, and goes no further than the ends', async () => {
  await open(3)
  await userEvent.click(await screen.findByRole('button', { name: 'スタンプ2' }))
  const sheet = within(screen.getByRole('dialog', { name: 'スタンプ2' }))
  const move = (name: string) => sheet.getByRole<HTMLButtonElement>('button', { name })
  await userEvent.click(move('後ろへ'))
  await sheet.findByText('3個中3番目')
  expect(names()).toEqual(['スタンプ1', 'スタンプ3', 'スタンプ2'])
  expect(move('後ろへ').disabled).toBe(true)
  await userEvent.click(move('前へ'))
  await sheet.findByText('3個中2番目')
  await userEvent.click(move('前へ'))
  await sheet.findByText('3個中1番目')
  expect(names()).toEqual(['スタンプ2', 'スタンプ1', 'スタンプ3'])
  expect(move('前へ').disabled).toBe(true)
})

it('removes a stamp after a confirmation', async () => {
  await open(2)
  await userEvent.click(await screen.findByRole('button', { name: 'スタンプ1' }))
  await press('スタンプを削除する')
  const dialog = within(screen.getByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: '削除する' }))
  await vi.waitFor(() => expect(names()).toEqual(['スタンプ2']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('offers no more stamps than a room may have', async () => {
  await open(STAMP_MAX.count)
  await screen.findByText(STAMPS_FULL)
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'スタンプを追加する' })
  expect(add.disabled).toBe(true)
})
