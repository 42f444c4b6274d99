import css from './AccessCost.module.css'
import { accessCost } from './access-cost.ts'

interface AccessCostProps {
  amount: number
  /** The monthly amount of the room. */
  roomAmount: number
}

/** チケット ¥500 ＋ ルーム参加 ¥980/月（参加中の方はチケットのみ） */
export const AccessCost = ({ amount, roomAmount }: AccessCostProps) => (
  <span className={css.cost}>
    {accessCost(amount, roomAmount).map((part) => (
      <span key={part}>{part}</span>
    ))}
  </span>
)
