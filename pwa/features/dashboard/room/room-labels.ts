import type { Room } from '#contract/rooms/calls.ts'

export const roomStates: Record<
  Room['state'],
  { label: string; text: string; tone: 'positive' | 'warning' }
> = {
  1: { label: '公開中', text: 'だれでも参加できます', tone: 'positive' },
  8: {
    label: '受付停止',
    text: '新しい参加を受け付けていません。いまのメンバーは利用できます',
    tone: 'warning',
  },
  9: { label: '停止中', text: 'ほかの人には表示されていません', tone: 'warning' },
}
