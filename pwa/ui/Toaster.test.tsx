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

describe('the toaster', () => {
  const said = () => screen.getByRole('status').textContent

  it('is there before anything is said, so that the first word is read out', () => {
    render(<Toaster stay={STAY} />)
    expect(said()).toBe('')
    act(() => void showToast('URLをコピーしました'))
    expect(said()).toBe('URLをコピーしました')
  })

  it('puts a toast away when its time is over, not before', () => {
    render(<Toaster stay={STAY} />)
    act(() => void showToast('保存しました'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    expect(said()).toBe('保存しました')
    act(() => vi.advanceTimersByTime(1))
    expect(said()).toBe('')
  })

  it('gives the same words said twice their full time again', () => {
    render(<Toaster stay={STAY} />)
    act(() => void showToast('送れませんでした'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    act(() => void showToast('送れませんでした'))
    act(() => vi.advanceTimersByTime(STAY - 1))
    expect(said()).toBe('送れませんでした')
  })

  it('keeps a toast with something to do until it is done', () => {
    const done: string[] = []
    render(<Toaster stay={STAY} />)
    const action = { label: '更新する', onPress: () => done.push('更新') }
    act(() => void showToast('新しいバージョンがあります', action))
    act(() => vi.advanceTimersByTime(STAY * 10))
    fireEvent.click(screen.getByText('更新する'))
    expect(done).toEqual(['更新'])
    expect(said()).toBe('')
  })

  it('does not put away the toast that came after the one it was asked about', () => {
    const first = showToast('一')
    showToast('二')
    dismissToast(first)
    expect(currentToast()?.text).toBe('二')
  })

  it('tells nobody who has stopped listening', () => {
    const heard: unknown[] = []
    const stop = onToast(() => heard.push(currentToast()?.text))
    showToast('聞こえる')
    stop()
    showToast('聞こえない')
    expect(heard).toEqual(['聞こえる'])
  })
})
