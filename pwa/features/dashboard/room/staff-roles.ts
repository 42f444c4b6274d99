import type { Staff } from '#contract/rooms/calls.ts'

/** The label and description of each staff role. */
export const roles: Record<Staff['role'], { label: string; note: string }> = {
  moderator: { label: 'モデレーター', note: 'スレッドとトークを見守ります' },
  door: { label: '受付', note: '電子チケットを確かめます' },
}
