import type { Proceeds } from '#contract/dashboard/calls.ts'

export interface BalancePart {
  name: 'available' | 'held' | 'transit' | 'blocked' | 'paid'
  label: string
  note: string
  amount: number
}

/** The parts sum to all earnings; blocked money is a part only if there is any. */
export function balanceParts(balance: Proceeds['balance']): BalancePart[] {
  const { available, held, in_transit, paid, blocked } = balance
  const stopped = blocked.reduce((sum, { amount }) => sum + amount, 0)
  const reasons = blocked.map(({ reason }) => reason).join(' ')
  return [
    {
      name: 'available',
      label: '受け取れる売上',
      note: available < 0 ? '不足の分は、以後の売上から差し引かれます' : '',
      amount: available,
    },
    { name: 'held', label: 'イベントの終了を待つ売上', note: '', amount: held },
    { name: 'transit', label: '振込の手続き中', note: '', amount: in_transit },
    ...(stopped > 0
      ? [{ name: 'blocked', label: '止まっている売上', note: reasons, amount: stopped } as const]
      : []),
    { name: 'paid', label: '振込済み', note: '', amount: paid },
  ]
}
