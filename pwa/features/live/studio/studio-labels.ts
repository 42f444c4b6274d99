import type { PublishmentFlg } from '#contract/events/calls.ts'
import type { Ingest, StreamHealth } from '#contract/streams/calls.ts'

interface StudioLabels {
  label: string
  tone: 'neutral' | 'live' | 'positive' | 'warning'
  /** The explanation and the next step. */
  text: string
}

/** The stream's status for the owner; an external stream has texts without an encoder. */
export function studioLabels(
  { status, driver, health }: Pick<Ingest, 'status' | 'driver' | 'health'>,
  flg: PublishmentFlg,
): StudioLabels {
  const isOutside = driver === 'external'
  const what = health && isSoundOnly(health) ? '音声' : '映像'
  switch (status) {
    case 'on_air':
      return {
        label: '配信中',
        tone: 'live',
        text: `チケットをお持ちの方に${what}が届いています。`,
      }
    case 'interrupted':
      return {
        label: '中断中',
        tone: 'warning',
        text: isOutside
          ? '映像が途切れています。2分以内に配信元の映像が戻ると、同じ配信に戻ります。'
          : '映像が途切れています。2分以内に配信ソフトから送り直すと、同じ配信に戻ります。',
      }
    case 'preview':
      return {
        label: 'プレビュー',
        tone: 'positive',
        text: `${what}が届いています。視聴できるのはあなたとスタッフだけです。`,
      }
    case 'idle':
      return flg === 2
        ? {
            label: '配信終了・トーク中',
            tone: 'neutral',
            text: isOutside
              ? '配信は終わり、トークだけが続いています。配信元の映像が戻ると再開できます。'
              : '配信は終わり、トークだけが続いています。映像を送ると配信を再開できます。',
          }
        : {
            label: '待機中',
            tone: 'neutral',
            text: isOutside
              ? '配信元で配信を始めると、ここで映像を確認できます。'
              : '配信ソフトで配信を始めると、ここで映像を確認できます。',
          }
  }
}

const isSoundOnly = ({ video, audio }: StreamHealth) => !video && audio !== null

/** 「1280×720・30fps・3,000kbps・音声あり」 */
export function healthLabel(health: StreamHealth): string {
  const { video, audio } = health
  if (audio && isSoundOnly(health)) return `音声のみ・${audio.kbps.toLocaleString('ja-JP')}kbps`
  if (!video) return '映像なし'
  const { width, height, fps, kbps, keyframe_s } = video
  return [
    `${width}×${height}`,
    `${Math.round(fps)}fps`,
    `${kbps.toLocaleString('ja-JP')}kbps`,
    ...(keyframe_s === null ? [] : [`キーフレーム${keyframe_s}秒`]),
    audio ? '音声あり' : '音声なし',
  ].join('・')
}
