import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { HEIC_UNREADABLE } from '#pwa/lib/photo.ts'
import { standInDecoder } from '#pwa/testing/decoder.ts'
import { SignUpEnd } from './SignUpEnd.tsx'

afterEach(cleanup)

it('makes a new face fit to be sent, and creates no account with one that it cannot read', async () => {
  standInDecoder(async ({ name }) => {
    if (name.endsWith('.HEIC')) throw new Error('unreadable')
    return { width: 8_000, height: 6_000 }
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:face')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const session = new Session(async () => new Response(null, { status: 204 }), { at: 'visitor' })
  const sent: unknown[] = []
  vi.spyOn(session, 'call').mockImplementation((async (_: unknown, { body }: { body: unknown }) => {
    if (body instanceof FormData) sent.push(await (body.get('icon') as File).text())
    else if (Object.hasOwn(body as object, 'signature')) sent.push('account')
    return undefined
  }) as never)
  vi.spyOn(session, 'update').mockImplementation(() => {})
  const onDone = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <MemoryRouter>
          <SignUpEnd
            link={{ id: 'a', expires: 1, signature: 'b' }}
            facts={{
              purpose: 'sign_up',
              email: 'a@example.com',
              name: null,
              needs_name: true,
              needs_password: false,
              next: null,
            }}
            onDone={onDone}
          />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  )
  const choose = (file: File) =>
    fireEvent.change(screen.getByLabelText(/アイコン画像/), { target: { files: [file] } })
  const press = () => fireEvent.click(screen.getByRole('button', { name: '登録を完了する' }))
  choose(new File(['heic'], 'IMG_0001.HEIC', { type: 'image/heic' }))
  press()
  await waitFor(() => expect(screen.getAllByText(HEIC_UNREADABLE)).toHaveLength(2))
  expect(sent).toEqual([])
  choose(new File([new Uint8Array(12_000_000)], 'a.jpg', { type: 'image/jpeg' }))
  expect(screen.queryByText(HEIC_UNREADABLE)).toBeNull()
  press()
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(sent).toEqual(['account', '4000×3000'])
})
