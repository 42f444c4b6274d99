import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { User } from '#contract/account/calls.ts'
import { RETRY_LATER } from '#contract/shared/messages.ts'
import { SessionProvider } from '#pwa/lib/api/session.tsx'
import { Session } from '#pwa/lib/api/user-session.ts'
import { answered } from '#pwa/testing/answers.ts'
import type { CheckoutProps } from './Checkout.tsx'
import { useCheckoutForm } from './useCheckoutForm.ts'

afterEach(cleanup)

/** The form of a person whose birthday is asked, and cannot be saved until `answer`. */
function open() {
  const { promise: saved, resolve: answer } = Promise.withResolvers<void>()
  const fetch = async (_: string, { method }: RequestInit) => {
    if (method === 'GET') return answered({})
    await saved
    return answered({ message: RETRY_LATER }, 500)
  }
  const user = { id: 'u1', birthY: 0, gender: null } as unknown as User
  const session = new Session(fetch, { at: 'member', user })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <SessionProvider value={session}>{children}</SessionProvider>
    </QueryClientProvider>
  )
  const onPay = vi.fn()
  const props = {
    ...{ paid: true, isNew: true, step: { at: 'form', error: null }, onPay },
    fetched: { paymentForm: null, retry: null },
  } as unknown as CheckoutProps
  const form = renderHook(() => useCheckoutForm(props), { wrapper })
  const wallet = { createToken: vi.fn(), giveUp: vi.fn() }
  act(() => form.result.current.payByWallet(wallet))
  return { form, wallet, onPay, answer: () => act(async () => answer()) }
}

it('closes the wallet’s window if what it needs cannot be saved, and pays nothing', async () => {
  const { wallet, onPay, answer } = open()
  await answer()
  await vi.waitFor(() => expect(wallet.giveUp).toHaveBeenCalledOnce())
  expect(onPay).not.toHaveBeenCalled()
})

it('closes the wallet’s window if the form was closed meanwhile', async () => {
  const { form, wallet, onPay, answer } = open()
  form.unmount()
  await answer()
  await vi.waitFor(() => expect(wallet.giveUp).toHaveBeenCalledOnce())
  expect(onPay).not.toHaveBeenCalled()
})
