import type { ReactNode } from 'react'
import type { Did } from '#contract/door/log.ts'
import type { ScanResult } from '#contract/door/verdict.ts'
import { Button } from '#pwa/ui/button/Button.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { TypeMark } from '#pwa/ui/tickets/TypeMark.tsx'
import { choices, type ShownResult } from '../gate/door-state.ts'
import type { ShownHolder } from '../gate/sync.ts'
import { advice, headOf } from '../verdict-labels.ts'
import css from './VerdictPanel.module.css'

interface VerdictPanelProps {
  shown: ShownResult
  /** When entry is open, and whether each holder's papers are compared. */
  plan: { from: string; until: string; named?: boolean }
  /** The holder, if they could be loaded. */
  holder: ShownHolder | null
  mayUndo: boolean
  onDecide: (did: Did) => void
  onUndo: () => void
  /** The companions of an admitted holder. */
  children?: ReactNode
}

/** The title after an action of staff. */
const DONE: Partial<Record<Did, string>> = {
  override: '係員の判断で入場しました',
  reenter: '再入場しました',
}
/** The text after an undo. A code still before the camera is scanned again once it was moved away. */
const TAKEN_BACK = {
  typed: '入場していません。お通しするときは、もう一度ご確認ください。',
  shown:
    '入場していません。お通しするときは、コードをいったん離してから、もう一度かざしてください。',
}
const CHOICES: Partial<Record<Did, string>> = {
  admit: '確認して入場させる',
  refuse: '入場させない',
  override: '係員の判断で入場させる',
  reenter: '再入場させる',
}

/** Which name staff look for in the holder's papers; null if they need not look. */
const papersToCompare = (
  { paperName }: ScanResult,
  { named }: Pick<VerdictPanelProps['plan'], 'named'>,
) => {
  if (paperName !== null)
    return `紙のチケットです。本人確認書類の氏名が「${paperName}」であることをご確認ください。`
  return named ? '本人確認書類の氏名を、チケットの氏名とくらべてください。' : null
}

/** The ticket's 券種 with what staff check; of one that the list lacks, where it stands. */
const Type = ({ type }: { type: NonNullable<ScanResult['type']> }) =>
  type === 'unlisted' ? (
    <p className={css.words}>券種は、チケットの画面でご確認ください。</p>
  ) : (
    <>
      <p className={css.type}>
        <TypeMark name={type.name} color={type.color} large />
      </p>
      {type.note && <p className={css.words}>{type.note}</p>}
    </>
  )

/** The scan result, shown by color, text and shape. */
export function VerdictPanel(props: VerdictPanelProps) {
  const { shown, plan, holder, mayUndo, onDecide, onUndo, children } = props
  const { scanResult, typed, did } = shown
  const head = headOf(scanResult, did)
  const wasChecked = scanResult.verdict === 'check_holder' && did === 'admit'
  const wasTurnedAway = scanResult.verdict === 'check_holder' && did === 'refuse'
  const done = did === 'undo' ? TAKEN_BACK[typed ? 'typed' : 'shown'] : did && DONE[did]
  const text =
    done ??
    (wasTurnedAway ? '入場させませんでした' : wasChecked ? null : advice(scanResult, plan, typed))
  const open = choices(shown)
  const papers = papersToCompare(scanResult, plan)
  return (
    <section key={shown.turn} className={cx(css.verdict, css[head.tone])} role="alert">
      <div className={css.mark}>
        <Icon name={head.icon} />
      </div>
      <h1>{head.title}</h1>
      {scanResult.ticket && (
        <p className={css.number}>
          <span>整理番号</span>
          {scanResult.ticket.number}
        </p>
      )}
      {scanResult.type && <Type type={scanResult.type} />}
      {holder && <p className={css.name}>{holder.name} 様</p>}
      {holder?.needs && <p className={css.words}>配慮の希望：{holder.needs}</p>}
      {papers && head.tone !== 'bad' && did !== 'undo' && <p className={css.words}>{papers}</p>}
      {text && <p className={css.words}>{text}</p>}
      {children}
      {(open.length > 0 || mayUndo) && (
        <div className={css.actions}>
          {open.map((choice) => (
            <Button
              key={choice}
              wide
              className={cx(css.action, choice === 'admit' && css.first)}
              onClick={() => onDecide(choice)}
            >
              {CHOICES[choice]}
            </Button>
          ))}
          {mayUndo && (
            <Button wide className={css.action} onClick={onUndo}>
              入場を取り消す
            </Button>
          )}
        </div>
      )}
      {open.length === 0 && <p className="note">次のチケットをかざしてください</p>}
    </section>
  )
}
