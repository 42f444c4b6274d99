import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import { sharedPage } from '#pwa/lib/share.ts'
import { standInForDialogs } from '#pwa/testing/dialogs.ts'
import { ArchiveParts } from './ArchiveParts.tsx'
import { createArchivePlayback } from './archive-playback.ts'

beforeEach(() => standInForDialogs())
afterEach(() => {
  cleanup()
  sharedPage.set(null)
})

const can = { moderate: false }
const event = { title: '第十一夜', can, about: '0:00 ごあいさつ\n0:40 第一章' } as Event

function open(about = event.about) {
  const playback = createArchivePlayback()
  const seeks: number[] = []
  playback.setSeek((seconds) => seeks.push(seconds))
  render(<ArchiveParts event={{ ...event, about }} playback={playback} />)
  return { playback, seeks, shows: (at: number) => act(() => playback.shows(at, 300, null)) }
}
const current = () => document.querySelector('[aria-current]')?.textContent

it('lists the chapters, shows which one plays, and goes to the pressed one', () => {
  const { shows, seeks } = open()
  shows(39.9)
  expect(current()).toBe('0:00ごあいさつ')
  shows(40)
  expect(current()).toBe('0:40第一章')
  fireEvent.click(screen.getByRole('button', { name: /ごあいさつ/ }))
  expect(seeks).toEqual([0])
})

it('has no list without chapters', () => {
  open('静かな夜です。')
  expect(screen.queryByRole('heading', { name: 'チャプター' })).toBeNull()
})

it('shares the last seconds as a link', () => {
  const { shows } = open()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'この場面を共有' })
  expect(button.disabled, 'before the player knows its place').toBe(true)
  shows(100)
  expect(button.disabled).toBe(false)
  fireEvent.click(button)
  screen.getByText('1:10〜1:40')
  fireEvent.click(screen.getByRole('radio', { name: '60秒' }))
  screen.getByText('0:40〜1:40')
  fireEvent.click(screen.getByRole('button', { name: 'リンクを共有' }))
  expect(sharedPage.get()).toMatchObject({ url: expect.stringMatching(/\?clip=40-100$/) })
})
