import { useEffect, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { yen } from '#pwa/lib/format.ts'
import { safeSessionStorage } from '#pwa/lib/safe-storage.ts'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import css from './SeatCount.module.css'

const keyOf = (ticketId: string) => `room.seats.${ticketId}`

/**
 * How many seats a buyer wants of a ticket, within what one purchase may take and what is left. The choice survives a
 * login, also on another device, and a reload. `usual`: until something is chosen.
 */
export function useSeatCount(
  { id, max_seats = 1 }: { id: string; max_seats?: number },
  remaining: number,
  usual = 1,
) {
  const [chosen, setChosen] = useState<number | null>(null)
  const carried = useSearchParams()[0].get('seats')
  // Not in the first render, which must be that of the server.
  useEffect(() => {
    if (carried) safeSessionStorage.write(keyOf(id), carried)
    setChosen(Number(safeSessionStorage.read(keyOf(id))) || null)
  }, [id, carried])
  const max = Math.max(1, Math.min(max_seats, remaining))
  return {
    seats: Math.max(1, Math.min(chosen ?? usual, max)),
    max,
    choose(seats: number) {
      safeSessionStorage.write(keyOf(id), String(seats))
      setChosen(seats)
    },
  }
}

interface SeatCountProps {
  count: ReturnType<typeof useSeatCount>
  /** Yen of one seat. */
  amount: number
}

/** 枚数: the buyer's seat, and those of companions, with the sum. */
export function SeatCount({ count: { seats, max, choose }, amount }: SeatCountProps) {
  const id = useId()
  return (
    <div className={css.count} role="group" aria-labelledby={id}>
      <span id={id} className="small strong">
        枚数
      </span>
      <span className={css.steps}>
        <IconButton
          icon="minus"
          label="枚数を減らす"
          disabled={seats <= 1}
          onClick={() => choose(seats - 1)}
        />
        <output className="num">{seats}枚</output>
        <IconButton
          icon="plus"
          label="枚数を増やす"
          disabled={seats >= max}
          onClick={() => choose(seats + 1)}
        />
      </span>
      <p className={css.note}>
        {seats === 1
          ? `同行者の分も、${max}枚まで一緒に購入できます`
          : amount > 0
            ? `${yen(amount)} × ${seats}枚。同行者の分は、購入のあとにリンクで送れます`
            : '同行者の分は、あとでリンクで送れます'}
      </p>
    </div>
  )
}
