import type { Health } from '#contract/operator/machinery.ts'
import { count } from '#pwa/lib/format.ts'
import { jobWords } from './work-words.ts'

/** Below it recordings and uploads soon find no room. */
const SCARCE = 0.1
/** Work waits for seconds, not for minutes. */
const SLOW_MS = 5 * 60_000

/** What somebody should look at, in words; empty where all is well. */
export function concernsOf({ now, disk, jobs, waiting, given_up, notices }: Health): string[] {
  const concerns: string[] = []
  if (disk && disk.free < disk.total * SCARCE)
    concerns.push(
      'ディスクの空きが少なくなっています。録画とアップロードができなくなる前に増やしてください。',
    )
  for (const { name, late } of jobs)
    if (late) concerns.push(`「${jobWords[name] ?? name}」が予定どおりに動いていません。`)
  if (waiting.oldest && Date.parse(now) - Date.parse(waiting.oldest) > SLOW_MS)
    concerns.push(`処理が${count(waiting.count)}件たまっています。`)
  if (given_up > 0) concerns.push(`止まったままの処理が${count(given_up)}件あります。`)
  if (notices.unknown > 0)
    concerns.push(
      `決済会社からの知らせのうち、${count(notices.unknown)}件が何のことか分かっていません。`,
    )
  return concerns
}
