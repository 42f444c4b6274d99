import { Button } from '#pwa/ui/button/Button.tsx'
import type { ShownCompanion } from '../gate/door-state.ts'
import css from './Companions.module.css'

interface CompanionsProps {
  companions: readonly ShownCompanion[]
  /** 特定興行入場券: nobody enters without a name, so that each companion accepts their ticket first. */
  isNamed: boolean
  mayUndo: (hash: string) => boolean
  onAdmit: (hash: string) => void
  onUndo: (hash: string) => void
}

/** 同行者: seats of the same purchase that were not handed over. Staff admit each who is there. */
export function Companions({ companions, isNamed, mayUndo, onAdmit, onUndo }: CompanionsProps) {
  const waiting = companions.filter(({ isIn }) => !isIn).length
  return (
    <section className={css.companions} aria-label="同行者">
      <h2>{waiting > 0 ? `同行者 ${waiting}名（未受け取り）` : '同行者も入場済み'}</h2>
      {isNamed ? (
        <p>氏名の登録が必要です。同行者の方の端末で、チケットを受け取ってもらってください。</p>
      ) : (
        <ul>
          {companions.map(({ hash, number, isIn }) => (
            <li key={hash}>
              <b>{number}</b>
              {isIn ? <span>入場済み</span> : null}
              {!isIn && (
                <Button size="s" className={css.action} onClick={() => onAdmit(hash)}>
                  入場させる<span className="sr">（{number}）</span>
                </Button>
              )}
              {isIn && mayUndo(hash) && (
                <Button size="s" className={css.action} onClick={() => onUndo(hash)}>
                  取り消す<span className="sr">（{number}）</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
