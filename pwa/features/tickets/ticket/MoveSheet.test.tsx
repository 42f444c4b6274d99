import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { credentialOf, encodeClaims } from '#contract/door/code.ts'
import { MOVE_CODE } from '#contract/tickets/limits.ts'
import { MOVE_CODE_WRONG, MOVE_UNPROVED, moveWaits } from '#contract/tickets/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { Session } from '#pwa/lib/api/user-session.ts'
import type { DeviceKey, OfflineStore } from '#pwa/lib/device.ts'
import { noDevice } from '#pwa/lib/no-device.ts'
import { StillNow } from '#pwa/lib/now.tsx'
import { answered } from '#pwa/testing/answers.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { anIssued } from '../testing/samples.ts'
import { CodeStub } from './CodeStub.tsx'

const NOW = '2026-11-20T03:00:00.000Z'
const LATER = '2026-11-20T09:00:00.000Z'
const member: SessionState = { at: 'member', user: { id: 'u1', email: 'fan@room.test' } as User }
const refused = (message: string, status = 409, errors = {}) =>
  answered({ message, errors }, status)
const unproved = () => refused(MOVE_UNPROVED, 409, { code: [MOVE_UNPROVED] })

beforeAll(standInForDialogs)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
})

const HERE: DeviceKey = {
  publicKey: new Uint8Array(65).fill(1),
  thumbprint: new Uint8Array(16).fill(1),
  sign: () => Promise.reject(new Error('it signs nothing')),
}
/** The code of a ticket that the phone with another key shows. */
function boundElsewhere() {
  const claims = encodeClaims({
    ...{ keyId: 'k', issuedId: 'i', ticketId: 't', number: 'A 042', from: 0, until: 2_000_000_000 },
    ...{ generation: 1, thumbprint: new Uint8Array(16).fill(2), paperName: null },
  })
  return credentialOf(claims, new Uint8Array(64))
}

interface Stage {
  move_wait_hours?: 0 | 6
  moves_from?: string | null
  released?: boolean
  state?: SessionState
  /** Answers to attempts to show the ticket here, in turn. */
  answers?: (() => Response | Promise<Response>)[]
}

/** A ticket that another phone shows; returns the bodies of the requests that change something. */
async function open({
  move_wait_hours = 0,
  moves_from = null,
  released = false,
  state = member,
  answers = [],
}: Stage) {
  const issued = anIssued(
    { credential: boundElsewhere(), moves_from, released },
    { move_wait_hours },
  )
  const sent: Record<string, unknown>[] = []
  const fetch = async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return answered(url.endsWith('/me/passkey') ? [] : issued)
    const { public_key: _, ...rest } = JSON.parse(String(body))
    sent.push({ path: url.split('/').at(-1), ...rest })
    return url.endsWith('/code')
      ? answered(null)
      : ((await answers.shift()?.()) ?? answered(issued))
  }
  const store = { deviceKey: async () => HERE, cacheTicket: async () => {} }
  // The parts that a ticket's code needs.
  const offlineStore = async () => store as unknown as OfflineStore
  const session = new Session(fetch, state, () => {}, { ...noDevice, offlineStore })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>
        <StillNow value={NOW}>
          <CodeStub issued={issued} clock={{ nowMs: () => Date.parse(NOW), offset: 0 }} />
        </StillNow>
      </SessionProvider>
    </QueryClientProvider>,
  )
  await screen.findByText('ほかの端末で表示中のチケットです')
  return sent
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }))
const codeField = () => screen.findByRole<HTMLInputElement>('textbox', { name: /確認コード/ })

it('shows a ticket here by a mailed code, which stays in its field when it is wrong', async () => {
  const wrong = () => refused('入力内容をご確認ください。', 422, { code: [MOVE_CODE_WRONG] })
  const sent = await open({ answers: [wrong] })
  await press('この端末で表示する')
  screen.getByText(/確認できると、すぐにこの端末で表示できます/)
  await press('メールで確認コードを受け取る')
  const field = await codeField()
  screen.getByText(/fan@room\.test に、確認コードを送りました。10分以内/)
  expect([field.inputMode, field.autocomplete]).toEqual(['numeric', 'one-time-code'])
  fireEvent.change(field, { target: { value: '123456' } })
  await press('確認して切り替える')
  await screen.findByText(MOVE_CODE_WRONG)
  expect((await codeField()).value).toBe('123456')
  fireEvent.change(field, { target: { value: '123457' } })
  await press('確認して切り替える')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([
    { path: 'code' },
    { path: 'device', code: '123456' },
    { path: 'device', code: '123457' },
  ])
})

it('sends another code after a pause', async () => {
  const sent = await open({})
  await press('この端末で表示する')
  const send = await screen.findByRole('button', { name: 'メールで確認コードを受け取る' })
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(send)
  await pass(1)
  expect(button('もう一度送る（あと60秒）').disabled).toBe(true)
  await pass(MOVE_CODE.againS * 1000)
  fireEvent.click(button('もう一度送る'))
  await pass(1)
  expect(sent).toEqual([{ path: 'code' }, { path: 'code' }])
})

it('asks for the code again when the page was discarded meanwhile', async () => {
  await open({})
  await press('この端末で表示する')
  await press('メールで確認コードを受け取る')
  await codeField()
  cleanup()
  await open({})
  await press('この端末で表示する')
  await codeField()
})

it('says when a ticket that waits will be shown here', async () => {
  const words = moveWaits('11月20日(金) 18:00')
  await open({ move_wait_hours: 6, answers: [() => refused(words)] })
  await press('この端末で表示する')
  screen.getByText(/確認から6時間たつと、この端末で表示できます/)
  await press('メールで確認コードを受け取る')
  fireEvent.change(await codeField(), { target: { value: '123456' } })
  await press('確認して切り替える')
  await screen.findByText(words)
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows a request that waits after a reload, and asks for a proof if it is of a third phone', async () => {
  const words = moveWaits('11月20日(金) 18:00')
  const answers = [() => refused(words), unproved]
  await open({ move_wait_hours: 6, moves_from: LATER, answers })
  screen.getByText(/切り替えを申し込み済みです。11月20日\(金\) 18:00 から/)
  await press('この端末で表示する')
  await screen.findByText(words)
  await press('この端末で表示する')
  await screen.findByRole('button', { name: 'メールで確認コードを受け取る' })
})

it('needs no proof once the other phone has released the ticket', async () => {
  const sent = await open({ answers: [unproved] })
  await press('この端末で表示する')
  await press('前の端末で手放した')
  await screen.findByText(/まだ手放されていません/)
  await press('前の端末で手放した')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([{ path: 'device' }, { path: 'device' }])
})

it('is confirmed if the release is known, and asks for a proof if it is over', async () => {
  await open({ moves_from: LATER, released: true, answers: [unproved] })
  await press('この端末で表示する')
  await press('切り替える')
  await screen.findByRole('button', { name: 'メールで確認コードを受け取る' })
})

it('says offline that it needs a network, also in the middle', async () => {
  const offline = () => Promise.reject(new TypeError('offline'))
  await open({ answers: [offline] })
  await press('この端末で表示する')
  await press('前の端末で手放した')
  await screen.findByText('通信できませんでした。接続を確認して、もう一度お試しください。')
  cleanup()
  await open({ state: { at: 'visitor' } })
  expect(button('この端末で表示する').disabled).toBe(true)
  screen.getByText('切り替えるには、通信が必要です。')
})
