import type { Staff } from '#contract/rooms.ts'

/** What those who help to run a room are called, and what they do. */
export const roles: Record<Staff['role'], { label: string; note: string }> = {
  moderator: { label: 'モデレーター', note: 'スレッドとトークを見守ります' },
  door: { label: '受付', note: '電子チケットを確かめます' },
}
