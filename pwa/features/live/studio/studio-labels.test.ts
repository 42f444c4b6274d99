import { expect, it } from 'vitest'
import { STEPS } from '#server/features/live/archive/publishment.ts'
import { stepsOf } from './StudioSteps.tsx'
import { healthLabel, studioLabels } from './studio-labels.ts'

it.each([
  ['idle', 0, '待機中'],
  ['idle', 2, '配信終了・トーク中'],
  ['preview', 0, 'プレビュー'],
  ['on_air', 1, '配信中'],
  ['interrupted', 1, '中断中'],
] as const)('labels %s with publishment_flg %i as %s', (status, flg, label) => {
  for (const driver of ['embedded', 'external'] as const) {
    const labels = studioLabels({ status, driver, health: null }, flg)
    expect(labels.label).toBe(label)
    if (driver === 'external')
      expect(labels.text, 'nothing is pushed to us').not.toContain('配信ソフト')
  }
})

it('offers exactly the steps that the server accepts', () => {
  for (const flg of [0, 1, 2, 3] as const)
    expect(stepsOf(flg).map(({ to }) => to)).toEqual(STEPS[flg])
})

it('describes the incoming stream', () => {
  const video = { codec: 'avc1', width: 1280, height: 720, fps: 29.97, kbps: 3_000, keyframe_s: 2 }
  expect(healthLabel({ video, audio: { codec: 'mp4a', kbps: 128 }, advice: [] })).toBe(
    '1280×720・30fps・3,000kbps・キーフレーム2秒・音声あり',
  )
  expect(healthLabel({ video: null, audio: null, advice: [] })).toBe('映像なし')
})

it('mentions no video for a sound-only stream', () => {
  const health = { video: null, audio: { codec: 'mp4a', kbps: 128 }, advice: [] }
  expect(healthLabel(health)).toBe('音声のみ・128kbps')
  for (const status of ['preview', 'on_air'] as const) {
    const { text } = studioLabels({ status, driver: 'embedded', health }, 1)
    expect(text).toContain('音声が届いています')
    expect(text).not.toContain('映像')
  }
})
