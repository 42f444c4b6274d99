import { expect, it } from 'vitest'
import { LIVE_URL_POLL_FOR_MS, LIVE_URL_POLL_MS, TALK_POLL_FOR_MS, TALK_POLL_MS } from './limits.ts'
import { liveUrlPollEvery, talkPollEvery } from './poll-interval.ts'

it.each([
  { flg: 0, elapsed: 0, every: false },
  { flg: 1, elapsed: 0, every: TALK_POLL_MS },
  { flg: 1, elapsed: TALK_POLL_FOR_MS - 1, every: TALK_POLL_MS },
  { flg: 1, elapsed: TALK_POLL_FOR_MS, every: false },
  { flg: 2, elapsed: 0, every: TALK_POLL_MS },
  { flg: 3, elapsed: 0, every: false },
] as const)(
  'polls the talk at flag $flg after $elapsed ms every $every',
  ({ flg, elapsed, every }) => {
    expect(talkPollEvery(flg, elapsed)).toBe(every)
  },
)

it.each([
  { flg: 0, hasUrl: false, elapsed: 0, every: LIVE_URL_POLL_MS },
  { flg: 1, hasUrl: false, elapsed: LIVE_URL_POLL_FOR_MS - 1, every: LIVE_URL_POLL_MS },
  { flg: 1, hasUrl: false, elapsed: LIVE_URL_POLL_FOR_MS, every: false },
  { flg: 1, hasUrl: true, elapsed: 0, every: false },
  { flg: 3, hasUrl: false, elapsed: 0, every: false },
] as const)('polls the stream’s address at flag $flg after $elapsed ms every $every', (at) => {
  expect(liveUrlPollEvery(at.flg, at.hasUrl, at.elapsed)).toBe(at.every)
})
