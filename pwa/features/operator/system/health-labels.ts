import type { Health } from '#contract/operator/system/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { jobLabels } from './work-labels.ts'

/** The free share of the disk below which recordings and uploads soon fail. */
const SCARCE = 0.1
/** A queue delay above which jobs count as slow; normal is seconds. */
const SLOW_MS = 5 * 60_000

/** The health problems as text; empty if there are none. */
export function systemConcernsOf({
  now,
  disk,
  jobs,
  waiting,
  given_up,
  notices,
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
      `決済会社からの知らせのうち、${count(notices.unknown)}件が何のことか分かっていません。`,
    )
  return concerns
}
