import type { Holder } from '#contract/door/calls.ts'

export const holderStatus = {
  valid: { label: '有効', tone: 'neutral' },
  used: { label: '入場済み', tone: 'positive' },
  cancelled: { label: '取消済み', tone: 'warning' },
  transferred: { label: '譲渡済み', tone: 'neutral' },
} as const

export const isCancellable = ({ status }: Holder) => status === 'valid' || status === 'used'
