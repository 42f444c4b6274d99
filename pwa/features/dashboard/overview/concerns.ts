import type { Proceeds } from '#contract/dashboard/calls.ts'
import type { OwnEvent } from '#contract/events/calls.ts'
import type { Monetization } from '#contract/monetization/calls.ts'
import { monetizationLabels } from '#pwa/features/monetization/monetization-labels.ts'
import { dayAndTime, yen } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import type { IconName } from '#pwa/ui/icon-names.ts'

/** A task that needs the owner's attention. */
export interface Concern {
  id: string
  icon: IconName
  urgent: boolean
  title: string
  note: string
  to: string
}

interface ConcernInput {
  /** Members with a past-due payment; `more` if there are further ones. */
  late: { count: number; more: boolean } | undefined
  blocked: Proceeds['balance']['blocked'] | undefined
  monetization: Pick<Monetization, 'state' | 'reasons'> | undefined
  events: OwnEvent[] | undefined
  now: string
}

/** Tasks from the data loaded so far, the urgent ones first. */
export function roomConcernsOf({
  late,
  blocked,
  monetization,
  events,
  now,
}: ConcernInput): Concern[] {
  return [
    ...(blocked ?? []).map(blockedMoney),
    ...selling(monetization),
    ...(events ?? []).filter((event) => isLate(event, now)).map(lateEvent),
    ...lateMembers(late),
    ...drafts(events ?? []),
  ].sort((a, b) => Number(b.urgent) - Number(a.urgent))
}

const blockedMoney = ({ amount, reason }: { amount: number; reason: string }): Concern => ({
  id: `blocked ${reason}`,
  icon: 'yen',
  urgent: true,
  title: `${yen(amount)}の受け取りが止まっています`,
  note: reason,
  to: paths.monetization,
})

function selling(known: ConcernInput['monetization']): Concern[] {
  if (!known || known.state === 'none' || known.state === 'ready') return []
  const { title, text, icon } = monetizationLabels[known.state]
  return [
    {
      id: 'selling',
      icon,
      urgent: known.state !== 'review',
      title: `収益化：${title}`,
      note: known.reasons[0] ?? text,
      to: paths.confirmMonetization,
    },
  ]
}

const isLate = ({ status, publishment_flg, start }: OwnEvent, now: string) =>
  status === 'published' && publishment_flg === 0 && start < now

const lateEvent = ({ id, title, start, room }: OwnEvent): Concern => ({
  id: `late ${id}`,
  icon: 'clock',
  urgent: true,
  title: '開始時刻を過ぎたイベントがあります',
  note: `${title}・${dayAndTime(start)}`,
  to: paths.event(room.id, id),
})

function lateMembers(late: ConcernInput['late']): Concern[] {
  if (!late || late.count === 0) return []
  return [
    {
      id: 'members',
      icon: 'card',
      urgent: true,
      title: `お支払いを確認できていないメンバーが${late.count}人${late.more ? '以上' : ''}います`,
      note: 'メンバーの一覧で、誰のお支払いかを確かめられます',
      to: `${paths.roomMembers}?status=past_due`,
    },
  ]
}

function drafts(events: OwnEvent[]): Concern[] {
  const count = events.filter(({ status }) => status === 'draft').length
  if (count === 0) return []
  return [
    {
      id: 'drafts',
      icon: 'pen',
      urgent: false,
      title: `下書きのイベントが${count}件あります`,
      note: '公開するまで、ほかの人には見えません',
      to: paths.pastEvents,
    },
  ]
}
