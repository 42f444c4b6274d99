import { daysUntil } from '#pwa/lib/format.ts'

/** 本日, 明日, あと8日; 本日 also after the start. */
export function untilLabel(instant: string, now: string): string {
  const days = daysUntil(instant, now)
  if (days <= 0) return '本日'
  return days === 1 ? '明日' : `あと${days}日`
}

/** The label of what the ticket's owner permits: 再入場, 譲渡. */
export const allowedLabel = (isAllowed: boolean) => (isAllowed ? 'できます' : 'できません')
