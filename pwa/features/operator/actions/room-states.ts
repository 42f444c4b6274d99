import type { OperatorRoom } from '#contract/operator/rooms/calls.ts'

export const roomStates: Record<
  OperatorRoom['state'],
  { label: string; tone: 'positive' | 'neutral' | 'warning' }
> = {
  1: { label: '公開中', tone: 'positive' },
  8: { label: '受付停止', tone: 'neutral' },
  9: { label: '停止中', tone: 'warning' },
}
