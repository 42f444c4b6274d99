import type { Did } from '#contract/door/log.ts'
import { isKeyOf } from '#pwa/lib/unknown.ts'
import { VERDICTS } from './verdict-labels.ts'

const DID: Record<Did, string> = {
  admit: '入場',
  refuse: '入場させず',
  override: '係員の判断で入場',
  undo: '入場を取り消し',
  reenter: '再入場',
}

/** Entries after a look at the holder's papers, or with the holder of another ticket. */
const BY_HAND = { number: '整理番号で受付', paper: '紙のチケット', companion: '同行者' }

/** The label of an action with its reason, for the log and the owner. */
export function didLabel({ did, reason }: { did: Did; reason: string }): string {
  const why = isKeyOf(VERDICTS, reason)
    ? VERDICTS[reason].title
    : isKeyOf(BY_HAND, reason)
      ? BY_HAND[reason]
      : ''
  return why ? `${DID[did]}（${why}）` : DID[did]
}
