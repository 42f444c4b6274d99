import { expect, it } from 'vitest'
import { STEPS } from '#server/features/live/publishment.ts'
import { stepsOf } from './DeskSteps.tsx'
import { arrivingWords, deskWords } from './desk-words.ts'

it.each([
  ['idle', 0, '待機中'],
  ['idle', 2, '配信終了・トーク中'],
  ['preview', 0, 'プレビュー'],
  ['on_air', 1, '配信中'],
  ['interrupted', 1, '中断中'],
] as const)('calls %s in state %i %s', (status, flg, label) => {
  for (const driver of ['embedded', 'external'] as const) {
    const words = deskWords({ status, driver, health: null }, flg)
    expect(words.label).toBe(label)
    if (driver === 'external')
      expect(words.text, 'nothing is pushed to us').not.toContain('配信ソフト')
  }
})

it('offers the steps that the server takes, and no other', () => {
  for (const flg of [0, 1, 2, 3] as const)
    expect(stepsOf(flg).map(({ to }) => to)).toEqual(STEPS[flg])
})

it('says what arrives', () => {
  const video = { codec: 'avc1', width: 1280, height: 720, fps: 29.97, kbps: 3_000, keyframe_s: 2 }
  expect(arrivingWords({ video, audio: { codec: 'mp4a', kbps: 128 }, advice: [] })).toBe(
    '1280×720・30fps・3,000kbps・キーフレーム2秒・音声あり',
  )
  expect(arrivingWords({ video: null, audio: null, advice: [] })).toBe('映像なし')
})

it('does not speak of a picture where there is only sound', () => {
  const health = { video: null, audio: { codec: 'mp4a', kbps: 128 }, advice: [] }
  expect(arrivingWords(health)).toBe('音声のみ・128kbps')
  for (const status of ['preview', 'on_air'] as const) {
    const { text } = deskWords({ status, driver: 'embedded', health }, 1)
    expect(text).toContain('音声が届いています')
    expect(text).not.toContain('映像')
  }
})
