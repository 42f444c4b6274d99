// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Toaster } from './Toaster.tsx'
import { currentToast, dismissToast, onToast, showToast } from './toast.ts'

const STAY = 5000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  const left = currentToast()
  if (left) act(() => dismissToast(left.id))
  cleanup()
  vi.useRealTimers()
})

describe('Toaster', () => {
  const toastText = () => screen.getByRole('status').textContent

  it('has its live region before the first toast, so that it is announced', () => {
    render(<Toaster stay={STAY} />)
    expect(toastText()).toBe('')
    act(() => void showToast('URLをコピーしました'))
    expect(toastText()).toBe('URLをコピーしました')
  })

  it('hides a toast after its time, not before', () => {
    render(<Toaster stay={STAY} />)
    act(() => void showToast('保存しました'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    expect(toastText()).toBe('保存しました')
    act(() => vi.advanceTimersByTime(1))
    expect(toastText()).toBe('')
  })

  it('restarts the time of a repeated toast', () => {
    render(<Toaster stay={STAY} />)
    act(() => void showToast('送れませんでした'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    act(() => void showToast('送れませんでした'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    expect(toastText()).toBe('送れませんでした')
  })

  it('keeps a toast with an action until it is used', () => {
    const done: string[] = []
    render(<Toaster stay={STAY} />)
    const action = { label: '更新する', onPress: () => done.push('更新') }
    act(() => void showToast('新しいバージョンがあります', action))
    act(() => vi.advanceTimersByTime(STAY * 10))
    fireEvent.click(screen.getByText('更新する'))
    expect(done).toEqual(['更新'])
    expect(toastText()).toBe('')
  })

  it('does not dismiss a newer toast by an older id', () => {
    const first = showToast('一')
    showToast('二')
    dismissToast(first)
    expect(currentToast()?.text).toBe('二')
  })

  it('calls no removed listener', () => {
    const received: unknown[] = []
    const stop = onToast(() => received.push(currentToast()?.text))
    showToast('聞こえる')
    stop()
    showToast('聞こえない')
    expect(received).toEqual(['聞こえる'])
  })
})
