import type { Health } from '#contract/operator/system/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { jobLabels } from './work-labels.ts'

/** The free share of the disk below which recordings and uploads soon fail. */
const SCARCE = 0.1
/** A queue delay above which jobs count as slow; normal is seconds. */
const SLOW_MS = 5 * 60_000

/** Why streams have no renditions; null if they have some. */
function encoderConcernOf({ state, version }: NonNullable<Health['encoder']>): string | null {
  const only = 'ライブ配信は元の画質だけで届き、再生できない端末がある動画は投稿できません。'
  const todo = 'ffmpeg 5以降（libx264を含むもの）を入れて、Roomを再起動してください。'
  switch (state) {
    case 'found':
      return null
    case 'missing':
      return `ffmpegが見つからないため、${only}${todo}`
    case 'old':
      return `ffmpegのバージョンが古いため（${version || '不明'}）、${only}${todo}`
    case 'unable':
      return `ffmpegにlibx264かAACのエンコーダーがないため、${only}${todo}`
  }
}

/** The health problems as text; empty if there are none. */
export function systemConcernsOf({
  now,
  disk,
  jobs,
  waiting,
  given_up,
  notices,
  encoder,
}: Health): string[] {
  const concerns: string[] = []
  if (disk && disk.free < disk.total * SCARCE)
    concerns.push(
      'ディスクの空きが少なくなっています。録画とアップロードができなくなる前に増やしてください。',
    )
  for (const { name, late } of jobs)
    if (late) concerns.push(`「${jobLabels[name] ?? name}」が予定どおりに動いていません。`)
  if (waiting.oldest && Date.parse(now) - Date.parse(waiting.oldest) > SLOW_MS)
    concerns.push(`処理が${count(waiting.count)}件たまっています。`)
  if (given_up > 0) concerns.push(`止まったままの処理が${count(given_up)}件あります。`)
  if (notices.unknown > 0)
    concerns.push(
      `決済会社からの知らせのうち、${count(notices.unknown)}件が何のことかわかっていません。`,
    )
  const lacking = encoder && encoderConcernOf(encoder)
  if (lacking) concerns.push(lacking)
  return concerns
}
