import type { Did } from '#contract/door/log.ts'
import type { Verdict } from '#contract/door/verdict.ts'
import { VERDICTS } from './verdict-words.ts'

const DID: Record<Did, string> = {
  admit: '入場',
  refuse: '入場させず',
  override: '係員の判断で入場',
  undo: '入場を取り消し',
  reenter: '再入場',
}

/** What was done, and why, as the log and the owner read it. */
export function didWords({ did, reason }: { did: Did; reason: string }): string {
  const why = VERDICTS[reason as Verdict]?.title ?? (reason === 'number' ? '整理番号で受付' : '')
  return why ? `${DID[did]}（${why}）` : DID[did]
}
