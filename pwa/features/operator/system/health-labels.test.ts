import { expect, it } from 'vitest'
import type { Health } from '#contract/operator/system/calls.ts'
import { systemConcernsOf } from './health-labels.ts'

const well: Health = {
  now: '2026-11-22T12:00:00.000Z',
  started_at: '2026-11-22T00:00:00.000Z',
  database: { engine: 'sqlite', size: 1, migration: '001' },
  disk: { free: 50, total: 100 },
  memory: 1,
  jobs: [{ name: 'payments', last_run_at: '2026-11-22T11:59:55.000Z', late: false }],
  waiting: { count: 3, oldest: '2026-11-22T11:59:58.000Z' },
  given_up: 0,
  notices: { waiting: 1, unknown: 0, last_at: null },
  on_air: 2,
  encoder: { state: 'found', version: '7.1' },
}

it('reports no problem for a healthy system', () => {
  expect(systemConcernsOf(well)).toEqual([])
})

it('reports no problem without an ingest process, and of a server of the release before', () => {
  expect(systemConcernsOf({ ...well, encoder: null })).toEqual([])
  expect(systemConcernsOf({ ...well, encoder: undefined })).toEqual([])
})

it.each<[string, Partial<Health>, string]>([
  ['a full disk', { disk: { free: 9, total: 100 } }, 'ディスク'],
  ['a job that did not come', { jobs: [{ ...well.jobs[0]!, late: true }] }, '支払いの確認'],
  ['work that waits', { waiting: { count: 3, oldest: '2026-11-22T11:54:59.000Z' } }, '3件'],
  ['work that was given up', { given_up: 2 }, '2件'],
  ['no ffmpeg', { encoder: { state: 'missing', version: null } }, 'ffmpegが見つからない'],
  ['an old ffmpeg', { encoder: { state: 'old', version: '4.4.2' } }, '4.4.2'],
  ['an ffmpeg without H.264', { encoder: { state: 'unable', version: '7.1' } }, 'libx264'],
  ['notices of nothing we know', { notices: { ...well.notices, unknown: 1 } }, '1件'],
])('names %s', (_, change, word) => {
  expect(systemConcernsOf({ ...well, ...change })).toEqual([expect.stringContaining(word)])
})
