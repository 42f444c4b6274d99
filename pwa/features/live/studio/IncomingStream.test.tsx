import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Event } from '#contract/events/calls.ts'
import type { Ingest } from '#contract/streams/calls.ts'
import { IncomingStream } from './IncomingStream.tsx'

afterEach(cleanup)

const ingest = {
  ...{ driver: 'embedded', source: null, rtmp_url: '', stream_key: '', status: 'idle' },
  ...{ health: null, viewers: 0 },
} as unknown as Ingest
const event = { publishment_flg: 0 } as Event

it('incoming stream shows what was wrong within the last minutes, and until when', () => {
  const notices = [{ text: '音声が途切れました。', at: '2026-11-27T11:05:00.000Z' }]
  render(<IncomingStream ingest={{ ...ingest, notices }} event={event} />)
  expect(screen.getByRole('listitem').textContent).toBe('20:05まで：音声が途切れました。')
})

it.each([undefined, []])('incoming stream shows no list of %j', (notices) => {
  render(<IncomingStream ingest={{ ...ingest, notices }} event={event} />)
  expect(screen.queryByRole('list')).toBeNull()
})
