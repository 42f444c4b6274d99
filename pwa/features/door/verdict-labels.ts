import type { Did } from '#contract/door/log.ts'
import type { ScanResult, Verdict } from '#contract/door/verdict.ts'
import { dayAndTime, time } from '#pwa/lib/format.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

export type Tone = 'good' | 'check' | 'bad'
interface VerdictLabel {
  title: string
  /** `back`: an undo, which is neither positive nor negative. */
  tone: Tone | 'back'
  icon: IconName
}

/** The scan results with their labels. */
export const VERDICTS: Record<Verdict, VerdictLabel & { tone: Tone }> = {
  ok: { title: '入場OK', tone: 'good', icon: 'check' },
  check_holder: { title: '要本人確認', tone: 'check', icon: 'idcard' },
  used: { title: '使用済み', tone: 'bad', icon: 'close' },
  other_gate: { title: '別の入口へ', tone: 'check', icon: 'right' },
  off_hours: { title: '時間外', tone: 'check', icon: 'clock' },
  cancelled: { title: '取消済み', tone: 'bad', icon: 'close' },
  other_event: { title: '別の公演', tone: 'bad', icon: 'close' },
  invalid: { title: '無効', tone: 'bad', icon: 'close' },
}

/** Shown instead of a result: the log could not be written, so nothing was done. */
export const UNWRITTEN = {
  title: '記録できません',
  text: 'いまの操作は記録されていません。この端末では受付を続けないでください。',
}

const TAKEN_BACK: VerdictLabel = { title: '取り消しました', tone: 'back', icon: 'reply' }
const BACK_IN: VerdictLabel = { title: '再入場OK', tone: 'good', icon: 'check' }
const SENT_AWAY: VerdictLabel = { title: '入場不可', tone: 'bad', icon: 'close' }

/** The heading: the last action of staff if it differs from the scan result. */
export function headOf({ verdict }: ScanResult, did: Did | null): VerdictLabel {
  switch (did) {
    case 'undo':
      return TAKEN_BACK
    case 'admit':
    case 'override':
      return VERDICTS.ok
    case 'reenter':
      return BACK_IN
    case 'refuse':
      return verdict === 'check_holder' ? SENT_AWAY : VERDICTS[verdict]
    case null:
      return VERDICTS[verdict]
  }
}

interface Hours {
  from: string
  until: string
}

/** Advice on what to do next. `typed`: the number was typed, no code was scanned. */
export function advice(
  { verdict, used, home, paperName }: ScanResult,
  { from, until }: Hours,
  typed: boolean,
) {
  switch (verdict) {
    case 'ok':
      return 'そのままお通しください'
    case 'check_holder':
      // The panel says it, also of one that staff admit against the result.
      if (paperName !== null) return null
      return typed
        ? '整理番号での受付です。身分証の氏名をご確認ください。'
        : '端末に結びついていないチケットです。身分証の氏名をご確認ください。'
    case 'used':
      return used?.at
        ? `${time(used.at)} に${used.gate ? `「${used.gate}」で` : ''}入場しています`
        : 'すでに入場しています'
    case 'other_gate':
      return `「${home ?? ''}」へご案内ください`
    case 'off_hours':
      return `受付は ${dayAndTime(from)} から ${time(until)} までです`
    case 'cancelled':
      return '取り消されたチケットです。入場できません。'
    case 'other_event':
      return 'この公演のチケットではありません'
    case 'invalid':
      return typed
        ? 'この整理番号のチケットはありません'
        : paperName !== null
          ? 'この紙のチケットは、譲渡されたため使えません。'
          : 'スクリーンショットや古いコードは使えません。チケットの画面を開き直してもらってください。'
  }
}
